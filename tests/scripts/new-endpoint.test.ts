import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint as listRoles } from '../../functions/role/list-roles.ts';
import { UsageProblem } from '../../scripts/command/command.ts';
import { demandNew, writeEndpoint } from '../../scripts/new-endpoint/begin.ts';
import { readDraft } from '../../scripts/new-endpoint/options.ts';
import { namesOf } from '../../scripts/new-endpoint/templates.ts';
import { byHand } from './new-endpoint/count-roles.ts';
import { FINE, House } from './new-endpoint/house.ts';

const read = ['GET', '/api/thing', 'list-things', '--noun', 'thing'];
const DRAFT = { method: 'GET', path: '/api/other', name: 'find-things', noun: 'thing' } as const;
const longest = 'create-abcdefghijklmnopqrstuvwxyz-things';
const LONG_ID = 'createAbcdefghijklmnopqrstuvwxyzThings';
const LONG_DRAFT = { method: 'PUT', path: `/api/${'thing/'.repeat(12)}one`, name: longest, noun: 'thing' } as const;
const written = [
  `functions/thing/${longest}.ts`,
  'functions/thing/list-things.ts',
  'scripts/reference/texts/thing.ts',
  `tests/functions/thing/${longest}.test.ts`,
  'tests/functions/thing/list-things.test.ts',
  'tests/proofs/histories/kinds/thing.ts',
  'tests/statements/thing.ts',
];
/** Tests that tell what is missing. */
const telling = ['tests/scripts/documentation.test.ts', 'tests/tables/budgets.test.ts'];
/** The others that ask for something of an endpoint, and are quick. */
const asking = [
  'tests/proofs/histories.test.ts',
  'tests/proofs/isolation.test.ts',
  'tests/proofs/isolation-caller.test.ts',
  'tests/proofs/isolation-permission.test.ts',
  'tests/scripts/generated.test.ts',
  'tests/tables/access-patterns.test.ts',
  'tests/tables/costs.test.ts',
];

let house: House;

beforeAll(async () => {
  house = await House.copy();
});
afterAll(() => house.remove());

const begin = (args: readonly string[]) => house.run(process.execPath, 'scripts/new-endpoint/main.ts', ...args);

