import { beforeEach, describe, expect, it } from 'vitest';
import { locate, toId } from '../../../lib/domain/values/id.ts';
import { createLogger } from '../../../lib/runtime/logger.ts';
import { putStep } from '../../../lib/table/steps.ts';
import { dishKey, type Key, liveKey, revisionKey } from '../../../tables/keys.ts';
import { readLines } from '../../support/log-lines.ts';
import { createMenu, menuItems } from '../../support/nouns/menus.ts';
import { fillTwoWeeks, makePhone, NOON, readWords } from '../../support/nouns/phones.ts';
import { failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { Answer } from '../../support/service/service.ts';

const { service, setup } = await openSetup();
const { token, id: unit } = setup.school;
service.stoppedAt = NOON;
const { rice, eggs, week } = await fillTwoWeeks(setup);
const second = await createMenu(setup, { name: '第二食堂', start: '2026-09-07', items: menuItems([3, 'lunch', rice]) });
await setup.succeed('POST /api/menu/submit', { id: second }, token);
const phone = await makePhone(setup);
const wallMade = await setup.succeed('PUT /api/screen', { name: '屏', form: 'wall' }, token);
const wall = String(wallMade.address).replace('/screen/', '');
const { db } = service.deps;
const numberOf = (menu: number) => locate(menu).number;

beforeEach(() => {
  service.deps = { ...service.deps, log: createLogger('error', service.deps.env) };
});

/** Lets an item be unreadable while this is done, and returns the failures that are logged meanwhile. */
async function spoil(key: Key, spoilt: object, work: () => Promise<unknown>) {
  const item = await db.get(key);
  expect(item).toBeDefined();
  await db.write([putStep({ ...item, ...spoilt, ...key })]);
  try {
    return (await readLines(work)).filter(({ level }) => level === 'ERROR');
  } finally {
    await db.write([putStep({ ...item, ...key })]);
  }
}

/** A line of the log about an item that was left out: it is a defect, which rings the alarm. */
const leftOut = ({ pk, sk }: Key) =>
  expect.objectContaining({
    level: 'ERROR',
    message: 'unreadable_item',
    key: { pk, sk },
    error: expect.objectContaining({ name: expect.any(String) }),
    Defect: 1,
    _aws: expect.objectContaining({ CloudWatchMetrics: [expect.objectContaining({ Namespace: 'Catering' })] }),
  });

const show = (of: string, headers = {}) => service.call('GET /screen/{token}', { token: of }, { headers });
const revision = revisionKey(unit, numberOf(week), 1);
const live = liveKey(unit, '2026-09-07', numberOf(week));

describe('a live menu that cannot be read', () => {
  it.each([
    ['its revision has no data', revision, { data: 'none' }],
    ['its revision is cut off', revision, { data: Buffer.from('cut') }],
    ['its entry says nothing of its days', live, { days: null }],
  ])(
    'takes no other one from the wall, the phone, its data and its calendar, nor from the preview: %s',
    async (...[, key, spoilt]) => {
      const answers: Answer[] = [];
      const lines = await spoil(key, spoilt, async () => {
        for (const route of ['GET /screen/{token}/menu.json', 'GET /screen/{token}/menu.ics'])
          answers.push(await service.call(route, { token: phone }));
        answers.push(await show(wall), await show(phone));
        for (const id of [1, 2])
          answers.push(await service.call('GET /api/screen/preview', { id: toId(unit, id) }, { token }));
      });
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      for (const { text } of answers) {
        expect(text).toContain('米饭');
        expect(text).not.toContain('蒸蛋');
      }
      expect(answers[0]?.json.days[2].menus).toMatchObject([{ id: second, name: '第二食堂' }]);
      expect(readWords(answers[2]?.text ?? '')).toContain('第二食堂');
      expect(lines).toEqual(answers.map(() => leftOut(key)));
    },
  );

  it('is shown as soon as it can be read again, to whoever was shown the page without it', async () => {
    const answers: Answer[] = [];
    await spoil(revision, { data: 'none' }, async () => answers.push(await show(wall), await show(phone)));
    for (const { headers, text } of answers) {
      expect(headers).not.toHaveProperty('etag');
      expect(text).not.toMatch(/data-etag="[^"]/);
    }
    const { headers, text } = await show(wall);
    expect(text).toContain('蒸蛋');
    // Whoever has the whole page keeps it.
    const lines = await spoil(revision, { data: 'none' }, async () => {
      expect((await show(wall, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
    });
    expect(lines).toEqual([]);
  });

  it('fails for programs, which must not take a part for all', async () => {
    for (const [key, spoilt] of [
      [revision, { data: 'none' }],
      [live, { days: null }],
    ] as const) {
      await spoil(key, spoilt, async () => {
        const answer = await service.call('GET /api/menu/live', { from: '2026-09-09' }, { token });
        expect(answer.json).toEqual(failure(500, 'internal'));
      });
    }
  });
});

it('a dish that cannot be read takes its own picture from the phone page and from its preview, and nothing else', async () => {
  const key = dishKey(unit, numberOf(eggs));
  const whole = await show(phone);
  const answers: Answer[] = [];
  const lines = await spoil(key, { ingredient: 'none' }, async () => {
    answers.push(await show(phone));
    answers.push(await service.call('GET /api/screen/preview', { id: toId(unit, 1) }, { token }));
  });
  expect(whole.text).toContain('<img');
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    // A preview has no address to which a calendar could subscribe.
    const [words, wholeWords] = [text, whole.text].map((page) =>
      readWords(page).replace(' 加到手机日历 订阅（webcal）', ''),
    );
    expect(words).toBe(wholeWords);
    expect(text).not.toContain('<img');
  }
  expect(lines).toEqual([leftOut(key), leftOut(key)]);
});
