import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import {
  addSchool,
  badInput,
  failure,
  outcomes,
  SUCCESS,
  success,
  successWithUnknown,
} from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, admin } = await openPlatform();
let school: { id: number; token: string };
let serial = 0;

beforeEach(async () => {
  school = await addSchool(service, `school${++serial}`);
});
afterAll(async () => {
  // Whatever the tests do to other units, this one's marks must stay.
  expect(await list(other.token)).toEqual(success([{ nutrient: 'others', mark: '忌用' }]));
});

type Parameters = Record<string, string>;
const put = (parameters: Parameters, token = school.token) =>
  service.call('PUT /api/ingredient/mark', parameters, { token });
const remove = (parameters: Parameters, token = school.token) =>
  service.call('DELETE /api/ingredient/mark', parameters, { token });
const list = async (token = school.token) => (await service.call('GET /api/ingredient/mark', {}, { token })).json;
const marks = (...pairs: [nutrient: string, mark: string][]) =>
  success(pairs.map(([nutrient, mark]) => ({ nutrient, mark })));

const required: Problem = { code: 'required' };
const fieldOf = ({ field }: { field: string }) => field;
const choice: Problem = { code: 'choice', names: '常用 忌用' };

const other = await addSchool(service, 'other');
await put({ nutrient: 'others', mark: '忌用' }, other.token);

describe('PUT /api/ingredient/mark by form', () => {
  it('sets and overwrites a mark, answering the envelope only, and is 200 for the same call twice', async () => {
    expect((await put({ nutrient: 'a', mark: '忌用' })).json).toEqual(successWithUnknown('a'));
    for (const mark of ['常用', '忌用', '忌用', '常用']) {
      expect((await put({ nutrient: 'a', mark })).json).toEqual(SUCCESS);
      expect(await list()).toEqual(marks(['a', mark]));
    }
  });

  it.each(['', ' ', '常', '常用 忌用', '常用,忌用', '喜欢', 'true', '__proto__'])(
    'takes no other mark than 常用 and 忌用: not %j, and sets nothing',
    async (mark) => {
      const answer = await put({ nutrient: 'a', mark });
      expect([answer.status, answer.json]).toEqual([400, badInput(['mark', choice])]);
      expect(await list()).toEqual(marks());
    },
  );

  it('names all that is missing', async () => {
    expect((await put({})).json).toEqual(badInput(['nutrient', required], ['mark', required]));
    expect((await put({ mark: '' })).json.errors.map(fieldOf)).toEqual(['mark', 'nutrient']);
    expect((await put({ mark: '', nutrient: 'a', ingredient: 'b' })).json.errors.map(fieldOf)).toEqual([
      'mark',
      'ingredient',
    ]);
    expect((await put({ nutrient: '' })).json.errors.map(fieldOf)).toEqual(['nutrient', 'mark']);
    expect((await put({ mark: '常用' })).json).toEqual(badInput(['nutrient', required]));
    expect((await put({ nutrient: 'a' })).json).toEqual(badInput(['mark', required]));
    expect((await put({ ingredient: 'a' })).json).toEqual(badInput(['mark', required]));
    expect((await put({ nutrient: '', mark: '' })).json).toEqual(
      badInput(['nutrient', { code: 'empty' }], ['mark', choice]),
    );
    expect(await list()).toEqual(marks());
  });

  it('takes `ingredient` for `nutrient`, and both where they say the same', async () => {
    expect((await put({ ingredient: 'a', mark: '常用' })).json).toEqual(successWithUnknown('a'));
    expect((await put({ ingredient: 'b', nutrient: 'b', mark: '忌用' })).json).toEqual(successWithUnknown('b'));
    expect(await list()).toEqual(marks(['a', '常用'], ['b', '忌用']));
    const two = await put({ ingredient: 'c', nutrient: 'd', mark: '常用' });
    expect([two.status, two.json]).toEqual([400, badInput(['ingredient', { code: 'repeated' }])]);
    expect(await list()).toEqual(marks(['a', '常用'], ['b', '忌用']));
  });

  it.each(['nutrient', 'ingredient'])('takes a code of 64 characters in %s, not of 65', async (field) => {
    const [longest, hans] = ['c'.repeat(64), '𠮷'.repeat(64)];
    expect((await put({ [field]: longest, mark: '常用' })).json).toEqual(successWithUnknown(longest));
    expect((await put({ [field]: hans, mark: '忌用' })).json).toEqual(successWithUnknown(hans));
    expect(await list()).toEqual(marks([longest, '常用'], [hans, '忌用']));
    const max = { code: 'too_long', max: 64 } as const;
    expect((await put({ [field]: `${longest}c`, mark: '常用' })).json).toEqual(badInput([field, max]));
    expect((await put({ [field]: `${hans}𠮷`, mark: '常用' })).json).toEqual(badInput([field, max]));
    expect((await put({ [field]: 'a\u0000b', mark: '常用' })).json).toEqual(badInput([field, { code: 'text' }]));
  });

  it('keeps a code as it is compared, in NFKC; codes tell upper from lower case', async () => {
    await put({ nutrient: '自购（一）', mark: '常用' });
    await put({ nutrient: '自购(一)', mark: '忌用' });
    expect(await list()).toEqual(marks(['自购(一)', '忌用']));
    await remove({ nutrient: '自购（一)' });
    await put({ nutrient: ' ０１２００１Ｘ ', mark: ' 常用 ' });
    await put({ nutrient: '012001x', mark: '忌用' });
    expect(await list()).toEqual(marks(['012001X', '常用'], ['012001x', '忌用']));
  });

  it('keeps codes that are names of properties, and codes that no catalogue has', async () => {
    const codes = ['__proto__', 'constructor', 'toString', '本校自编'];
    for (const nutrient of codes)
      expect((await put({ nutrient, mark: '忌用' })).json).toEqual(successWithUnknown(nutrient));
    expect(await list()).toEqual(marks(...codes.map((code): [string, string] => [code, '忌用'])));
    await remove({ nutrient: '__proto__' });
    expect((await list()).body.length).toBe(3);
  });

  it('refuses a parameter given twice', async () => {
    const rawBody = 'nutrient=a&nutrient=b&mark=%E5%B8%B8%E7%94%A8';
    const answer = await service.call('PUT /api/ingredient/mark', {}, { token: school.token, rawBody });
    expect([answer.status, answer.json]).toEqual([400, badInput(['nutrient', { code: 'repeated' }])]);
  });

  it.each(['plain', 'base64'] as const)('reads a %s body', async (encoding) => {
    const form = { nutrient: '米 & 面', mark: '常用' };
    await service.call('PUT /api/ingredient/mark', form, { token: school.token, encoding });
    expect(await list()).toEqual(marks(['米 & 面', '常用']));
  });
});

