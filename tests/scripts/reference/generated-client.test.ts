import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { type Bridge, openBridge } from '../../support/service/bridge.ts';
import { openSetup } from '../../support/service/open.ts';
import { documentText } from '../../support/service/openapi-document.ts';
import { compileIn } from './compile.ts';
import { generateTypes } from './generated-types.ts';

/** A folder inside the project, where the library is found. */
const PARENT = join(import.meta.dirname, '../../../.build/front-ends');

const { service, setup } = await openSetup();

describe('what openapi-typescript makes of the document, with openapi-fetch', () => {
  let folder: string;
  let bridge: Bridge;
  beforeAll(async () => {
    await mkdir(PARENT, { recursive: true });
    folder = await mkdtemp(join(PARENT, 'generated-'));
    bridge = await openBridge(service);
    await stock(service, [food('012001x', '稻米', {})]);
  });
  afterAll(async () => {
    await bridge.stop();
    await rm(folder, { recursive: true });
  });

  it('compiles with a front end, and does for it what the service says', async () => {
    const program = await readFile('tests/fixtures/front-end.ts.txt', 'utf8');
    const types = await generateTypes(documentText);
    expect(await compileIn(folder, { 'catering.d.ts': types, 'front-end.ts': program })).toBe('');
    const { visit } = await import(pathToFileURL(join(folder, 'front-end.ts')).href);
    const { account, password } = setup.school;
    expect(await visit(bridge.baseUrl, account, digestPassword(password))).toEqual({
      name: '白米饭',
      grams: 100,
      changed: true,
      reason: 'changed_meanwhile',
      people: 320,
      marks: '成功：标记 1 个，取消标记 0 个',
      marked: 200,
      gone: '成功',
    });
  });
});
