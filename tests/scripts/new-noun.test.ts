import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint as listRoles } from '../../functions/role/list-roles.ts';
import { UsageProblem } from '../../scripts/command/command.ts';
import { renderAdvice } from '../../scripts/new-noun/advice.ts';
import { demandNewEndpoints, renderFiles, writeNoun } from '../../scripts/new-noun/begin.ts';
import { raiseDeletionCosts } from '../../scripts/new-noun/deletion-costs.ts';
import { readNounDraft } from '../../scripts/new-noun/options.ts';
import { addAll } from '../../scripts/new-noun/places.ts';
import { FINE, House } from './new-endpoint/house.ts';
import { byHand } from './new-noun/menu.ts';

/** Most files that a person writes for a noun with a collection. */
const MOST_BY_HAND = 12;
const draft = (line: string) => readNounDraft(line.split(' ')) ?? expect.fail('no draft');
const menu = 'menu --collection --chinese 菜单';
/** The tests that ask for something of a noun, but the random histories. */
const asking = [
  'tests/functions/menu/menu.test.ts',
  'tests/lib/store/nouns.test.ts',
  'tests/proofs/isolation.test.ts',
  'tests/proofs/isolation-permission.test.ts',
  'tests/scripts/documentation.test.ts',
  'tests/scripts/generated.test.ts',
  'tests/tables/access-patterns.test.ts',
  'tests/tables/budgets.test.ts',
  'tests/tables/costs.test.ts',
  'tests/tables/place.test.ts',
];
const NAMES =
  'menu|Menu|MENU|DELETE /api/vender|unit-deletion|deleting a small unit|knows every collection|every store function|generated files|as they are stated|every tag';

let house: House;

beforeAll(async () => {
  house = await House.copy();
});
afterAll(() => house.remove());

const begin = (line: string) => house.run(process.execPath, 'scripts/new-noun/main.ts', ...line.split(' '));
/** The files that a person writes: what is generated and what the command alone writes does not count. */
const listFiles = (text: string) => Array.from(text.matchAll(/^ {2}(\S+\/\S+) /gm), ([, path = '']) => path);

describe('a noun with a collection', () => {
  // Everything is generated anew.
  it('is begun by one command, which says what to write', { timeout: 120_000 }, async () => {
    const { code, out, err } = await begin(menu);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const toWrite = listFiles(out);
    expect(toWrite).toEqual(expect.arrayContaining(Object.keys(byHand)));
    expect(toWrite.length).toBeLessThanOrEqual(MOST_BY_HAND);
    expect(await house.read('functions/serverless.generated.yml')).toContain('functions/menu/create-menu.handler');
    expect(await house.read('tables/access-patterns.md')).toContain('`menu.createMenu`');
  });

  it('has tests that fail until it is more than a name', { timeout: 180_000 }, async () => {
    const files = ['tests/functions/menu/menu.test.ts', 'tests/scripts/documentation.test.ts'];
    const results = await house.test('menu|Menu', files);
    const failed = results
      .filter(([, status]) => status !== 'passed')
      .map(([name, , message]) => `${name}: ${message}`);
    for (const told of [
      'a menu is a name and nothing else: say what it is',
      'everybody may call: say in functions/menu which permission it takes',
      'say in scripts/reference/texts/menu.ts what createMenu promises',
    ]) {
      expect(failed).toContainEqual(expect.stringContaining(told));
    }
  });

  it('takes at most twelve files by hand, and passes', { timeout: 400_000 }, async () => {
    for (const [path, changes] of Object.entries(byHand)) await house.edit(path, changes);
    await house.format(Object.keys(byHand));
    expect(await house.run('npm', 'run', 'examples')).toMatchObject({ code: 0 });
    expect(Object.keys(byHand).length).toBeLessThanOrEqual(MOST_BY_HAND);

    const changed = (await house.listChanged()).filter((path) => path.endsWith('.ts') && !path.includes('.generated.'));
    expect(changed).toEqual(expect.arrayContaining(Object.keys(byHand)));
    expect(await house.check(changed)).toEqual(FINE);
    const results = await house.test(NAMES, asking);
    expect(results.filter(([, status]) => status !== 'passed')).toEqual([]);
    expect(results.length).toBeGreaterThan(60);
  });
});

