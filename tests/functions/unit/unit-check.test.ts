import { describe, expect, it } from 'vitest';
import { addSchool, addUser, badInput, SUCCESS, success } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();

const check = async (what: 'account' | 'name', value: string, token = admin) =>
  (await service.call(`GET /api/vender/check/${what}`, { [what]: value }, { token })).json;

const school = await addSchool(service, 'HongQi', { name: 'Red Flag 小学' });
await addUser(service, school.id, 'Wang');

describe('GET /api/vender/check/account', () => {
  it('answers true where the account is not taken, usable', async () => {
    expect(await check('account', 'nobody')).toEqual(success(true));
  });

  it.each(['HongQi', 'hongqi', 'HONGQI', '  hongqi ', 'ＨｏｎｇＱｉ'])(
    'answers false for %j: case and NFKC do not matter',
    async (account) => {
      expect(await check('account', account)).toEqual(success(false));
    },
  );

  it.each(['wang', 'ＷＡＮＧ', 'admin', 'ADMIN'])(
    'answers false for the uid %j: uids and accounts are one namespace',
    async (uid) => {
      expect(await check('account', uid)).toEqual(success(false));
    },
  );

  it('takes a longer account that begins like a taken one for usable', async () => {
    expect(await check('account', 'hongqi2')).toEqual(success(true));
  });

  it.each(['hongqi', 'nobody'])('gives the business side the same answer for %j', async (account) => {
    expect(await check('account', account, school.token)).toEqual(await check('account', account));
  });
});

describe('GET /api/vender/check/name', () => {
  it('answers true where the name is not taken, usable', async () => {
    expect(await check('name', '东风小学')).toEqual(success(true));
  });

  it.each(['Red Flag 小学', 'red flag 小学', 'ＲＥＤ ｆｌａｇ　小学', ' Red Flag 小学\u3000'])(
    'answers false for %j: case and NFKC do not matter',
    async (name) => {
      expect(await check('name', name)).toEqual(success(false));
    },
  );

  it('does not confuse names with accounts', async () => {
    expect([await check('name', 'hongqi'), await check('account', 'Red Flag 小学')]).toEqual([
      success(true),
      success(true),
    ]);
  });

  it('gives the business side the same answers', async () => {
    expect([await check('name', 'red flag 小学', school.token), await check('name', '东风小学', school.token)]).toEqual(
      [success(false), success(true)],
    );
  });
});

describe.each([
  { what: 'account', max: 64 },
  { what: 'name', max: 100 },
] as const)('the $what checked', ({ what, max }) => {
  it('is required', async () => {
    const answer = await service.call(`GET /api/vender/check/${what}`, {}, { token: admin });
    expect([answer.status, answer.json]).toEqual([400, badInput([what, { code: 'required' }])]);
  });

  it.each(['', '   ', '\u3000'])('must not be empty, as %j is', async (value) => {
    expect(await check(what, value)).toEqual(badInput([what, { code: 'empty' }]));
  });

  it(`is 1 to ${max} characters`, async () => {
    expect(await check(what, '𠮷'.repeat(max))).toEqual(success(true));
    expect(await check(what, '𠮷'.repeat(max + 1))).toEqual(badInput([what, { code: 'too_long', max }]));
  });

  it.each(['a\u0000b', 'a\nb', 'a\u007Fb', 'a\uFFFDb'])(
    'must not have control characters, as %j has',
    async (value) => {
      expect(await check(what, value)).toEqual(badInput([what, { code: 'text' }]));
    },
  );

  it('is given once', async () => {
    const answer = await service.call(
      `GET /api/vender/check/${what}`,
      {},
      { token: admin, rawQuery: `${what}=a&${what}=a` },
    );
    expect([answer.status, answer.json]).toEqual([400, badInput([what, { code: 'repeated' }])]);
  });
});

it('a check takes nothing: what was usable still is', async () => {
  expect([await check('account', 'later'), await check('name', '以后小学')]).toEqual([success(true), success(true)]);
  expect([await check('account', 'later'), await check('name', '以后小学')]).toEqual([success(true), success(true)]);
});

it('a user who is deleted frees his uid for the next account', async () => {
  await addUser(service, school.id, 'li');
  expect(await check('account', 'li')).toEqual(success(false));
  const answer = await service.call('DELETE /api/user', { uid: 'li' }, { token: school.token });
  expect(answer.json).toEqual(SUCCESS);
  expect(await check('account', 'li')).toEqual(success(true));
});
