import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const importOf = (source: string) => `import { thing } from '${source}';\n\nexport const scratch = thing;\n`;

/** By room: forbidden imports, and the linter's message. */
const forbidden: [room: string, source: string, message: string][] = [
  ['functions/dish', '@aws-sdk/client-dynamodb', 'functions/ leaves DynamoDB to lib/store.'],
  ['functions/dish', '../../lib/table/database.ts', 'functions/ leaves DynamoDB to lib/store.'],
  ['functions/dish', '../../lib/table/collection/page.ts', 'functions/ leaves DynamoDB to lib/store.'],
  ['functions/dish', '../../tables/keys.ts', 'functions/ leaves keys and starter data to lib/.'],
  ['functions/dish', './create-dish.ts', 'A function imports no other function.'],
  ['functions/dish', '../unit/create-unit.ts', 'A function imports no other function.'],
  ['functions/dish', '../../scripts/generate/generated.ts', 'What is deployed needs no scripts and no tests.'],
  ['functions/dish', '../../tests/support/service/setup.ts', 'What is deployed needs no scripts and no tests.'],
  ['lib/http', '@aws-sdk/lib-dynamodb', 'lib/table alone speaks to DynamoDB.'],
  ['lib/http/middleware', '../../store/unit/unit.ts', 'lib/http leaves the table to lib/store.'],
  ['lib/http', '../table/database.ts', 'lib/http leaves the table to lib/store.'],
  ['lib/http', '../domain/dish.ts', 'lib/http knows no nouns of the domain.'],
  ['lib/runtime', '../http/serve.ts', 'lib/runtime stands below these rooms.'],
  ['lib/runtime', '@smithy/signature-v4', 'lib/table alone speaks to AWS.'],
  ['lib/auth', '../../tables/keys.ts', 'lib/auth leaves the table to lib/store.'],
  ['lib/auth', '../http/serve.ts', 'lib/auth stands below these rooms.'],
  ['lib/auth', '../runtime/deps.ts', 'lib/auth stands below these rooms.'],
  ['lib/store', '../http/reply.ts', 'lib/store stands below these rooms.'],
  ['lib/store', '../auth/permissions.ts', 'lib/store stands below these rooms.'],
  ['lib/store', '@aws-sdk/lib-dynamodb', 'lib/table alone speaks to DynamoDB.'],
  ['lib/store/dish', '../../http/reply.ts', 'lib/store stands below these rooms.'],
  ['lib/store/dish', '@aws-sdk/lib-dynamodb', 'lib/table alone speaks to DynamoDB.'],
  ['lib/store/user', '../unit/unit.ts', 'Imports run downwards in lib/store, too'],
  ['lib/store/unit', '../dish/dish.ts', 'Imports run downwards in lib/store, too'],
  ['lib/store/unit', '../standard.ts', 'Imports run downwards in lib/store, too'],
  ['lib/store/dish', '../ingredient/ingredient.ts', 'Imports run downwards in lib/store, too'],
  ['lib/store/ingredient', '../menu/menu.ts', 'Imports run downwards in lib/store, too'],
  ['lib/store/menu', '../screen/screen.ts', 'Imports run downwards in lib/store, too'],
  ['lib/store/screen', '../nouns.ts', 'Imports run downwards in lib/store, too'],
  ['lib/table', '../store/unit/unit.ts', 'lib/table stands below these rooms.'],
  ['lib/table/collection', '../../store/unit/unit.ts', 'lib/table stands below these rooms.'],
  ['lib/table', '../sheets/mark-sheet.ts', 'lib/table stands below these rooms.'],
  ['lib/sheets', '../store/ingredient/mark.ts', 'lib/sheets stands below these rooms.'],
  ['lib/sheets', '../table/database.ts', 'lib/sheets stands below these rooms.'],
  ['lib/sheets', 'node:fs', 'lib/sheets reads and writes what it is given.'],
  ['lib/spreadsheet', '../sheets/mark-sheet.ts', 'lib/spreadsheet stands below these rooms.'],
  ['lib/spreadsheet', 'node:fs', 'lib/spreadsheet reads bytes that it is given.'],
  ['lib/picture', '../store/dish/dish.ts', 'lib/picture stands below these rooms.'],
  ['lib/picture', '../../tables/keys.ts', 'lib/picture reads bytes that it is given, and its codecs.'],
  ['lib/label', '../store/dish/dish.ts', 'lib/label stands below these rooms.'],
  ['lib/label', '../spreadsheet/rows.ts', 'lib/label stands below these rooms.'],
  ['lib/label', 'node:fs', 'lib/label draws what it is given.'],
  ['lib/screen', '../store/screen/screen.ts', 'lib/screen stands below these rooms.'],
  ['lib/screen', 'node:fs', 'lib/screen draws what it is given.'],
  ['lib/domain', '../screen/page.ts', 'lib/domain stands below these rooms.'],
  ['lib/domain', 'node:fs', 'lib/domain does no I/O.'],
  ['lib/domain', '../../tables/keys.ts', 'lib/domain does no I/O.'],
  ['lib/domain', '@aws-sdk/lib-dynamodb', 'lib/table alone speaks to DynamoDB.'],
  ['lib/domain', '../store/unit/unit.ts', 'lib/domain stands below these rooms.'],
  ['lib/domain', '../http/reply.ts', 'lib/domain stands below these rooms.'],
  ['lib/domain/menu', '../../http/reply.ts', 'lib/domain stands below these rooms.'],
  ['lib/domain/values', '../nutrient/nutrient.ts', 'Imports run downwards in lib/domain, too'],
  ['lib/domain/nutrient', '../ingredient/ingredient.ts', 'Imports run downwards in lib/domain, too'],
  ['lib/domain/ingredient', '../dish.ts', 'Imports run downwards in lib/domain, too'],
  ['lib/domain/ingredient', '../menu/menu.ts', 'Imports run downwards in lib/domain, too'],
  ['lib/domain', './menu/menu.ts', 'Imports run downwards in lib/domain, too'],
  ['lib/domain/menu', '../analysis/analyse.ts', 'Imports run downwards in lib/domain, too'],
  ['lib/domain/analysis', '../revision.ts', 'Imports run downwards in lib/domain, too'],
  ['lib/domain/analysis/warnings', '../../planner/plan.ts', 'Imports run downwards in lib/domain, too'],
  ['lib/domain/planner', '../screen/screen.ts', 'Imports run downwards in lib/domain, too'],
  ['lib/domain', '../../scripts/reference/texts/dish.ts', 'What is deployed needs no scripts and no tests.'],
  ['lib/text', '../domain/values/fields.ts', 'lib/text stands below these rooms.'],
  ['lib', './domain/unit.ts', 'lib/errors.ts stands below these rooms.'],
  ['lib', './scratch-other.ts', "Nothing but errors.ts stands at lib's root."],
  ['tables', '../scripts/reference/texts/dish.ts', 'tables/ holds keys and data, no queries.'],
  ['tables', '../lib/store/unit/unit.ts', 'tables/ holds keys and data, no queries.'],
  ['scripts/seed', '../../tests/support/service/setup.ts', 'scripts need no tests.'],
  ['scripts/reference/texts', '../../../functions/dish/create-dish.ts', 'hold texts and requests.'],
  ['scripts/reference/texts', '../../../tests/support/service/setup.ts', 'hold texts and requests.'],
];

