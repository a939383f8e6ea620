import { describe, expect, it } from 'vitest';
import { createDishes } from '../../../lib/store/dish/dish-placement.ts';
import { listLabels, readHead, readLabelRows } from '../../support/files/labels.ts';
import { dishContent } from '../../support/nouns/dish-content.ts';
import { cook, food, stock } from '../../support/nouns/foods.ts';
import { addSchool, badInput, failure } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const PICTURE = 'GET /api/dish/label.svg';
const SHEET = 'GET /api/dish/label.html';
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'";

const { service, admin } = await openPlatform();

const toId = (unit: number, number: number) => unit * 1_000_000 + number;
const draw = (id: string | number, token = school.token) => service.call(PICTURE, { id }, { token });
const print = (ids: string | number, token = school.token) => service.call(SHEET, { ids }, { token });
const listNames = (text: string) => listLabels(text).map((page) => readHead(page).slice(0, 2));

const school = await addSchool(service, 'school', { name: '红旗小学' });
const other = await addSchool(service, 'other', { name: '东方小学' });
await stock(service, [food('rice', '大米', { energy: '1447', protein: '7.4' })]);
await cook(service, school.token, '米饭', [['rice', 100]]);
await cook(service, school.token, '粥', [['rice', 30]]);
await cook(service, other.token, '别家', [['rice', 100]]);
await cook(service, admin, '库', [['rice', 100]]);

describe('GET /api/dish/label.svg', () => {
  it('answers a picture of A6 size in millimetres, well-formed and alone', async () => {
    const { status, headers, text, json } = await draw(toId(school.id, 1));
    expect([status, json]).toEqual([200, undefined]);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /);
    expect(text).toMatch(/^<svg [^>]*width="105mm" height="148mm" viewBox="0 0 105 148" lang="zh-CN"/m);
    expect(text).not.toMatch(/<script|<image|href|url\(|@import|@font-face/);
    expect(readHead(text)).toEqual(['米饭', '红旗小学', '配料：大米', '致敏物质：不明']);
    expect(readLabelRows(text)[1]).toEqual(['能量', '126 kJ※', '2%']);
  });

  it('is the same each time, and the same picture as on the page', async () => {
    const [first, again] = [await draw(toId(school.id, 1)), await draw(toId(school.id, 1))];
    expect(again.text).toBe(first.text);
    const [page = ''] = listLabels((await print(toId(school.id, 1))).text);
    const [picture = ''] = listLabels(first.text.replace(/<style>.*?<\/style>/s, ''));
    expect(page).toBe(picture);
  });

  it('names the bad field', async () => {
    const missing = await service.call(PICTURE, {}, { token: school.token });
    expect([missing.status, missing.json]).toEqual([400, badInput(['id', { code: 'required' }])]);
    const range = { min: 1, max: Number.MAX_SAFE_INTEGER };
    for (const bad of ['', 'x', '0', '-1', '1.5', '1,2', '99999999999999999']) {
      expect((await draw(bad)).json).toEqual(badInput(['id', { code: 'integer', ...range }]));
    }
  });

  it("is 404 for another unit's dish as for one that never was", async () => {
    for (const id of [toId(other.id, 1), toId(other.id, 99), toId(school.id, 99), toId(98_765, 1)]) {
      const answer = await draw(id);
      const problem = { code: 'unknown', names: String(id) } as const;
      expect([answer.status, answer.json]).toEqual([404, failure(404, 'dish_not_found', ['id', problem])]);
    }
  });
});