describe('npm run new:endpoint', () => {
  // Everything is generated anew.
  it('begins an endpoint in five files, generates, and says what to write there', { timeout: 60_000 }, async () => {
    const { code, out, err } = await begin(read);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`Begun, in these files. A test fails for each of them until it says
  tests/functions/thing/list-things.test.ts  what it is to do
  functions/thing/list-things.ts             who may call, its parameters, what it answers and why it fails
  tests/statements/thing.ts                  who may call, a value of each parameter, what it and what it reads may cost
  scripts/reference/texts/thing.ts           what it promises, its parameters, example requests
  tests/proofs/histories/kinds/thing.ts      what the model of random histories answers

Yours alone: rules in lib/domain/thing.ts, reads and writes in lib/store/thing.ts.

Begin with npx vitest run tests/functions/thing/list-things.test.ts
Whatever declarations and statements lead to is generated: npm run generate
At last record what is answered to the examples: npm run examples
`);
    const functions = await house.read('functions/serverless.generated.yml');
    expect(functions).toContain('listThings:\n  handler: .build/functions/thing/list-things.handler\n');
    expect(await house.read('functions/openapi.generated.json')).toContain('"/api/thing"');
    expect(await house.read('functions/catering.generated.ts')).toContain('listThings');
    expect(await house.read('tables/access-patterns.md')).toContain('| `GET /api/thing` | 0 |');
    await writeEndpoint(house.root, LONG_DRAFT);
    const others = (await house.listChanged()).filter((path) => !/generated|access-patterns/.test(path));
    expect(others).toEqual(written);
  });

  // Compiler, linter and runner at once take their time where the machine has other work.
  const title = 'writes what compiles, is formatted, and has tests that fail for want of what the endpoint is for';
  it(title, { timeout: 120_000 }, async () => {
    const names = 'Things|/api/thing';
    const [checks, results] = await Promise.all([
      house.check(written),
      house.test(names, ['tests/functions/thing', ...telling]),
    ]);
    expect(checks).toEqual(FINE);
    const route = `${LONG_DRAFT.method} ${LONG_DRAFT.path}`;
    const stating = 'state its cost in tests/statements: expected true to be false';
    const failed = results.filter(([, status]) => status !== 'passed').map(([name, , message]) => [name, message]);
    expect(Object.fromEntries(failed)).toMatchObject({
      'GET /api/thing answers what the school has': expect.stringContaining(
        'nothing is answered yet: let the handler read it',
      ),
      [`${route} changes what the school has`]: expect.stringContaining(
        'nothing is written yet: let the handler do so',
      ),
      'the budget of GET /api/thing is kept, warm, and its capacity is true': expect.stringContaining(stating),
      'listThings, by scripts/reference/texts/thing.ts, says what it promises': expect.stringContaining(
        'say in scripts/reference/texts/thing.ts what listThings promises',
      ),
      [`${LONG_ID}, by scripts/reference/texts/thing.ts, says what it promises`]: expect.any(String),
    });
    const passed = results.filter(([, status]) => status === 'passed').map(([name]) => name);
    expect(passed).toContain('GET /api/thing is for those who are signed in');
    const ask = "const { kinds } = await import('./tests/proofs/histories/kinds/thing.ts'); kinds[0].answer();";
    const { err } = await house.run(process.execPath, '--input-type=module', '--eval', ask);
    expect(err).toContain('listThings: tell what it answers, and what it changes');
  });

  it('ends with 1 where the route is there, with 2 where it is called wrongly', async () => {
    const calls = [['GET', '/api/thing', 'find-things', '--noun', 'thing'], ['GET']];
    expect(await Promise.all(calls.map(begin))).toEqual([
      { code: 1, out: '', err: 'GET /api/thing is functions/thing/list-things.ts already\n' },
      { code: 2, out: '', err: 'Takes METHOD PATH VERB-NOUN --noun NOUN; --help says more\n' },
    ]);
    expect(await readdir(join(house.root, 'functions/thing'))).toHaveLength(2);
  });

  it('refuses a function that there is, whatever its folder', () => {
    const declarations = { endpoints: [{ noun: 'role', file: 'list-roles', declaration: listRoles }], jobs: [] };
    expect(() => demandNew(namesOf({ ...DRAFT, name: 'list-roles' }), declarations)).toThrow(
      'The function listRoles is functions/role/list-roles.ts already',
    );
    expect(() => demandNew(namesOf(DRAFT), declarations)).not.toThrow();
  });

  it.each(['functions/thing/find-things.ts', 'tests/functions/thing/find-things.test.ts'])(
    'leaves %s as it is',
    async (path) => {
      await mkdir(dirname(join(house.root, path)), { recursive: true });
      await writeFile(join(house.root, path), 'kept');
      await expect(writeEndpoint(house.root, DRAFT)).rejects.toThrow(`${path} is there already`);
      expect(await readFile(join(house.root, path), 'utf8')).toBe('kept');
      await rm(join(house.root, path));
      expect(await readdir(join(house.root, 'functions/thing'))).not.toContain('find-things.ts');
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

describe('an endpoint begun with it', () => {
  it('takes at most six files by hand, and passes', { timeout: 180_000 }, async () => {
    const before = await house.listChanged();
    await writeEndpoint(house.root, { method: 'GET', path: '/api/role/count', name: 'count-roles', noun: 'role' });
    for (const [path, changes] of Object.entries(byHand)) await house.edit(path, changes);
    expect(await house.run('npm', 'run', 'examples')).toMatchObject({ code: 0 });
    const touched = (await house.listChanged()).filter(
      (path) => !before.includes(path) && !path.includes('.generated.'),
    );
    expect(touched).toEqual(Object.keys(byHand).toSorted());
    expect(touched.length).toBeLessThanOrEqual(6);

    const names = 'countRoles|/api/role/count|access-patterns.md|generated files|has a call for every route';
    const [checks, results] = await Promise.all([
      house.check(touched),
      house.test(names, ['tests/functions/role/count-roles.test.ts', ...telling, ...asking]),
    ]);
    expect(checks).toEqual(FINE);
    expect(results.filter(([, status]) => status !== 'passed')).toEqual([]);
    expect(results.length).toBeGreaterThan(20);
  });
});
