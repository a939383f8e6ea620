import { describe, expect, it } from 'vitest';
import { chineseText, documentText } from '../../support/service/openapi-document.ts';

/**
 * The members of a document that people read. All others, such as the names of parameters and tags, are for programs.
 */
const TEXTS = ['title', 'summary', 'description'];
/** Names without marks of code, since a summary has none, units, and words that are used in Chinese. */
const LATIN = [
  ...['id', 'ids', 'files', 'roleId', 'pageSize', 'Idempotency-Key', 'true', 'null', 'GET', 'PUT'],
  ...['g', 'mg', 'kg', 'mm', 'KB', 'MB', 'RE', 'RAE', 'TE', 'GB', 'A', 'MD', 'YYYY-MM-DD', 'UTC', 'UTF'],
  ...['HTTP', 'JSON', 'OpenAPI', 'CMYK', 'png', 'jpeg', 'gif', 'webp', 'base', 'data', 'token'],
];

/** The texts of a document by place. Examples are data. */
function listTexts(document: unknown, place = ''): [place: string, text: string][] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) => {
    const here = `${place}/${key}`;
    if (TEXTS.includes(key) && typeof value === 'string') return [[here, value]];
    return key === 'example' || key === 'value' ? [] : listTexts(value, here);
  });
}

/** The name of the request of an example answer is code, too. */
function withoutCode(text: string): string {
  return /^GET \/\S+$/.test(text) ? '' : text.replaceAll(/`[^`]*`/g, ' ');
}

/** The document without its texts. */
function stripTexts(document: unknown): unknown {
  if (Array.isArray(document)) return document.map(stripTexts);
  if (typeof document !== 'object' || document === null) return document;
  const members = Object.entries(document).filter(([key, value]) => !TEXTS.includes(key) || typeof value !== 'string');
  return Object.fromEntries(members.map(([key, value]) => [key, stripTexts(value)]));
}

const findEnglish = (texts: readonly [string, string][]) =>
  texts.flatMap(([place, text]) => {
    const words = (withoutCode(text).match(/[A-Za-z][A-Za-z-]*/g) ?? []).map((word) => word.replace(/-$/, ''));
    const foreign = words.filter((word) => !LATIN.includes(word));
    return foreign.length > 0 ? [`${place}: ${foreign.join(' ')}`] : [];
  });
const findChinese = (texts: readonly [string, string][]) =>
  texts.flatMap(([place, text]) => {
    const foreign = withoutCode(text).match(/[\p{Script=Han}，。；：、（）]+/gu);
    return foreign ? [`${place}: ${foreign.join(' ')}`] : [];
  });

describe('the reference in two languages', () => {
  const [english, chinese] = [documentText, chineseText].map((text): unknown => JSON.parse(text));

  it('differs only in its texts', () => {
    const contact = (name: unknown) => ({ info: { contact: { name } } });
    expect(chinese).toMatchObject(contact('运营本服务的一方'));
    expect(english).toMatchObject(contact('Whoever runs this installation'));
    const others = (document: unknown) => ({ ...Object(stripTexts(document)), info: undefined });
    expect(others(chinese)).toEqual(others(english));
    expect(listTexts(chinese).map(([place]) => place)).toEqual(listTexts(english).map(([place]) => place));
    expect(listTexts(chinese).length).toBeGreaterThan(800);
  });

  it('has no English left in the Chinese one, and no Chinese in the English one', () => {
    expect(findEnglish(listTexts(chinese))).toEqual([]);
    expect(findChinese(listTexts(english))).toEqual([]);
  });

  it('would find a sentence that is in the wrong one', () => {
    const document = (summary: string) => listTexts({ paths: { '/api/dish': { get: { summary } } } });
    expect(findEnglish(document('Lists dishes of id 1'))).toEqual(['/paths//api/dish/get/summary: Lists dishes of']);
    expect(findChinese(document('Lists 菜品, `菜品`'))).toEqual(['/paths//api/dish/get/summary: 菜品']);
    expect([...findEnglish(document('按 id 查询 `dishes`')), ...findEnglish(document('GET /api/dish'))]).toEqual([]);
  });

  it('says something at each place', () => {
    const texts = [...listTexts(chinese), ...listTexts(english)];
    expect(texts.filter(([, text]) => text === '')).toEqual([]);
  });
});
