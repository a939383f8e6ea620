import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoint as listRoles } from '../../functions/role/list-roles.ts';
import { UsageProblem } from '../../scripts/command/command.ts';
import { demandNew, writeEndpoint } from '../../scripts/new-endpoint/begin.ts';
import { readDraft } from '../../scripts/new-endpoint/options.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What of the house an endpoint, its test and the command need. */
const needed = ['functions', 'lib', 'tables', 'scripts', 'tests/support', 'package.json', 'biome.json'];
const further = ['tsconfig.json', 'vitest.config.ts'];
/** The types of a package that has none: found by the house's `include`. */
const NEGOTIATOR = 'lib/http/negotiator.d.ts';

const read = ['GET', '/api/thing', 'list-things', '--noun', 'thing'];
const DRAFT = { method: 'GET', path: '/api/other', name: 'find-things', noun: 'thing' } as const;
const longest = 'create-abcdefghijklmnopqrstuvwxyz-things';
const write = ['PUT', `/api/${'thing/'.repeat(12)}one`, longest, '--noun', 'thing'];
const written = [
  'functions/thing/list-things.ts',
  'tests/functions/thing/list-things.test.ts',
  `functions/thing/${longest}.ts`,
  `tests/functions/thing/${longest}.test.ts`,
];

const Report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

let house: string;

/** A command in the copy of the house. */
function run(
  file: string,
  ...args: string[]
): Promise<{ code: number | string | undefined; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd: house }, (error, out, err) =>
      resolve({ code: error ? (error.code ?? 'killed') : 0, out, err }),
    );
  });
}
const begin = (args: readonly string[]) => run(process.execPath, 'scripts/new-endpoint/main.ts', ...args);
const tool = (name: string, ...args: string[]) => run(join(ROOT, 'node_modules/.bin', name), ...args);

beforeAll(async () => {
  house = await realpath(await mkdtemp(join(tmpdir(), 'new-endpoint-')));
  const copies = [...needed, ...further].map((file) => cp(join(ROOT, file), join(house, file), { recursive: true }));
  await Promise.all(copies);
  await symlink(await realpath(join(ROOT, 'node_modules')), join(house, 'node_modules'));
});
afterAll(() => rm(house, { recursive: true }));

