import type { Change } from './house.ts';

/** An endpoint that counts the own unit's roles of either type, file by file as a person would write it. */
export const byHand: Readonly<Record<string, readonly Change[]>> = {
  'functions/role/count-roles.ts': [
    [
      "import * as z from 'zod/mini';\n",
      "import * as z from 'zod/mini';\nimport { countByType, RoleCounts } from '../../lib/domain/role.ts';\n",
    ],
    [
      "import { serve } from '../../lib/http/serve.ts';\n",
      "import { serve } from '../../lib/http/serve.ts';\nimport { readRoster } from '../../lib/store/roster.ts';\n",
    ],
    ["permission: 'session'", "permission: 'role.view'"],
    ['output: z.array(z.object({ id: z.int() }))', 'output: RoleCounts'],
    ['reasons: []', "reasons: ['unit_not_found']"],
    [
      'handle: () => []',
      'handle: async ({ caller, deps }) => countByType((await readRoster(deps.db, caller.vender)).roles)',
    ],
  ],
  'lib/domain/role.ts': [
    [
      '/** A role as it is packed:',
      `/** How many roles a unit has of the system, and of its own. */
export const RoleCounts = z.object({ system: z.int(), own: z.int() });

export function countByType(roles: readonly Role[]): z.output<typeof RoleCounts> {
  const system = roles.filter(({ roleType }) => roleType === SYSTEM_ROLE_TYPE).length;
  return { system, own: roles.length - system };
}

/** A role as it is packed:`,
    ],
  ],
  'scripts/reference/texts/role.ts': [
    ["description: '',", "description: 'How many roles the own unit has, of the system and of its own.',"],
    ['      // What the call promises, what absent and empty parameters mean.\n', ''],
  ],
  'tests/functions/role/count-roles.test.ts': [
    [
      '    // First make, by calls of the service, what is to be answered; then expect exactly that.\n',
      '    await stage.createRole();\n',
    ],
    [
      "expect(answer.json.body, 'nothing is answered yet: let the handler read it').not.toEqual([])",
      'expect(answer.json.body).toEqual({ system: 1, own: 1 })',
    ],
  ],
  'tests/proofs/histories/kinds/role.ts': [
    [
      `answer: () => {
    throw new Error('countRoles: tell what it answers, and what it changes');
  },`,
      `answer: ({ world, caller: { unit } }) => {
    const { length } = rolesOf(world, unit);
    return done({ system: 1, own: length - 1 });
  },`,
    ],
  ],
  'tests/statements/role.ts': [
    [
      "    side: 'any',\n    parameters: {},\n    // At the most",
      "    side: 'any',\n    items: { admin: [16], business: [40] },\n    parameters: {},\n    // At the most",
    ],
    [
      '    // At the most: round trips, read and write units. tests/tables/budgets.test.ts tells what it takes.\n    cost: [0, 0, 0]',
      '    cost: [2, 5, 0]',
    ],
  ],
};
