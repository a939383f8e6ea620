import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Mark } from '../../../lib/domain/ingredient/mark.ts';
import { readCodeUpload } from '../../../lib/sheets/code-upload.ts';
import { markSheetForm, writeValueTemplate } from '../../../lib/sheets/value-sheets.ts';
import { readSheet } from '../../../lib/spreadsheet/rows.ts';
import { changeValues, markKind, readValues } from '../../../lib/store/ingredient/code-values.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { addSchool } from '../../support/nouns/units.ts';
import { openService } from '../../support/service/open.ts';

const ROUTE = 'GET /api/ingredient/mark/template';
const FOODS = 200;
const OWN = 10_000;

const service = await openService();

const write = (foods: Parameters<typeof writeValueTemplate>[1]) => writeValueTemplate(markSheetForm, foods, new Map());
const codeOf = (index: number) => String(index).padStart(6, '0');
const change = (marks: [code: string, mark: Mark | undefined][]) =>
  changeValues(service.deps.db, school.id, markKind, new Map(marks));

const school = await addSchool(service, 'school');
await stock(
  service,
  Array.from({ length: FOODS }, (_, index) => food(codeOf(index), `食材${index}`, {}, { category: '谷类' })),
);
await change(Array.from({ length: OWN }, (_, index) => [codeOf(FOODS + index), index % 2 ? '常用' : '忌用']));

it('a template of all marks that a unit may have is answered, and takes nothing away when it is uploaded', async () => {
  const { status, bytes } = await service.call(ROUTE, {}, { token: school.token });
  expect(status).toBe(200);
  // Lambda answers at most 6 MB, in base64.
  expect(bytes.length).toBeLessThan(4_000_000);
  expect(readSheet('a.xlsx', bytes).rows.length).toBe(1 + FOODS + OWN);
  const { valueByCode: wanted } = readCodeUpload(markSheetForm, [{ name: 'a.xlsx', bytes }]);
  expect([...wanted.keys()]).toEqual(Array.from({ length: FOODS + OWN }, (_, index) => codeOf(index)));
  expect(new Map([...wanted].filter(([, mark]) => mark !== undefined))).toEqual(
    await readValues(service.deps.db, school.id, markKind),
  );
  expect(await change([...wanted])).toEqual({ setCount: 0, removedCount: 0, unknownCodes: [] });
});

it('one of more rows than an upload takes is 400 too_many_matches', () => {
  const rows = Array.from({ length: 20_001 }, (_, index) => ({ code: codeOf(index), name: '', category: '' }));
  const refusal = expect.objectContaining({ reason: 'too_many_matches' });
  expect(() => write(rows)).toThrow(refusal);
  expect(readSheet('a.xlsx', Buffer.from(write(rows.slice(1)))).rows.length).toBe(20_001);
});

it('a workbook that no answer has room for is 400 too_many_matches too', () => {
  // Names of 256 characters each that cannot be compressed.
  const rows = Array.from({ length: 20_000 }, (_, index) => {
    const halves = [0, 1].map((half) => createHash('sha512').update(`${index} ${half}`).digest('hex'));
    return { code: codeOf(index), name: halves.join(''), category: '' };
  });
  const refusal = expect.objectContaining({ reason: 'too_many_matches' });
  // A row has room for one such text, but not for two.
  expect(write(rows).length).toBeLessThan(4_000_000);
  const longer = rows.map((row, index) => ({ ...row, category: rows.at(-1 - index)?.name ?? '' }));
  expect(() => write(longer)).toThrow(refusal);
});
