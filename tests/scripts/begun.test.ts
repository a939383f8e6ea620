import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeEndpoint } from '../../scripts/new-endpoint/begin.ts';
import type { Draft } from '../../scripts/new-endpoint/options.ts';
import { writeNoun } from '../../scripts/new-noun/begin.ts';
import { readNounDraft } from '../../scripts/new-noun/options.ts';
import { byHand as countRoles } from './new-endpoint/count-roles.ts';
import { FINE, House } from './new-endpoint/house.ts';
import { byHand as tray } from './new-noun/tray.ts';

/** The most files that a person writes for an endpoint, and for a noun with a collection. */
const MOST_BY_HAND = { endpoint: 6, noun: 12 };
/** Everything is generated again; compiler, linter and runner are slow on a busy machine. */
const TIMEOUT_MS = 300_000;

const read = ['GET', '/api/thing', 'list-things', '--noun', 'thing'];
const longest = 'create-abcdefghijklmnopqrstuvwxyz-things';
const LONG_ID = 'createAbcdefghijklmnopqrstuvwxyzThings';
const LONG_DRAFT: Draft = { method: 'PUT', path: `/api/${'thing/'.repeat(12)}one`, name: longest, noun: 'thing' };
const written = [
  `functions/thing/${longest}.ts`,
  'functions/thing/list-things.ts',
  'scripts/reference/texts/thing.ts',
  `tests/functions/thing/${longest}.test.ts`,
  'tests/functions/thing/list-things.test.ts',
  'tests/proofs/histories/kinds/thing.ts',
  'tests/statements/thing.ts',
];
const trays = ['tray', '--collection', '--chinese', '餐盘'];
/** A noun that is begun and not continued. */
const left = 'plate --collection --chinese 碟';
const otherNouns = ['order --collection --of platform', 'policy --plural policies', 'tariff --of platform'];

/** Tests that demand something of an endpoint or a noun, name what is missing, and are fast. */
const asking = [
  'tests/lib/store/nouns.test.ts',
  'tests/proofs/histories.test.ts',
  'tests/proofs/isolation.test.ts',
  'tests/proofs/isolation-permission.test.ts',
  'tests/scripts/reference/documentation.test.ts',
  'tests/tables/access-patterns.test.ts',
  'tests/tables/budgets.test.ts',
  'tests/tables/costs.test.ts',
  'tests/tables/place.test.ts',
];
/** The tests about what was begun, or about everything of its kind. */
const NAMES = [
  ...['countRoles', '/api/role/count', 'tray', 'Tray', 'TRAY', 'Things', '/api/thing', 'a plate', 'createPlate'],
  ...['DELETE /api/vender', 'unit-deletion', 'deleting a small unit'],
  ...['knows every collection', 'every store function', 'has a call for every route'],
  ...['as they are stated', 'access-patterns.md'],
].join('|');
/** Names of tests about begun things that are left as they are, which fail. */
const LEFT = /thing|plate/i;

let house: House;

beforeAll(async () => {
  house = await House.copy();
});
afterAll(() => house.remove());

const beginEndpoint = (args: readonly string[]) => house.run(process.execPath, 'scripts/new-endpoint/main.ts', ...args);
const beginNoun = (args: readonly string[]) => house.run(process.execPath, 'scripts/new-noun/main.ts', ...args);
/** Without a process, and without generating. */
const beginHere = (line: string) => writeNoun(house.root, readNounDraft(line.split(' ')) ?? expect.fail('no draft'));
/** The files that a person writes, without generated ones and those that only the command writes. */
const listFiles = (text: string) => Array.from(text.matchAll(/^ {2}(\S+\/\S+) /gm), ([, path = '']) => path);
const writeByHand = async (byHand: typeof tray) => {
  for (const [path, changes] of Object.entries(byHand)) await house.edit(path, changes);
};

