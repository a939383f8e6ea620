import type { Change } from './house.ts';

/** An endpoint that counts the own unit's roles of either type, file by file as a person would write it. */
export const byHand: Readonly<Record<string, readonly Change[]>> = {
  'functions/role/count-roles.ts': [
    [
      "import { serve } from '../../lib/http/serve.ts';\n",
      "import { serve } from '../../lib/http/serve.ts';\nimport { countRoles } from '../../lib/store/user/roster.ts';\n",
    ],
    ["permission: 'session'", "permission: 'role.view'"],
    ["zh: ''", "zh: '本单位的角色数量'"],
    ['output: z.array(z.object({ id: z.int() }))', 'output: z.object({ system: z.int(), own: z.int() })'],
    ['reasons: []', "reasons: ['unit_not_found']"],
    ['handle: () => []', 'handle: ({ caller, deps }) => countRoles(deps.db, caller.vender)'],
  ],
  'lib/store/user/roster.ts': [
    ['import { packRoles, RoleRoster }', 'import { packRoles, RoleRoster, SYSTEM_ROLE_TYPE }'],
    [
      '/**\n * The step that replaces',
      `/** How many roles a unit has of the system, and of its own. @throws AppError \`unit_not_found\`. */
export async function countRoles(db: Database, unit: number): Promise<{ system: number; own: number }> {
  const { roles } = await readRoster(db, unit);
  const system = roles.filter(({ roleType }) => roleType === SYSTEM_ROLE_TYPE).length;
  return { system, own: roles.length - system };
}

/**
 * The step that replaces`,
    ],
  ],
  'scripts/reference/texts/role.ts': [
    [
      "description: { zh: '', en: '' },",
      "description: { zh: '本单位有多少系统角色和自定义角色。', en: 'How many roles the own unit has, of the system and of its own.' },",
    ],
    ['      // What the call promises, what absent and empty parameters mean.\n', ''],
  ],
  'tests/functions/role/count-roles.test.ts': [
    [
      '    // First make, by calls of the service, what is to be answered; then expect exactly that.\n',
      '    await setup.createRole();\n',
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
    ['import { findRoster,', 'import { countRoles, findRoster,'],
    [
      "  'role.createRole': {",
      `  'roster.countRoles': {
    does: 'how many roles a unit has',
    keys: '\`V#12\` / \`ROLES\`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: () => (db) => countRoles(db, 1),
  },
  'role.createRole': {`,
    ],
  ],
};
