import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint as listRoles } from '../../../functions/role/list-roles.ts';
import { UsageProblem } from '../../../scripts/command/command.ts';
import { demandNew, writeEndpoint } from '../../../scripts/new-endpoint/begin.ts';
import { readDraft } from '../../../scripts/new-endpoint/options.ts';
import { namesOf } from '../../../scripts/new-endpoint/templates.ts';
import { carryOut } from '../../support/commands/start.ts';

const DRAFT = { method: 'GET', path: '/api/other', name: 'find-things', noun: 'thing' } as const;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'endpoint-'));
});
afterAll(() => rm(folder, { recursive: true }));

// What it begins, and how it ends, is tested in begun.test.ts, in a working tree of its own.
describe('npm run new:endpoint', () => {
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
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), 'kept');
      await expect(writeEndpoint(folder, DRAFT)).rejects.toThrow(`${path} is there already`);
      expect(await readFile(join(folder, path), 'utf8')).toBe('kept');
      await rm(join(folder, path));
      expect(existsSync(join(folder, 'functions/thing/find-things.ts'))).toBe(false);
    },
  );
});

describe('its command line', () => {
  it.each([
    ['GET /api/role find-things --noun thing', 1, 'GET /api/role is functions/role/list-roles.ts already\n'],
    ['GET', 2, 'Takes METHOD PATH VERB-NOUN --noun NOUN; --help says more\n'],
  ])('"%s" ends with %i', async (line, code, stderr) => {
    const outcome = await carryOut('scripts/new-endpoint/main.ts', line.split(' '), {});
    expect(outcome).toEqual({ code, stdout: '', stderr });
    expect(existsSync('functions/thing')).toBe(false);
  });

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
