import { expect } from 'vitest';
import type { Answer } from '../service/service.ts';
import type { School, Setup } from '../service/setup.ts';

/** A role as the list shows it. */
export interface Role {
  readonly id: number;
  readonly roleName: string;
  readonly roleType: string;
  readonly roleItems: number[];
  readonly vender: number;
}

/** The roles of one unit, by the calls of its main account. */
export function rolesOf(setup: Setup, home: School) {
  const list = (): Promise<Role[]> => setup.succeed('GET /api/role', {}, home.token);
  const call = (method: string, parameters: Record<string, string | number>, token = home.token): Promise<Answer> =>
    setup.service.call(`${method} /api/role`, parameters, { token });
  /**
   * The only role with a name.
   * @throws Error where there is none, or more than one.
   */
  const find = async (roleName: string): Promise<Role> => {
    const found = (await list()).filter((role) => role.roleName === roleName);
    expect(found).toHaveLength(1);
    return found[0] as Role;
  };
  const add = async (items: readonly number[] = []): Promise<Role> => {
    const id = await setup.createRole(items, home);
    return (await list()).find((role) => role.id === id) as Role;
  };
  return { list, call, find, add };
}