describe('every other kind of noun', () => {
  it('is begun in files that compile and are formatted', { timeout: 240_000 }, async () => {
    const before = await house.listChanged();
    for (const line of ['order --collection --of platform', 'policy --plural policies', 'tariff --of platform']) {
      await writeNoun(house.root, draft(line));
    }
    const written = (await house.listChanged()).filter((path) => path.endsWith('.ts') && !before.includes(path));
    expect(written).toContain('functions/policy/get-policy.ts');
    expect(await house.check(written)).toEqual(FINE);
    expect(await house.read('lib/domain/order.ts')).toContain('What an order is');
  });
});

describe('npm run new:noun', () => {
  it('ends with 1 where there is the noun, with 2 where it is called wrongly', async () => {
    const before = await house.listChanged();
    expect(await begin('dish --collection --plural dishes')).toMatchObject({ code: 1, out: '' });
    expect(await begin('Dish')).toEqual({
      code: 2,
      out: '',
      err: 'NOUN must be a word like thing, at most 20 characters, not Dish\n',
    });
    expect(await house.listChanged()).toEqual(before);
  });

  it('writes nothing where a file is there', async () => {
    const before = await house.listChanged();
    await expect(writeNoun(house.root, draft('role'))).rejects.toThrow('lib/domain/role.ts is there already');
    expect(await house.listChanged()).toEqual(before);
  });

  it('refuses an endpoint that there is', async () => {
    const files = await renderFiles(draft('role --collection'));
    const declarations = {
      endpoints: [{ noun: 'role', file: 'list-roles', declaration: listRoles }],
      jobs: [],
    };
    expect(() => demandNewEndpoints(files, declarations)).toThrow(
      'GET /api/role is functions/role/list-roles.ts already',
    );
    expect(() => demandNewEndpoints(files, { endpoints: [], jobs: [] })).not.toThrow();
  });

  it('says so where a file has no place for a noun any more', () => {
    const addition = { path: 'tables/keys.ts', before: /^nowhere$/m, text: 'x' };
    expect(() => addAll('some\ntext\n', [addition], (text) => text)).toThrow('tables/keys.ts has no place any more');
    expect(() => raiseDeletionCosts('tests/statements/unit.ts', 'text')).toThrow(
      'has no cost of deleting a unit any more',
    );
  });

  it('asks for what the noun is called in Chinese, and for the line of an item in exports, where they are missing', () => {
    expect(listFiles(renderAdvice(draft('menu --collection'), []))).toContain('lib/errors.ts');
    expect(listFiles(renderAdvice(draft(menu), []))).not.toContain('lib/errors.ts');
    expect(listFiles(renderAdvice(draft('policy'), []))).toContain('scripts/export/record.ts');
    expect(listFiles(renderAdvice(draft('policy --of platform'), []))).not.toContain('scripts/export/record.ts');
  });
});

describe('its command line', () => {
  it.each([
    ['', 'NOUN must be'],
    ['menu plan', 'Takes one NOUN'],
    ['meal-plan', 'NOUN must be'],
    ['../menu', 'NOUN must be'],
    ['menu --plural Menus', '--plural must be'],
    ['sheep --plural sheep', '--plural must be another word'],
    ['menu --chinese menu', '--chinese must be'],
    ['menu --of school', '--of must be one of unit, platform, not school'],
    ['menu --collections', "Unknown option '--collections'"],
  ])('"%s" is refused', (line, message) => {
    const attempting = () => readNounDraft(line.split(' '));
    expect(attempting).toThrow(UsageProblem);
    expect(attempting).toThrow(message);
  });

  it('asks for help', () => {
    expect(readNounDraft(['--help'])).toBeUndefined();
  });
});