const allowed: [room: string, source: string][] = [
  ['functions/dish', '../../lib/store/unit/unit.ts'],
  ['functions/dish', '../../lib/runtime/job.ts'],
  ['lib/http', '../auth/caller.ts'],
  ['lib/http', '../store/idempotency.ts'],
  ['lib/http', '../store/operation.ts'],
  ['lib/runtime', '../auth/password.ts'],
  ['lib/auth', '../domain/user/user.ts'],
  ['lib/store', '../table/database.ts'],
  ['lib/store', '../domain/unit.ts'],
  ['lib/store', './menu/menu.ts'],
  ['lib/store/unit', '../user/roster.ts'],
  ['lib/store/unit', '../../domain/menu/menu.ts'],
  ['lib/store/ingredient', '../dish/dish.ts'],
  ['lib/store/menu', '../standard.ts'],
  ['lib/store/screen', '../menu/live-menu.ts'],
  ['lib/table', '@smithy/signature-v4'],
  ['lib/sheets', '../spreadsheet/rows.ts'],
  ['lib/label', '../domain/label/label.ts'],
  ['lib/screen', '../label/text-width.ts'],
  ['lib/domain', './values/fields.ts'],
  ['lib/domain', './ingredient/ingredient.ts'],
  ['lib/domain', '../text/normal-form.ts'],
  ['lib/domain/values', '../../text/normal-form.ts'],
  ['lib/domain/menu', '../unit.ts'],
  ['lib/domain/analysis', '../menu/menu.ts'],
  ['lib/domain/screen', '../revision.ts'],
  ['tests/bench', '../../scripts/seed/main.ts'],
];

