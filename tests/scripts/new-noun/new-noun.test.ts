import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoint as listRoles } from '../../../functions/role/list-roles.ts';
import { UsageProblem } from '../../../scripts/command/command.ts';
import { addAll } from '../../../scripts/new-noun/additions.ts';
import { renderAdvice } from '../../../scripts/new-noun/advice.ts';
import { demandNewEndpoints, renderFiles, writeNoun } from '../../../scripts/new-noun/begin.ts';
import { raiseDeletionCosts } from '../../../scripts/new-noun/deletion-costs.ts';
import { readNounDraft } from '../../../scripts/new-noun/options.ts';
import { carryOut } from '../../support/commands/start.ts';

const draft = (line: string) => readNounDraft(line.split(' ')) ?? expect.fail('no draft');
const trays = 'tray --collection --chinese 餐盘';
/** The files that a person writes, without generated ones and those that only the command writes. */
const listFiles = (text: string) => Array.from(text.matchAll(/^ {2}(\S+\/\S+) /gm), ([, path = '']) => path);

// What it begins, and how it ends, is tested in begun.test.ts, in a working tree of its own.
describe('npm run new:noun', () => {
  it('writes nothing where a file is there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'noun-'));
    await mkdir(join(folder, 'lib/domain'), { recursive: true });
    await writeFile(join(folder, 'lib/domain/role.ts'), 'kept');
    await expect(writeNoun(folder, draft('role'))).rejects.toThrow('lib/domain/role.ts is there already');
    const found = (await readdir(folder, { recursive: true })).toSorted();
    expect(found).toEqual(['lib', 'lib/domain', 'lib/domain/role.ts']);
    expect(await readFile(join(folder, 'lib/domain/role.ts'), 'utf8')).toBe('kept');
    await rm(folder, { recursive: true });
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
    expect(listFiles(renderAdvice(draft('tray --collection'), []))).toContain('lib/errors.ts');
    expect(listFiles(renderAdvice(draft(trays), []))).not.toContain('lib/errors.ts');
    expect(listFiles(renderAdvice(draft('policy'), []))).toContain('scripts/export/line.ts');
    expect(listFiles(renderAdvice(draft('policy --of platform'), []))).not.toContain('scripts/export/line.ts');
  });
});

describe('its command line', () => {
  it.each([
    ['dish --collection --plural dishes', 1, expect.stringContaining(' already\n')],
    ['Dish', 2, 'NOUN must be a word like thing, at most 20 characters, not Dish\n'],
  ])('"%s" ends with %i', async (line, code, stderr) => {
    const outcome = await carryOut('scripts/new-noun/main.ts', line.split(' '), {});
    expect(outcome).toEqual({ code, stdout: '', stderr });
  });

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
