import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Reason } from '../../../lib/errors.ts';
import { failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const { token } = setup.school;
/** The `Accept` header of a browser when somebody types an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const GUESS = 'A'.repeat(43);

const { id, address } = await setup.succeed('PUT /api/screen', { name: '屏', form: 'wall' }, token);
await setup.succeed('DELETE /api/screen', { id }, token);
const deleted = String(address).replace('/screen/', '');

const show = (of: string, headers: Readonly<Record<string, string>> = { accept: BROWSER }) =>
  service.call('GET /screen/{token}', { token: of }, { headers });
const wordsOf = (html: string) =>
  html
    .slice(html.indexOf('<main'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

async function outOfOrder<T>(work: () => Promise<T>): Promise<T> {
  service.storeCalls.fault = () => ({ when: 'before', error: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
  const answer = await work();
  service.storeCalls.fault = () => undefined;
  return answer;
}

describe('a browser that opens an address that shows nothing', () => {
  it.each([
    [GUESS, 404, 'zh-CN', '数据大屏不存在 请核对地址；新建数据大屏时会告知新的地址，家长请向学校索取。'],
    [
      GUESS,
      404,
      'en',
      'There is no such screen Check the address. A new one is told when a screen is created; parents ask the school.',
    ],
    [deleted, 410, 'zh', '数据大屏已删除 新建数据大屏时会告知新的地址，家长请向学校索取。'],
    [
      deleted,
      410,
      'en-GB,en;q=0.9,zh;q=0.1',
      'The screen was deleted A new address is told when a screen is created; parents ask the school.',
    ],
  ] as const)('is told so: %s, %i, in %s', async (of, status, language, words) => {
    const answer = await show(of, { accept: BROWSER, 'accept-language': language });
    expect({ status: answer.status, words: wordsOf(answer.text) }).toEqual({ status, words });
    expect(answer.text).toContain(`<html lang="${language.startsWith('en') ? 'en' : 'zh-CN'}">`);
    expect(answer.text).not.toContain('http-equiv');
  });

  it.each([GUESS, deleted])('is given a page that nobody finds or keeps, and nothing runs in: %s', async (of) => {
    const { headers, text } = await show(of);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    });
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    );
    expect(text).not.toMatch(/<script| style=| on\w+=|https?:/);
    expect(text).not.toContain(of);
  });

  it('tries again by itself where the store does not answer: a screen without scripts would stand still for ever', async () => {
    const answer = await outOfOrder(() => show(GUESS));
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(wordsOf(answer.text)).toBe('服务繁忙，请稍后再试 一分钟后会自动重试。');
    expect(answer.text).toContain('<meta http-equiv="refresh" content="60">');
  });
});

describe('who asks for nothing, anything or JSON, as the script of the page does,', () => {
  it.each<[Readonly<Record<string, string>>]>([
    [{}],
    [{ accept: '*/*' }],
    [{ accept: 'application/json' }],
    [{ accept: 'application/json, text/html;q=0.5' }],
    [{ accept: 'image/png' }],
    [{ accept: ',;q' }],
  ])('has the envelope: %j', async (headers) => {
    const answers: readonly (readonly [string, number, Reason])[] = [
      [GUESS, 404, 'screen_not_found'],
      [deleted, 410, 'screen_deleted'],
    ];
    for (const [of, status, reason] of answers) {
      const answer = await show(of, headers);
      expect(answer.json).toEqual(failure(status, reason));
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('also has it from every other endpoint, browser or not', async () => {
    const answer = await service.call('GET /api/screen', {}, { headers: { accept: BROWSER } });
    expect(answer.json).toEqual(failure(401, 'not_signed_in'));
  });
});
