import type { Change } from '../new-endpoint/house.ts';

const everywhere = (former: string, next: string, times: number): Change[] => Array(times).fill([former, next]);
const permit = (permission: string): Change => ["permission: 'session'", `permission: '${permission}'`];
const state = (route: string, admin: number, business: number): Change => [
  `'${route}': {\n    side: 'any',`,
  `'${route}': {\n    side: 'any',\n    items: { admin: [${admin}], business: [${business}] },`,
];

/** Menus that have a note each and take the permissions of dishes, file by file as a person would write them. */
export const byHand: Readonly<Record<string, readonly Change[]>> = {
  'functions/menu/create-menu.ts': [permit('dish.create')],
  'functions/menu/delete-menu.ts': [permit('dish.delete')],
  'functions/menu/find-menus.ts': [permit('dish.view')],
  'functions/menu/update-menu.ts': [permit('dish.edit')],
  'lib/domain/menu.ts': [
    ['import { NAME_MAX, requiredText }', 'import { FREE_TEXT_MAX, NAME_MAX, requiredText, text }'],
    ['{ name: requiredText(NAME_MAX) }', '{ name: requiredText(NAME_MAX), note: text(FREE_TEXT_MAX) }'],
    ['  name: z.string(),\n', '  name: z.string(),\n  note: z.string(),\n'],
    ['id: z.int(), name: z.string() }', 'id: z.int(), name: z.string(), note: z.string() }'],
  ],
  'scripts/reference/texts/menu.ts': [
    ["about: ''", "about: 'Menus of a unit'"],
    ["description: ''", "description: 'Menus of the own unit, newest first; with `id` that one alone.'"],
    ["description: ''", "description: 'Creates a menu in the own unit.'"],
    ["description: ''", "description: 'Changes a menu of the own unit.'"],
    ["description: ''", "description: 'Deletes a menu of the own unit.'"],
    ["'Name, 1 to 100 characters.' }", "'Name, 1 to 100 characters.', note: 'Up to 500 characters; may be empty.' }"],
    [
      "name: 'New name, 1 to 100 characters; absent: unchanged.' }",
      "name: 'New name, 1 to 100 characters; absent: unchanged.', note: 'Up to 500 characters; absent: unchanged.' }",
    ],
    ["name: '乙'", "name: '乙', note: ''"],
    ["id: 1000001, name: '丙'", "id: 1000001, name: '丙', note: '新'"],
  ],
  'tests/examples/world.ts': [["['PUT /api/menu', { name: '甲' }]", "['PUT /api/menu', { name: '甲', note: '旧' }]"]],
  'tests/functions/menu/menu.test.ts': [
    ["'PUT /api/menu', { name }, token)", "'PUT /api/menu', { name, note: '注' }, token)"],
    ['    // Say it in lib/domain/menu.ts, and then here: send each field, and expect it in the answers below.\n', ''],
    [
      "expect(Object.keys(menuFields), 'a menu is a name and nothing else: say what it is').not.toEqual(['name'])",
      "expect(Object.keys(menuFields)).toEqual(['name', 'note'])",
    ],
    ["{ id: 99, name: '菜单' }", "{ id: 99, name: '菜单', note: '' }"],
    ["{ name: ' 菜单 Ａ ' }", "{ name: ' 菜单 Ａ ', note: ' 注 ' }"],
    ["[{ id, name: '菜单 A' }]", "[{ id, name: '菜单 A', note: '注' }]"],
    ["'PUT /api/menu', { name })", "'PUT /api/menu', { name, note: '' })"],
    ["[{ id, name: '新名' }]", "[{ id, name: '新名', note: '注' }]"],
    ['index}` })', "index}`, note: '注' })"],
    ["[{ id, name: '红旗' }]", "[{ id, name: '红旗', note: '注' }]"],
  ],
  'tests/proofs/histories/kinds/menu.ts': [
    ['import { id, keyword, maybe', 'import { freeText, id, keyword, maybe'],
    ['  name: string;\n', '  name: string;\n  note: string;\n'],
    [
      "({ name: needed(draw, 'name', () => name(draw, 'name', NAMES, 100)) })",
      `({
    name: needed(draw, 'name', () => name(draw, 'name', NAMES, 100)),
    note: needed(draw, 'note', () => freeText(draw, 'note', '清淡')),
  })`,
    ],
    [
      "    name: maybe(draw, () => name(draw, 'name', NAMES, 100)),\n",
      "    name: maybe(draw, () => name(draw, 'name', NAMES, 100)),\n    note: maybe(draw, () => freeText(draw, 'note', '清淡')),\n",
    ],
  ],
  'tests/statements/menu.ts': [
    state('GET /api/menu', 9, 25),
    state('PUT /api/menu', 10, 26),
    state('POST /api/menu', 11, 27),
    state('DELETE /api/menu', 12, 28),
    [
      'otherForm, type Parameter, paging, type Statements, wordOf',
      'otherForm, type Parameter, paging, type Statements, value, wordOf',
    ],
    ["name: stage.unique('菜单') }", "name: stage.unique('菜单'), note: '' }"],
    ...everywhere("name: newName('nothing', '菜单') }", "name: newName('nothing', '菜单'), note: value('注') }", 2),
    ...everywhere("{ name: '菜单' }", "{ name: '菜单', note: '' }", 5),
  ],
};
