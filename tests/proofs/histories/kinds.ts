import { dishKinds } from './dishes.ts';
import type { Kind } from './kind.ts';
import { markKinds } from './marks.ts';
import { operationKinds } from './operations.ts';
import { printedLabelKinds } from './printed-labels.ts';
import { roleKinds } from './roles.ts';
import { sessionKinds } from './sessions.ts';
import { standardKinds } from './standards.ts';
import { unitKinds } from './units.ts';
import { userKinds } from './users.ts';

/** Every call of the service. */
export const allKinds: readonly Kind[] = [
  ...sessionKinds,
  ...unitKinds,
  ...userKinds,
  ...roleKinds,
  ...standardKinds,
  ...markKinds,
  ...dishKinds,
  ...printedLabelKinds,
  ...operationKinds,
];
