import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const importOf = (source: string) => `import { thing } from '${source}';\n\nexport const scratch = thing;\n`;

/** By room: what must not be imported there, and what the linter answers. */
const forbidden: [room: string, source: string, message: string][] = [
  ['functions/dish', '@aws-sdk/client-dynamodb', 'functions/ leaves the SDK to lib/store.'],
  ['functions/dish', '../../tables/keys.ts', 'functions/ leaves keys and starter data to lib/.'],
  ['functions/dish', './create-dish.ts', 'A function imports no other function.'],
  ['functions/dish', '../unit/create-unit.ts', 'A function imports no other function.'],
  ['functions/dish', '../../scripts/generate.ts', 'What is deployed needs no scripts, no tests and no documentation.'],
  ['functions/dish', '../../lib/store/database.ts', 'functions/ uses the access patterns of a noun.'],
  ['lib/http', '@aws-sdk/lib-dynamodb', 'lib/http leaves the table to lib/store.'],
  ['lib/http/middleware', '../../store/unit.ts', 'lib/http leaves the table to lib/store.'],
  ['lib/http', '../domain/dish.ts', 'lib/http knows no nouns of the domain.'],
  ['lib/auth', '../../tables/keys.ts', 'lib/auth leaves the table to lib/store.'],
  ['lib/auth', '../http/serve.ts', 'lib/auth knows no transport.'],
  ['lib/domain', 'node:fs', 'lib/domain does no I/O.'],
  ['lib/domain', '@aws-sdk/lib-dynamodb', 'lib/domain does no I/O.'],
  ['lib/domain', '../store/unit.ts', 'lib/domain is pure rules.'],
  ['lib/domain', '../http/reply.ts', 'lib/domain is pure rules.'],
  ['lib/store', '../http/reply.ts', 'lib/store knows no HTTP and no permissions.'],
  ['lib/store', '../auth/permissions.ts', 'lib/store knows no HTTP and no permissions.'],
  ['lib/files', '../store/mark.ts', 'lib/files reads bytes that it is given.'],
  ['lib/print', '../store/dish.ts', 'lib/print draws what it is given.'],
  ['lib/print', 'node:fs', 'lib/print draws what it is given.'],
  ['lib', '../scripts/generate.ts', 'lib/ knows nothing of functions, scripts, tests and documentation.'],
  ['functions/dish', '../../docs/dish.ts', 'What is deployed needs no scripts, no tests and no documentation.'],
  ['docs', '../functions/dish/create-dish.ts', 'docs/ holds texts and requests.'],
  ['lib/print', '../../docs/dish.ts', 'lib/ knows nothing of functions, scripts, tests and documentation.'],
  ['lib/domain', '../../docs/dish.ts', 'lib/ knows nothing of functions, scripts, tests and documentation.'],
  ['lib/store', '../../docs/dish.ts', 'lib/ knows nothing of functions, scripts, tests and documentation.'],
  ['tables', '../docs/dish.ts', 'tables/ holds keys and data, no queries.'],
  ['tables', '../lib/store/unit.ts', 'tables/ holds keys and data, no queries.'],
];

const allowed: [room: string, source: string][] = [
  ['functions/dish', '../../lib/store/unit.ts'],
  ['functions/service', '../openapi.generated.json'],
  ['lib/http', '../auth/caller.ts'],
  ['lib/auth', '../domain/user.ts'],
  ['lib/domain', './fields.ts'],
  ['lib/print', '../domain/label.ts'],
  ['lib/store', '../domain/unit.ts'],
  ['lib/store', '@aws-sdk/lib-dynamodb'],
];

const clocks = ['Date.now()', 'new Date()', 'performance.now()'];

/** By room: other code that is refused there, and what the linter answers. */
const refused: [room: string, content: string, message: string][] = [
  ...clocks.map((clock): [string, string, string] => [
    'lib/domain',
    `export const scratch = ${clock};\n`,
    'have no clock',
  ]),
  ['lib/print', 'export const scratch = Date.now();\n', 'have no clock'],
  ...['functions/dish', 'lib/store', 'lib/http', 'lib/domain'].flatMap((room): [string, string, string][] => [
    [room, 'export const scratch = process.env.HOME;\n', 'noProcessEnv'],
    [room, 'export const scratch = (thing: any) => thing;\n', 'noExplicitAny'],
    [room, 'export const scratch = (things: string[]) => things[0]!.length;\n', 'noNonNullAssertion'],
  ]),
];

/** The linter's words by scratch file. */
const findings = new Map<string, string>();
let scratch: string;

const fileOf = (kind: string, index: number, room: string) => `${room}/scratch-${kind}-${index}.ts`;

/** All scratch files stand in a copy of the house with its real configuration, and are checked in one run. */
beforeAll(async () => {
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'rooms-')));
  for (const file of ['biome.json', 'package.json', 'scripts/lint']) {
    await cp(join(ROOT, file), join(scratch, file), { recursive: true });
  }
  const files = [
    ...forbidden.map(([room, source], index) => [fileOf('forbidden', index, room), importOf(source)]),
    ...allowed.map(([room, source], index) => [fileOf('allowed', index, room), importOf(source)]),
    ...refused.map(([room, content], index) => [fileOf('refused', index, room), content]),
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
    expect(findings.get(fileOf('allowed', index, row[0])) ?? '').not.toContain('noRestrictedImports');
  });

  it.each(refused.map((row, index) => ({ row, index })))('$row.0 refuses $row.2 in: $row.1', ({ row, index }) => {
    expect(findings.get(fileOf('refused', index, row[0]))).toContain(row[2]);
  });
});