describe('DELETE /api/ingredient/mark', () => {
  it('removes the mark alone, answering the envelope only', async () => {
    await put({ nutrient: 'a', mark: '常用' });
    await put({ nutrient: 'b', mark: '忌用' });
    const answer = await remove({ nutrient: 'a' });
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect(await list()).toEqual(marks(['b', '忌用']));
  });

  it('is 200 where there is no mark, and writes nothing', async () => {
    const { result, calls } = await service.storeCalls.record(() => remove({ nutrient: 'absent' }));
    expect([result.status, result.json]).toEqual([200, SUCCESS]);
    expect(calls.filter(({ command }) => command.startsWith('Transact'))).toEqual([]);
    expect(await list()).toEqual(marks());
  });

  it('takes `ingredient`, too, and its parameters in the query where it has no body', async () => {
    await put({ nutrient: 'a', mark: '常用' });
    await put({ nutrient: 'b', mark: '常用' });
    await remove({ ingredient: 'a' });
    const inQuery = { token: school.token, deleteWith: 'query' } as const;
    expect((await service.call('DELETE /api/ingredient/mark', { nutrient: 'b' }, inQuery)).json).toEqual(SUCCESS);
    expect(await list()).toEqual(marks());
  });

  it('demands one well-formed code', async () => {
    expect((await remove({})).json).toEqual(badInput(['nutrient', required]));
    expect((await remove({ nutrient: '' })).json).toEqual(badInput(['nutrient', required]));
    const long = { code: 'too_long', max: 64 } as const;
    expect((await remove({ nutrient: 'c'.repeat(65) })).json).toEqual(badInput(['nutrient', long]));
    const two = await remove({ nutrient: 'a', ingredient: 'b' });
    expect(two.json).toEqual(badInput(['ingredient', { code: 'repeated' }]));
  });
});

describe('marks', () => {
  it('are listed in the order of the codes', async () => {
    const codes = ['b', '10', 'a', '9', 'Z', '豆', '0'];
    for (const nutrient of codes) await put({ nutrient, mark: '常用' });
    expect(await list()).toEqual(
      marks(...['0', '10', '9', 'Z', 'a', 'b', '豆'].map((code): [string, string] => [code, '常用'])),
    );
  });

  it("are the unit's own: another unit neither sees nor changes them", async () => {
    await put({ nutrient: 'a', mark: '常用' });
    const second = await addSchool(service, `second${serial}`);
    expect(await list(second.token)).toEqual(marks());
    await put({ nutrient: 'a', mark: '忌用' }, second.token);
    expect([await list(), await list(second.token)]).toEqual([marks(['a', '常用']), marks(['a', '忌用'])]);
    await remove({ nutrient: 'a' }, second.token);
    expect([await list(), await list(second.token)]).toEqual([marks(['a', '常用']), marks()]);
    // A unit in a parameter changes nothing.
    await put({ nutrient: 'b', mark: '常用', vender: String(other.id) });
    expect(await list()).toEqual(marks(['a', '常用'], ['b', '常用']));
  });

  it('set at the same moment are all kept: 20 of different codes', async () => {
    const codes = Array.from({ length: 20 }, (_, index) => `c${String(index).padStart(2, '0')}`);
    const answers = await Promise.all(codes.map((nutrient) => put({ nutrient, mark: '常用' })));
    expect(outcomes(answers)).toEqual(Array(20).fill('200 success'));
    expect(await list()).toEqual(marks(...codes.map((code): [string, string] => [code, '常用'])));
  });

  it('set and removed at the same moment end as one of the two', async () => {
    const calls = [
      put({ nutrient: 'a', mark: '常用' }),
      put({ nutrient: 'a', mark: '忌用' }),
      remove({ nutrient: 'a' }),
    ];
    expect(outcomes(await Promise.all(calls))).toEqual(Array(3).fill('200 success'));
    expect([marks(), marks(['a', '常用']), marks(['a', '忌用'])]).toContainEqual(await list());
  });

  it("are deleted with their unit, and no other unit's are", async () => {
    await put({ nutrient: 'a', mark: '常用' });
    await put({ nutrient: 'b', mark: '忌用' });
    const ofUnit = async () => (await dumpTable(service)).filter(({ pk }) => pk === `V#${school.id}`);
    expect((await ofUnit()).filter(({ sk }) => String(sk).startsWith('MARKS#')).length).toBeGreaterThan(0);
    expect((await service.call('DELETE /api/vender', { vender: school.id }, { token: admin })).json).toEqual(SUCCESS);
    expect(await ofUnit()).toEqual([]);
    expect((await put({ nutrient: 'a', mark: '常用' })).json).toEqual(failure(401, 'not_signed_in'));
    expect(await ofUnit()).toEqual([]);
  });
});