describe('npm run new:endpoint', () => {
  it('writes declaration and test, generates, and says which rows are missing', async () => {
    const { code, out, err } = await begin(read);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`Written: functions/thing/list-things.ts
         tests/functions/thing/list-things.test.ts
Generated: functions/serverless.generated.yml, functions/openapi.generated.json

The tests now ask for a row of GET /api/thing in each of
  scripts/reference/texts/thing.ts       texts        listThings: { description: '…', examples: { one: {} } },
  tests/scripts/package.test.ts          routes       'GET /api/thing',
  tests/support/endpoint-rules.ts        side, items  'GET /api/thing': { side: 'any', parameters: {} },
  tests/support/valid-calls.ts           a call       'GET /api/thing': asSchool(),
  tables/access-patterns.md              Calls        | \`GET /api/thing\` | 2 | 4 | 0 |
  tests/proofs/histories/                a kind       what the model of random histories answers to it
  tests/scripts/demo.test.ts             needed       its parameters, where it has any

texts/ and histories/ have a file per noun: where there is none yet, begin with a copy of operation.ts, operations.ts.

Then make the test pass: npx vitest run tests/functions/thing/list-things.test.ts
At last record what is answered to the examples: npm run examples
`);
    expect((await begin(write)).code).toBe(0);
    const files = [
      ...(await readdir(join(house, 'functions/thing'))),
      ...(await readdir(join(house, 'tests/functions/thing'))),
    ];
    expect(files.toSorted()).toEqual(written.map((path) => path.replace(/.*\//, '')).toSorted());
    const functions = await readFile(join(house, 'functions/serverless.generated.yml'), 'utf8');
    expect(functions).toContain('listThings:\n  handler: .build/functions/thing/list-things.handler\n');
    expect(functions).toContain('role: WriterRole');
    expect(await readFile(join(house, 'functions/openapi.generated.json'), 'utf8')).toContain('"/api/thing"');
  });

  // Compiler, linter and runner at once take their time where the machine has other work.
  const title = 'writes what compiles, is formatted, and has tests that fail for want of what the endpoint is for';
  it(title, { timeout: 60_000 }, async () => {
    const project = join(house, 'tsconfig.new.json');
    await writeFile(
      project,
      JSON.stringify({ extends: './tsconfig.json', include: [], files: [...written, NEGOTIATOR] }),
    );
    const [types, lint, tests] = await Promise.all([
      tool('tsc', '--project', project),
      tool('biome', 'check', '--vcs-enabled=false', ...written),
      tool('vitest', 'run', '--reporter=json', '--outputFile=report.json'),
    ]);
    expect(types).toMatchObject({ code: 0, out: '' });
    expect(lint).toMatchObject({ code: 0 });
    expect(tests.code).toBe(1);
    const report = Report.parse(JSON.parse(await readFile(join(house, 'report.json'), 'utf8')));
    const results = report.testResults.flatMap((file) => file.assertionResults);
    const told = results.map(({ title, status, failureMessages: [message = ''] }) => {
      return [title, status, message.split('\n')[0]];
    });
    expect(told.toSorted()).toEqual([
      [
        'answers what the school has',
        'failed',
        'AssertionError: nothing is answered yet: let the handler read it: expected [] to not deeply equal []',
      ],
      [
        'changes what the school has',
        'failed',
        "AssertionError: nothing is written yet: let the handler do so: expected 'signIn' to be " +
          "'createAbcdefghijklmnopqrstuvwxyzThings' // Object.is equality",
      ],
      ['is for those who are signed in', 'passed', ''],
      ['is for those who are signed in', 'passed', ''],
    ]);
  });

  it('ends with 1 where the route is there, with 2 where it is called wrongly', async () => {
    const calls = [['GET', '/api/thing', 'find-things', '--noun', 'thing'], ['GET']];
    expect(await Promise.all(calls.map(begin))).toEqual([
      { code: 1, out: '', err: 'GET /api/thing is functions/thing/list-things.ts already\n' },
      { code: 2, out: '', err: 'Takes METHOD PATH VERB-NOUN --noun NOUN; --help says more\n' },
    ]);
    expect(await readdir(join(house, 'functions/thing'))).toHaveLength(2);
  });

  it('refuses a function that there is, whatever its folder', () => {
    const declarations = { endpoints: [{ noun: 'role', file: 'list-roles', declaration: listRoles }], jobs: [] };
    expect(() => demandNew({ ...DRAFT, name: 'list-roles' }, declarations)).toThrow(
      'The function listRoles is functions/role/list-roles.ts already',
    );
    expect(() => demandNew(DRAFT, declarations)).not.toThrow();
  });

  it.each(['functions/thing/find-things.ts', 'tests/functions/thing/find-things.test.ts'])(
    'leaves %s as it is',
    async (path) => {
      await mkdir(dirname(join(house, path)), { recursive: true });
      await writeFile(join(house, path), 'kept');
      await expect(writeEndpoint(house, DRAFT)).rejects.toThrow(`${path} is there already`);
      expect(await readFile(join(house, path), 'utf8')).toBe('kept');
      await rm(join(house, path));
      expect(await readdir(join(house, 'functions/thing'))).not.toContain('find-things.ts');
    },
  );
});

describe('its command line', () => {
  it.each([
    ['GET /api/thing list-things', 'Takes METHOD PATH'],
    ['GET /api/thing list-things more --noun thing', 'Takes METHOD PATH'],
    ['get /api/thing list-things --noun thing', 'METHOD must be one of'],
    ['PATCH /api/thing list-things --noun thing', 'METHOD must be one of'],
    ['GET /thing list-things --noun thing', 'PATH must be'],
    ['GET /api/thing/ list-things --noun thing', 'PATH must be'],
    ['GET /api/{id} list-things --noun thing', 'PATH must be'],
    [`GET /api/${'a'.repeat(80)} list-things --noun thing`, 'PATH must be'],
    ['GET /api/thing list --noun thing', 'VERB-NOUN must be'],
    ['GET /api/thing listThings --noun thing', 'VERB-NOUN must be'],
    ['GET /api/thing ../list-things --noun thing', 'VERB-NOUN must be'],
    [`GET /api/thing list-${'a'.repeat(40)} --noun thing`, 'VERB-NOUN must be'],
    ['GET /api/thing list-things --noun ../thing', '--noun must be'],
    ['GET /api/thing list-things --nuon thing', "Unknown option '--nuon'"],
  ])('"%s" is refused', (line, message) => {
    const attempting = () => readDraft(line.split(' '));
    expect(attempting).toThrow(UsageProblem);
    expect(attempting).toThrow(message);
  });

  it('asks for help', () => {
    expect(readDraft(['--help'])).toBeUndefined();
  });
});