describe('GET /api/dish/label.html', () => {
  it('answers a page with a label per id in the order of the ids, a repeated one again', async () => {
    const [one, two] = [toId(school.id, 1), toId(school.id, 2)];
    const answer = await print(`${two},${one},${two}`);
    expect([answer.status, answer.json]).toEqual([200, undefined]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
    });
    expect(answer.text).toMatch(/^<!doctype html>\n<html lang="zh-CN">/);
    expect(answer.text).toContain('<title>粥 等 3 道菜 营养标签</title>');
    expect(listNames(answer.text)).toEqual([
      ['粥', '红旗小学'],
      ['米饭', '红旗小学'],
      ['粥', '红旗小学'],
    ]);
  });

  it('names the unit that serves each dish: the own one, of the library too, to the platform its owner', async () => {
    const names = [
      ['别家', '东方小学'],
      ['库', '平台'],
      ['米饭', '红旗小学'],
    ];
    expect(listNames((await print(`${toId(other.id, 1)},1,${toId(school.id, 1)}`, admin)).text)).toEqual(names);
    expect(listNames((await print(`1,${toId(school.id, 1)}`)).text)).toEqual([
      ['库', '红旗小学'],
      ['米饭', '红旗小学'],
    ]);
  });

  it('is 404 naming all that the caller cannot see, and nothing is printed', async () => {
    const [foreign, unknown] = [toId(other.id, 1), toId(school.id, 99)];
    const answer = await print(`${unknown},${toId(school.id, 1)},${foreign},0`);
    const problem = { code: 'unknown', names: `${unknown}, ${foreign}, 0` } as const;
    expect([answer.status, answer.json]).toEqual([404, failure(404, 'dish_not_found', ['ids', problem])]);
  });

  it('names the bad field', async () => {
    const missing = await service.call(SHEET, {}, { token: school.token });
    expect([missing.status, missing.json]).toEqual([400, badInput(['ids', { code: 'required' }])]);
    expect((await print('')).json).toEqual(badInput(['ids', { code: 'empty' }]));
    for (const bad of ['x', '1,,2', '1.5', '-1'])
      expect((await print(bad)).json).toEqual(badInput(['ids', { code: 'ids' }]));
    const ids = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
    expect((await print(ids)).json).toEqual(badInput(['ids', { code: 'too_many', max: 100 }]));
  });

  it('holds 100 labels that are as full as can be in one answer, in no more round trips', async () => {
    const { id, token } = await addSchool(service, 'full');
    const keys = ['energy', 'protein', 'fat', 'saturated-fat', 'cholesterol', 'carbohydrate', 'fibre', 'sodium'];
    await stock(service, [food('full', '全', Object.fromEntries(keys.map((key) => [key, '12.5'])))]);
    const codes = Array.from({ length: 99 }, (_, index) => [`${index}`.padStart(60, '&'), '1'] as const);
    const ingredient = [['full', '1'] as const, ...codes].map(([key, value]) => ({ key, value }));
    await createDishes(service.deps.db, id, 100, () => dishContent('<'.repeat(100), { ingredient }));
    const ids = Array.from({ length: 100 }, (_, index) => toId(id, index + 1)).join(',');
    const first = await print(ids, token);
    expect([first.status, listLabels(first.text).length]).toEqual([200, 100]);
    expect((await service.storeCalls.record(() => print(ids, token))).roundTrips).toBeLessThanOrEqual(3);
  });
});

describe.each([
  [PICTURE, 'id'],
  [SHEET, 'ids'],
] as const)('%s', (route, field) => {
  const call = (id: number, token?: string) => service.call(route, { [field]: id }, { token });

  it('escapes a name, whatever it contains', async () => {
    const { id, token } = await addSchool(service, `evil-${field}`, { name: `"><script>1</script>-${field}` });
    const name = '</title></text></svg><script>alert(1)</script>&amp;]]>"\'<!--abc';
    const code = '<img src=x onerror=alert(1)>&#60;';
    await cook(service, token, name, [[code, 1]]);
    const { text } = await call(toId(id, 1), token);
    const tags = new Set(Array.from(text.matchAll(/<([a-z!/][\w]*)/g), ([, tag]) => tag));
    for (const tag of ['script', '/script', 'img']) expect(tags).not.toContain(tag);
    expect(listLabels(text).length).toBe(1);
    const [page = ''] = listLabels(text);
    expect(readHead(page)).toContain(`"><script>1</script>-${field}`);
    // Lines may be broken at spaces.
    const head = readHead(page).join('').replaceAll(' ', '');
    expect(head).toContain('</title></text></svg><script>alert(1)</script>&amp;]]>"\'<!--abc');
    expect(head).toContain('<imgsrc=xonerror=alert(1)>&#60;');
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  });
});
