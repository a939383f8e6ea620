import { ADMIN } from './service.ts';
import type { School, Setup } from './setup.ts';

/** The platform as if it were a school: the unit of its own staff. */
export function asPlatform(setup: Setup): School {
  return { id: 0, name: '平台', account: ADMIN.uid, password: ADMIN.password, token: setup.admin };
}
