import { Problem } from '../start/problem.ts';
import type { NounDraft } from './options.ts';

/** What a noun adds to a file that knows every noun. `gizmo` stands for the noun. */
interface Addition {
  readonly path: string;
  /** It is added before this. */
  readonly before: RegExp;
  readonly text: string;
}

const IMPORTS = /^(import|\/\*\*) /m;

/** The end of the list with this beginning. */
const endOf = (start: string, end: string) => new RegExp(`(?<=${start}[^\\${end}]*),?\\s*\\${end}`);

const keyOf = (declaration: string): Addition => ({
  path: 'tables/keys.ts',
  before: /^\/\*\* Partition of the nutrition standards\. \*\/$/m,
  text: declaration,
});

/** What the doctor remembers of each. */
const readByDoctor = (facts: string, reader: string): Addition[] => [
  {
    path: 'scripts/doctor/readers.ts',
    before: IMPORTS,
    text: "import { Gizmo } from '../../lib/domain/gizmo.ts';\n",
  },
  { path: 'scripts/doctor/readers.ts', before: / {2}'uid claim': \{ readonly/, text: facts },
  { path: 'scripts/doctor/readers.ts', before: / {2}'uid claim': reader\(/, text: reader },
  { path: 'scripts/doctor/words.ts', before: /^ {2}unknown: '/m, text: "  gizmo: '某物',\n" },
];

const rule = (text: string): Addition[] => [
  { path: 'tables/place.ts', before: /^ {2}headKey,$/m, text: '  gizmoKey,\n' },
  { path: 'tables/place.ts', before: /^ {2}row: \{$/m, text },
];

const listed = (row: string): Addition => ({
  path: 'tables/access-patterns.md',
  before: /^\| nutrition standard \|/m,
  text: row,
});

/** The additions for a collection. */
const ofCollection: readonly Addition[] = [
  { path: 'tables/keys.ts', before: endOf('export const prefix = \\{', '}'), text: ", gizmo: 'GIZMO#'" },
  { path: 'tables/keys.ts', before: endOf('export const collectionsOfUnit = \\[', ']'), text: ", 'GIZMO'" },
  keyOf(`/** Partition of the gizmos of one unit. */
export const gizmoPartition = (unit: number) => collectionPartition(unit, 'GIZMO');
export const gizmoKey = (unit: number, number: number): Key => ({
  pk: gizmoPartition(unit),
  sk: \`\${prefix.gizmo}\${String(number).padStart(BLOCK_DIGITS, '0')}\`,
});

`),
  ...rule(`  gizmo: {
    pattern: of(\`(?<partition>\${UNIT}#GIZMO)\`, 'GIZMO#(?<number>\\\\d+)'),
    toKey: ofUnit((unit, { number }) => gizmoKey(unit, number)),
    thing: ['gizmo', 'number'],
  },
`),
  ...readByDoctor(
    '  gizmo: { readonly unit: number; readonly number: number };\n',
    `  gizmo: reader(
    Gizmo,
    ({ number }, unit) => ({ unit, number }),
    ({ vender, number }) => gizmoKey(vender, number),
  ),
`,
  ),
  { path: 'scripts/doctor/readers.ts', before: /^ {2}uidClaimKey,$/m, text: '  gizmoKey,\n' },
  { path: 'lib/store/nouns.ts', before: IMPORTS, text: "import { gizmosOf } from './gizmo.ts';\n" },
  {
    path: 'lib/store/nouns.ts',
    before: endOf('const views[^=]*=> readonly AnyCollection\\[\\] \\} = \\{', '}'),
    text: ', gizmo: (unit) => [gizmosOf(unit)]',
  },
  {
    path: 'lib/errors.ts',
    before: /^ {2}\w+: \{ code: 409/m,
    text: "  gizmo_not_found: { code: 404, zh: '某物不存在', en: 'There is no such gizmo' },\n",
  },
  {
    path: 'scripts/export/line.ts',
    before: IMPORTS,
    text: "import { gizmoFields } from '../../lib/domain/gizmo.ts';\n",
  },
  {
    path: 'scripts/export/line.ts',
    before: /^\/\*\* All types of lines but the last/m,
    text: `const GizmoFacts = z.strictObject({
  type: z.literal('gizmo'),
  number: z.int().min(1).max(LAST_NUMBER),
  ...gizmoFields,
});

`,
  },
  { path: 'scripts/export/line.ts', before: endOf('const facts = \\[', ']'), text: ', GizmoFacts' },
  { path: 'scripts/export/member-forms.ts', before: IMPORTS, text: "import { gizmoForm } from './gizmo-form.ts';\n" },
  {
    path: 'scripts/export/member-forms.ts',
    before: endOf('MemberForm<Type> \\} = \\{', '}'),
    text: ', gizmo: gizmoForm',
  },
  {
    path: 'tests/tables/place.test.ts',
    before: /^ {2}headKey: \{/m,
    text: `  gizmoKey: {
    kind: 'gizmo',
    draw: (random) => {
      const of = unit(random);
      return { unit: of, partition: keys.gizmoPartition(of), number: number(random) };
    },
    build: (parts) => keys.gizmoKey(parts.unit, parts.number),
  },
`,
  },
  listed(`| gizmo of a unit | \`V#12#GIZMO\` | \`GIZMO#000345\` |
| head and slim rows of a unit's gizmos | \`V#12#GIZMO\` | \`HEAD\`, \`ROW#<block>#<number>\` |
`),
];

/** What the examples find, by owner: unit or platform. */
const exampleOf = { unit: 'schoolThings', platform: 'platformThings' } as const;

/** The additions for a noun of which each unit has one. */
const ofItem: readonly Addition[] = [
  keyOf(`/** The gizmo of a unit. */
export const gizmoKey = (unit: number): Key => ({ pk: unitPartition(unit), sk: 'GIZMO' });

`),
  ...rule("  gizmo: { pattern: of(UNIT, 'GIZMO'), toKey: ofUnit(gizmoKey), thing: ['gizmo', 'unit'] },\n"),
  ...readByDoctor('  gizmo: { readonly unit: number };\n', '  gizmo: reader(Gizmo, (_, unit) => ({ unit })),\n'),
  {
    path: 'tests/tables/place.test.ts',
    before: /^ {2}headKey: \{/m,
    text: "  gizmoKey: { kind: 'gizmo', draw: ofUnit, build: ({ unit: of }) => keys.gizmoKey(of) },\n",
  },
  listed('| gizmo of a unit | `V#12` | `GIZMO` |\n'),
];

/** The additions to the files that know every noun, by path. */
export function listAdditions({ isCollection, owner }: NounDraft): ReadonlyMap<string, readonly Addition[]> {
  const example: Addition = {
    path: 'tests/examples/world.ts',
    before: new RegExp(`(?<=^const ${exampleOf[owner]}[^;]*)\\];`, 'm'),
    text: "  ['PUT /api/gizmo', { name: '甲' }],\n",
  };
  return Map.groupBy(isCollection ? [...ofCollection, example] : ofItem, ({ path }) => path);
}

/**
 * The text of a file with its additions.
 * @throws Problem where the file has changed too much.
 */
export function addAll(text: string, additions: readonly Addition[], renderText: (template: string) => string): string {
  return additions.reduce((former, { path, before, text: template }) => {
    const place = before.exec(former);
    if (!place) throw new Problem(`${path} has no place any more for a noun: nothing matches ${before}`);
    return `${former.slice(0, place.index)}${renderText(template)}${former.slice(place.index)}`;
  }, text);
}
