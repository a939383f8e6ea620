import type { Kind } from './kind.ts';
import { dishKinds } from './kinds/dish.ts';
import { markKinds } from './kinds/mark.ts';
import { operationKinds } from './kinds/operation.ts';
import { printedLabelKinds } from './kinds/printed-label.ts';
import { roleKinds } from './kinds/role.ts';
import { sessionKinds } from './kinds/session.ts';
import { standardKinds } from './kinds/standard.ts';
import { unitKinds } from './kinds/unit.ts';
import { userKinds } from './kinds/user.ts';

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