describe('npm run new:endpoint', () => {
  it('begins an endpoint in five files, generates, and says what to write there', { timeout: TIMEOUT_MS }, async () => {
    const { code, out, err } = await beginEndpoint(read);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`Begun, in these files. A test fails for each of them until it says
  tests/functions/thing/list-things.test.ts  what it is to do
  functions/thing/list-things.ts             who may call, its parameters, what it answers and why it fails
  tests/statements/thing.ts                  who may call, a value of each parameter, what it and what it reads may cost
  scripts/reference/texts/thing.ts           what it promises, its parameters, example requests
  tests/proofs/histories/kinds/thing.ts      what the model of random histories answers

Yours alone: rules in thing.ts of lib/domain, reads and writes in thing.ts of lib/store.

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
    const others = house.listChanged().filter((path) => !/generated|access-patterns/.test(path));
    expect(others).toEqual(written);
  });
});

describe('npm run new:noun', () => {
  it('begins a noun with a collection, generates, and says what to write', { timeout: TIMEOUT_MS }, async () => {
    const { code, out, err } = await beginNoun(trays);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const toWrite = listFiles(out);
    expect(toWrite).toEqual(expect.arrayContaining(Object.keys(tray)));
    expect(toWrite.length).toBeLessThanOrEqual(MOST_BY_HAND.noun);
    expect(await house.read('functions/serverless.generated.yml')).toContain('functions/tray/create-tray.handler');
    expect(await house.read('tables/access-patterns.md')).toContain('`tray.createTray`');
  });
});

describe('an endpoint and a noun begun with them', () => {
  let results: Awaited<ReturnType<House['test']>>;

  it('take at most six files by hand, and twelve', { timeout: TIMEOUT_MS }, async () => {
    const before = house.listChanged();
    await writeEndpoint(house.root, { method: 'GET', path: '/api/role/count', name: 'count-roles', noun: 'role' });
    await writeByHand(countRoles);
    const ofEndpoint = house.listChanged().filter((path) => !before.includes(path));
    expect(ofEndpoint).toEqual(Object.keys(countRoles).toSorted());
    expect(ofEndpoint.length).toBeLessThanOrEqual(MOST_BY_HAND.endpoint);
    await writeByHand(tray);
    await house.format([...Object.keys(countRoles), ...Object.keys(tray)]);
    expect(Object.keys(tray).length).toBeLessThanOrEqual(MOST_BY_HAND.noun);
    await beginHere(left);
    const nouns = ['role', 'tray', 'thing', 'plate'];
    expect(await house.run(process.execPath, 'tests/examples/main.ts', ...nouns)).toMatchObject({ code: 0 });
  });

  it('pass once they are written', { timeout: TIMEOUT_MS }, async () => {
    const files = ['role/count-roles.test.ts', 'tray', 'thing', 'plate'].map((name) => `tests/functions/${name}`);
    results = await house.test(NAMES, [...files, ...asking]);
    const written = results.filter(([name]) => !LEFT.test(name));
    expect(written.filter(([, status]) => status !== 'passed')).toEqual([]);
    expect(written.length).toBeGreaterThan(60);
  });

  it('fail until they are what they are for', { timeout: TIMEOUT_MS }, async () => {
    const failed = results.filter(([, status]) => status !== 'passed').map(([name, , message]) => [name, message]);
    const stating = 'state its cost in tests/statements: expected true to be false';
    expect(Object.fromEntries(failed)).toMatchObject({
      'GET /api/thing answers what the school has': expect.stringContaining(
        'nothing is answered yet: let the handler read it',
      ),
      [`${LONG_DRAFT.method} ${LONG_DRAFT.path} changes what the school has`]: expect.stringContaining(
        'nothing is written yet: let the handler do so',
      ),
      'the budget of GET /api/thing is kept, warm, and its capacity is true': expect.stringContaining(stating),
      'listThings, by scripts/reference/texts/thing.ts, says what it promises': expect.stringContaining(
        'say in scripts/reference/texts/thing.ts what listThings promises',
      ),
      [`${LONG_ID}, by scripts/reference/texts/thing.ts, says what it promises`]: expect.any(String),
    });
    for (const told of [
      'a plate is a name and nothing else: say what it is',
      'everybody may call: say in functions/plate which permission it takes',
      'say in scripts/reference/texts/plate.ts what createPlate promises',
    ]) {
      expect(failed).toContainEqual([expect.any(String), expect.stringContaining(told)]);
    }
    const passed = results.filter(([, status]) => status === 'passed').map(([name]) => name);
    expect(passed).toContain('GET /api/thing is for those who are signed in');
    const ask = "const { kinds } = await import('./tests/proofs/histories/kinds/thing.ts'); kinds[0].answer();";
    const { err } = await house.run(process.execPath, '--input-type=module', '--eval', ask);
    expect(err).toContain('listThings: tell what it answers, and what it changes');
  });
});

describe('all kinds of them', () => {
  it('are in files that compile and are formatted, begun as well as written', { timeout: TIMEOUT_MS }, async () => {
    for (const line of otherNouns) await beginHere(line);
    const changed = house.listChanged().filter((path) => path.endsWith('.ts') && !path.includes('.generated.'));
    const expected = [...written, ...Object.keys(countRoles), ...Object.keys(tray), 'functions/policy/get-policy.ts'];
    expect(changed).toEqual(expect.arrayContaining(expected));
    expect(await house.read('lib/domain/order.ts')).toContain('Input of an order');
    expect(await house.check(changed)).toEqual(FINE);
  });
});
