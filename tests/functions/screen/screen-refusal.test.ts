import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { hashAddressToken } from '../../../lib/auth/address-token.ts';
import type { Reason } from '../../../lib/errors.ts';
import { createDeps } from '../../../lib/runtime/deps.ts';
import { ScreenClaim } from '../../../lib/store/screen/screen.ts';
import { putStep } from '../../../lib/table/steps.ts';
import { screenClaimKey, screenKey, unitKey } from '../../../tables/keys.ts';
import { readLines } from '../../support/log-lines.ts';
import { failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { findEndpoint, send } from '../../support/service/send.ts';
import { type Answer, makeEvent } from '../../support/service/service.ts';

const { service, setup } = await openSetup();
const { token } = setup.school;
/** The `Accept` header of a browser when somebody types an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const GUESS = 'A'.repeat(43);
/** A television on which nothing runs asks again by this. */
const AGAIN = '<meta http-equiv="refresh" content="60">';

const { id, address } = await setup.succeed('PUT /api/screen', { name: '屏', form: 'wall' }, token);
await setup.succeed('DELETE /api/screen', { id }, token);
const deleted = String(address).replace('/screen/', '');

const show = (of: string, headers: Readonly<Record<string, string>> = { accept: BROWSER }) =>
  service.call('GET /screen/{token}', { token: of }, { headers });
const visibleText = (html: string) =>
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
      'There is no such screen Check the address. A new one is shown when a screen is created; parents, please ask the school.',
    ],
    [deleted, 410, 'zh', '数据大屏已删除 新建数据大屏时会告知新的地址，家长请向学校索取。'],
    [
      deleted,
      410,
      'en-GB,en;q=0.9,zh;q=0.1',
      'The screen was deleted A new address is shown when a screen is created; parents, please ask the school.',
    ],
  ] as const)('is told so: %s, %i, in %s', async (of, status, language, words) => {
    const answer = await show(of, { accept: BROWSER, 'accept-language': language });
    expect({ status: answer.status, words: visibleText(answer.text) }).toEqual({ status, words });
    expect(answer.text).toContain(`<html lang="${language.startsWith('en') ? 'en' : 'zh-CN'}">`);
    expect(answer.text).toContain(AGAIN);
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
    expect(visibleText(answer.text)).toBe('服务繁忙，请稍后再试 一分钟后会自动重试。');
    expect(answer.text).toContain(AGAIN);
  });

  const LATER = '一分钟后会自动重试。';
  const CHECK = '请核对地址；新建数据大屏时会告知新的地址，家长请向学校索取。';
  const page = async (answer: Promise<Answer>) => {
    const { status, headers, text } = await answer;
    expect(text).toContain(AGAIN);
    return [status, headers['content-type'], visibleText(text)];
  };
  const HTML = 'text/html; charset=utf-8';

  it.each([
    ['GET /screen/{token}', { token: GUESS, shape: 'round' }, 400, `请求参数有误 ${LATER}`],
    ['GET /screen/{token}/picture', { token: GUESS }, 400, `请求参数有误 ${LATER}`],
    ['GET /screen/{token}/picture', { token: GUESS, dish: 1 }, 404, `数据大屏不存在 ${CHECK}`],
    ['GET /screen/{token}/menu.ics', { token: GUESS }, 404, `数据大屏不存在 ${CHECK}`],
    [
      'GET /screen/{token}/menu.json',
      { token: deleted },
      410,
      '数据大屏已删除 新建数据大屏时会告知新的地址，家长请向学校索取。',
    ],
  ] as const)('is told by a page below each address: %s %j', async (route, parameters, status, words) => {
    const headers = { accept: BROWSER };
    expect(await page(service.call(route, parameters, { headers }))).toEqual([status, HTML, words]);
  });

  it('is told by a page where no screen has such an address, and only there', async () => {
    const event = makeEvent('$default', {}, { headers: { accept: BROWSER } });
    const below = service.handle({ ...event, rawPath: `/screen/${GUESS}/wall` });
    expect(await page(below)).toEqual([404, HTML, `接口不存在 ${CHECK}`]);
    expect((await service.handle({ ...event, rawPath: '/screens' })).json).toEqual(failure(404, 'not_found'));
  });

  const event = (headers = {}) => makeEvent('GET /screen/{token}', { token: GUESS }, { headers });
  const ofScreen = findEndpoint(service, 'GET /screen/{token}');

  it('is told by a page where a setting is broken, and in its language', async () => {
    const broken = () => {
      throw new Error('environment: CATERING_TABLE: invalid_type');
    };
    const inEnglish = event({ accept: BROWSER, 'accept-language': 'en' });
    const words = 'Something went wrong on our side This page tries again in a minute.';
    const answers: unknown[] = [];
    await readLines(async () => {
      answers.push(await page(send(ofScreen, inEnglish, broken)), (await send(ofScreen, event(), broken)).json);
    });
    expect(answers).toEqual([[500, HTML, words], failure(500, 'internal')]);
  });

  it('is told by a page where the store lets it wait until the time is over', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const deps = createDeps({ ...service.deps.env, endpoint });
    const answer = page(send(ofScreen, event({ accept: BROWSER }), () => deps, 600));
    expect(await answer).toEqual([503, HTML, `服务繁忙，请稍后再试 ${LATER}`]);
    silent.closeAllConnections();
    silent.close();
  });

  it('is told by a page where the screen itself, or its unit, cannot be read', async () => {
    const { address: hung } = await setup.succeed('PUT /api/screen', { name: '屏', form: 'wall' }, token);
    const of = String(hung).replace('/screen/', '');
    const { unit, number } = ScreenClaim.parse(await service.deps.db.get(screenClaimKey(hashAddressToken(of))));
    for (const key of [screenKey(unit, number), unitKey(unit)]) {
      const item = await service.deps.db.get(key);
      await service.deps.db.write([putStep({ ...key, name: 5 })]);
      expect(await page(show(of))).toEqual([500, HTML, `服务内部错误 ${LATER}`]);
      await service.deps.db.write([putStep({ ...item, ...key })]);
    }
    expect((await show(of)).status).toBe(200);
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
