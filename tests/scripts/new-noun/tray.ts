import type { Change } from '../new-endpoint/house.ts';

const everywhere = (former: string, next: string, times: number): Change[] => Array(times).fill([former, next]);
const permit = (permission: string): Change => ["permission: 'session'", `permission: '${permission}'`];
const state = (route: string, admin: number, business: number): Change => [
  `'${route}': {\n    side: 'any',`,
  `'${route}': {\n    side: 'any',\n    items: { admin: [${admin}], business: [${business}] },`,
];

const tell = (key: string, zh: string, en: string): Change => [
  `${key}: { zh: '', en: '' }`,
  `${key}: { zh: '${zh}', en: '${en}' }`,
];

/** Trays that have a note each and take the permissions of dishes, file by file as a person would write them. */
export const byHand: Readonly<Record<string, readonly Change[]>> = {
  'functions/tray/create-tray.ts': [permit('dish.create')],
  'functions/tray/delete-tray.ts': [permit('dish.delete')],
  'functions/tray/find-trays.ts': [permit('dish.view')],
  'functions/tray/update-tray.ts': [permit('dish.edit')],
  'lib/domain/tray.ts': [
    ['import { NAME_MAX, requiredText }', 'import { FREE_TEXT_MAX, NAME_MAX, requiredText, text }'],
    ['{ name: requiredText(NAME_MAX) }', '{ name: requiredText(NAME_MAX), note: text(FREE_TEXT_MAX) }'],
    ['  name: z.string(),\n', '  name: z.string(),\n  note: z.string(),\n'],
    ['id: z.int(), name: z.string() }', 'id: z.int(), name: z.string(), note: z.string() }'],
  ],
  'scripts/reference/texts/tray.ts': [
    tell('about', '单位的餐盘', 'Trays of a unit'),
    tell(
      'description',
      '本单位的餐盘，最新的在前；带 `id` 时只有该餐盘。',
      'Trays of the own unit; with `id` that one alone.',
    ),
    tell('description', '在本单位新建餐盘。', 'Creates a tray in the own unit.'),
    tell('description', '修改本单位的餐盘。', 'Changes a tray of the own unit.'),
    tell('description', '删除本单位的餐盘。', 'Deletes a tray of the own unit.'),
    [
      "en: 'Name, 1 to 100 characters.',\n        },",
      "en: 'Name, 1 to 100 characters.',\n        },\n        note: { zh: '最多 500 个字符，可以为空。', en: 'Up to 500 characters; may be empty.' },",
    ],
    [
      "en: 'New name, 1 to 100 characters; absent: unchanged.',\n        },",
      "en: 'New name, 1 to 100 characters; absent: unchanged.',\n        },\n        note: { zh: '最多 500 个字符；不传：不变。', en: 'Up to 500 characters; absent: unchanged.' },",
    ],
    ["name: '乙'", "name: '乙', note: ''"],
    ["id: 1000001, name: '丙'", "id: 1000001, name: '丙', note: '新'"],
  ],
  'tests/examples/world.ts': [["['PUT /api/tray', { name: '甲' }]", "['PUT /api/tray', { name: '甲', note: '旧' }]"]],
  'tests/functions/tray/tray.test.ts': [
    ["'PUT /api/tray', { name }, token)", "'PUT /api/tray', { name, note: '注' }, token)"],
    ['    // Say it in lib/domain/tray.ts, and then here: send each field, and expect it in the answers below.\n', ''],
    [
      "expect(Object.keys(trayFields), 'a tray is a name and nothing else: say what it is').not.toEqual(['name'])",
      "expect(Object.keys(trayFields)).toEqual(['name', 'note'])",
    ],
    ["{ id: 99, name: '餐盘' }", "{ id: 99, name: '餐盘', note: '' }"],
    ["{ name: ' 餐盘 Ａ ' }", "{ name: ' 餐盘 Ａ ', note: ' 注 ' }"],
    ["[{ id, name: '餐盘 A' }]", "[{ id, name: '餐盘 A', note: '注' }]"],
    ["'PUT /api/tray', { name })", "'PUT /api/tray', { name, note: '' })"],
    ["[{ id, name: '新名' }]", "[{ id, name: '新名', note: '注' }]"],
    ['index}` })', "index}`, note: '注' })"],
    ["[{ id, name: '红旗' }]", "[{ id, name: '红旗', note: '注' }]"],
  ],
  'tests/proofs/histories/kinds/tray.ts': [
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
  'tests/statements/tray.ts': [
    state('GET /api/tray', 9, 25),
    state('PUT /api/tray', 10, 26),
    state('POST /api/tray', 11, 27),
    state('DELETE /api/tray', 12, 28),
    ['  wordOf,\n', '  value,\n  wordOf,\n'],
    ["name: setup.unique('餐盘') }", "name: setup.unique('餐盘'), note: '' }"],
    ...everywhere("name: newName('nothing', '餐盘') }", "name: newName('nothing', '餐盘'), note: value('注') }", 2),
    ...everywhere("{ name: '餐盘' }", "{ name: '餐盘', note: '' }", 5),
  ],
};
