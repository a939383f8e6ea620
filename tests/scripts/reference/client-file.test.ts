import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { allReasons, digestPassword } from '../../../functions/catering.generated.ts';
import { digestPassword as digestOfService } from '../../../lib/auth/password.ts';
import { allReasons as reasonsOfService } from '../../../lib/errors.ts';
import { renderType } from '../../../scripts/reference/client/types.ts';
import { compileFrontEnd } from './compile.ts';
import { readTour } from './tour.ts';

const FILE = 'functions/catering.generated.ts';
const IMPORT = `import { CateringClient } from './${FILE}';
const client = new CateringClient();
`;

describe('the file of the client', () => {
  it('needs no other file and nothing of Node', async () => {
    const code = await readFile(FILE, 'utf8');
    expect(code).not.toMatch(/^import |\brequire\(|\bprocess\.|\bBuffer\b|\bimport\(/m);
  });

  it('knows every reason of the service', () => {
    expect(allReasons).toEqual(reasonsOfService);
  });

  it('is not written where a schema says nothing of its type', () => {
    expect(() => renderType({ pattern: 'x' })).toThrow('No TypeScript type');
  });

  it('digests a password as the service does', () => {
    expect(digestPassword('123456')).toBe('BE56E057F20F883E');
    // Lengths around the ends of blocks, and characters of one to four bytes.
    const texts = Array.from({ length: 200 }, (_, length) => 'aé红😀'.repeat(50).slice(0, length).toWellFormed());
    for (const text of texts) expect(digestPassword(text)).toBe(digestOfService(text));
  });
});

/** Uses that must not compile, with the compiler's message. */
const mistakes = [
  { code: "client.createDish({ nom: '饭', mark: '主食' });", complaint: "'nom' does not exist" },
  { code: "client.createDish({ mark: '主食' });", complaint: "Property 'name' is missing" },
  { code: "client.createDish({ name: '饭', mark: '米饭' });", complaint: `Type '"米饭"' is not assignable` },
  {
    code: "client.createDish({ name: '饭', mark: '主食', ingredient: [{ key: '012001x' }] });",
    complaint: "Property 'value' is missing",
  },
  {
    code: "client.updateStandard({ id: 1, foodCategoryDay: { 谷类: '250' } });",
    complaint: "'string' is not assignable to type 'number'",
  },
  { code: "client.deleteDishes({ ids: '1,2' });", complaint: "'string' is not assignable to type 'readonly number[]'" },
  { code: 'client.updateUnit({ venderId: 1, status: 0 });', complaint: "'number' is not assignable to type 'boolean" },
  { code: "client.listUsers({ ifMatch: 'x' });", complaint: "'ifMatch' does not exist" },
  { code: "client.updateDish({ id: 1 }, { idempotencyKey: 'x' });", complaint: "'idempotencyKey' does not exist" },
  { code: '(await client.findDishes({ id: 1 })).content;', complaint: "Property 'content' does not exist" },
  { code: '(await client.findDishes()).name;', complaint: "Property 'name' does not exist" },
  { code: 'client.createDishes();', complaint: "'createDishes' does not exist" },
];

/** Uses that must compile. */
const GOOD = `${IMPORT}
export const dish = await client.findDishes({ id: 1 });
export const text: string = dish.name;
export const total: number = (await client.findDishes({ mark: '', pageNo: 1 })).totalElements;
export const edible: number | null | undefined = (await client.listIngredients()).content[0]?.edible;
await client.updateStandard({ id: 1, ingredient: { 轻体力: { 蛋白质: { min: 50, max: 75 } } } });
export const parts: Record<string, unknown> = (await client.selectStandards({ id: 1 })).ingredient;
`;

describe('a strict front end', () => {
  /** The compiler's messages, by file. */
  let said: string[];

  beforeAll(async () => {
    const wrong = mistakes.map(({ code }, index) => [`wrong-${index}.ts`, `${IMPORT}${code}\nexport {};\n`]);
    const files = { 'tour.ts': await readTour(), 'good.ts': GOOD, ...Object.fromEntries(wrong) };
    said = (await compileFrontEnd(files)).split(/\n(?=\S)/);
  });

  it('compiles with the client and the tour of the README', () => {
    expect(said.filter((text) => !text.startsWith('wrong-'))).toEqual([]);
  });

  it.each([...mistakes.entries()])('does not compile with mistake %i, $1.code', (index, { complaint }) => {
    // Below the two lines that all files have.
    expect(said.filter((text) => text.startsWith(`wrong-${index}.ts(3,`)).join('\n')).toContain(complaint);
  });
});