const clocks = ['Date.now()', 'new Date()', 'performance.now()'];

/** By file: the files of a circle, even of types only. */
const circle: Readonly<Record<string, string>> = {
  'lib/domain/scratch-left.ts': "import type { Right } from './scratch-right.ts';\n\nexport type Left = Right | 1;\n",
  'lib/domain/scratch-right.ts': "import type { Left } from './scratch-left.ts';\n\nexport type Right = Left[] | 2;\n",
};

/** By room: other forbidden code, and the linter's message. */
const refused: [room: string, content: string, message: string][] = [
  ...clocks.map((clock): [string, string, string] => [
    'lib/domain',
    `export const scratch = ${clock};\n`,
    'have no clock',
  ]),
  ['lib/label', 'export const scratch = Date.now();\n', 'have no clock'],
  ...['functions/dish', 'lib/store', 'lib/http', 'lib/domain'].flatMap((room): [string, string, string][] => [
    [room, 'export const scratch = process.env.HOME;\n', 'noProcessEnv'],
    [room, 'export const scratch = (thing: any) => thing;\n', 'noExplicitAny'],
    [room, 'export const scratch = (things: string[]) => things[0]!.length;\n', 'noNonNullAssertion'],
  ]),
];

/** The linter's messages by scratch file. */
const findings = new Map<string, string>();
let scratch: string;

const fileOf = (kind: string, index: number, room: string) => `${room}/scratch-${kind}-${index}.ts`;

/** All scratch files are in a copied working tree with the real configuration, and are checked in one run. */
beforeAll(async () => {
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'rooms-')));
  for (const file of ['biome.json', 'package.json', 'scripts/lint']) {
    await cp(join(ROOT, file), join(scratch, file), { recursive: true });
  }
  const files = [
    ...forbidden.map(([room, source], index) => [fileOf('forbidden', index, room), importOf(source)]),
    ...allowed.map(([room, source], index) => [fileOf('allowed', index, room), importOf(source)]),
    ...refused.map(([room, content], index) => [fileOf('refused', index, room), content]),
    ...Object.entries(circle),
  ];
  for (const [file = '', content = ''] of files) {
    await mkdir(dirname(join(scratch, file)), { recursive: true });
    await writeFile(join(scratch, file), content);
  }
  const report = await lintAll();
  for (const line of report.split('\n')) {
    const [, file] = /file=([^,]+),/.exec(line) ?? [];
    if (!file) continue;
    const name = relative(scratch, file);
    findings.set(name, `${findings.get(name) ?? ''}${line}\n`);
  }
});
afterAll(() => rm(scratch, { recursive: true }));

function lintAll(): Promise<string> {
  const biome = join(ROOT, 'node_modules/.bin/biome');
  const options = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', '.'];
  return new Promise((resolve) => {
    execFile(biome, options, { cwd: scratch, maxBuffer: 16 * 1024 * 1024 }, (_error, out, err) => resolve(out + err));
  });
}

describe('the rooms of the house', () => {
  it.each(forbidden.map((row, index) => ({ row, index })))('$row.0 refuses to import $row.1', ({ row, index }) => {
    expect(findings.get(fileOf('forbidden', index, row[0]))).toContain(row[2]);
  });

  it.each(allowed.map((row, index) => ({ row, index })))('$row.0 may import $row.1', ({ row, index }) => {
    expect(findings.get(fileOf('allowed', index, row[0])) ?? '').not.toMatch(/noRestrictedImports|downwards/);
  });

  it.each(refused.map((row, index) => ({ row, index })))('$row.0 refuses $row.2 in: $row.1', ({ row, index }) => {
    expect(findings.get(fileOf('refused', index, row[0]))).toContain(row[2]);
  });

  it.each(Object.keys(circle))('%s is refused, since the other imports it too', (file) => {
    expect(findings.get(file)).toContain('noImportCycles');
  });
});
