import { describe, expect, it } from 'vitest';
import { openExamples } from '../../support/service/examples.ts';
import { loadEndpoints } from '../../support/service/service.ts';

/** Characters that no text may contain. */
const UNSEEN: readonly [string, string][] = [
  ['a zero-width space', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a right-to-left override', '\u202e'],
  ['a Hangul filler', '\u3164'],
  ['a halfwidth Hangul filler', '\uffa0'],
  ['a word joiner', '\u2060'],
  ['a zero-width joiner', '\u200d'],
  ['a variation selector', '\ufe0f'],
  ['a variation selector of ideographs', '\u{e0100}'],
  ['a byte order mark', '\ufeff'],
  ['a tag', '\u{e0041}'],
  ['a left-to-right isolate', '\u2066'],
  ['a Mongolian vowel separator', '\u180e'],
  ['an Arabic number sign', '\u0600'],
  ['a blank of Braille', '\u2800'],
  ['a line separator', '\u2028'],
  ['a tab', '\t'],
  ['a vertical tab', '\v'],
  ['a line feed', '\n'],
  ['NUL', '\0'],
  ['a C1 control', '\u0085'],
  ['half a character', '\ufffd'],
  ['more marks on one letter than any script has', '\u0300\u0316'.repeat(16)],
];

/**
 * Only one of so many kinds is tried on each parameter, others on the next one: each kind on thirty of them, at every
 * position.
 */
const SHARE = 5;

/** Line breaks may be part of an address, and blanks of JSON. */
function mayStand(unseen: string, name: string, base: string): boolean {
  const isJson = /^[[{]/.test(base);
  return (unseen === '\n' && (name === 'address' || isJson)) || (unseen === '\t' && isJson);
}

const places: readonly ((base: string, unseen: string) => string)[] = [
  (base, unseen) => `${base}${unseen}`,
  (base, unseen) => `${unseen}${base}`,
  (base, unseen) => `${base}${unseen}${base}`,
  (_, unseen) => unseen,
];

/** The address of a screen or a link is a secret: a wrong one is not found, whatever is wrong with it. */
const endpoints = (await loadEndpoints()).filter(({ route }) => route !== '$default' && !route.includes('{token}'));
const examples = await openExamples();
const { service, setup } = examples;

/** Every parameter of every endpoint, by its declaration. */
const parameters = endpoints
  .flatMap(({ route, input }) => Object.keys(input.shape).map((name) => [route, name] as const))
  // An unknown address is not found, whatever it contains.
  .filter(([route, name]) => !route.includes(`{${name}}`))
  .map(([route, name], index) => [route, name, index] as const);

describe('what cannot be seen is 400 naming the field', () => {
  it.each(parameters)('%s %s', async (route, name, index) => {
    const { token, parameters: given } = examples.getCall(route);
    const base = String(given[name] ?? 'a') || 'a';
    for (const [turn, [kind, unseen]] of UNSEEN.entries()) {
      if ((turn + index) % SHARE !== 0 || mayStand(unseen, name, base)) continue;
      // Each kind at one position of a parameter. Over all parameters it is at every position.
      const text = places[(index + turn) % places.length]?.(base, unseen) ?? unseen;
      const answer = await service.call(route, { ...given, [name]: text }, { token });
      const fields = answer.json.errors?.map(({ field }: { field: string }) => field);
      const expected = [kind, 400, 'invalid_input', expect.arrayContaining([name])];
      expect([kind, answer.status, answer.json.reason, fields]).toEqual(expected);
    }
  });
});

describe('marks piled up in their ten thousands, which take minutes to be brought into a normal form,', () => {
  const piled = `a${'\u0300\u0316'.repeat(60_000)}`;
  const invalid = (field: string) => ({ code: 400, reason: 'invalid_input', errors: [{ field }] });

  it('are refused before anybody has signed in', async () => {
    const answer = await service.call('POST /api/login', { uid: piled, password: 'BE56E057F20F883E' });
    expect(answer.json).toMatchObject(invalid('uid'));
  });

  it.each([
    ['PUT /api/dish', 'ingredient', JSON.stringify([{ key: 'a', value: 1, [piled]: 1 }])],
    ['PUT /api/dish', 'ingredient', JSON.stringify([{ key: piled, value: 1 }])],
    ['PUT /api/dish', 'mark', piled],
    ['POST /api/vender', 'address', piled],
    ['GET /api/ingredient/select', 'codes', piled],
    ['PUT /api/ingredient/mark', 'nutrient', piled],
  ])('are refused in %s as %s', async (route, field, text) => {
    const { token, parameters: given } = examples.getCall(route);
    const answer = await service.call(route, { ...given, [field]: text }, { token });
    expect([answer.status, answer.json.errors[0].field.split(/[.[]/)[0]]).toEqual([400, field]);
  });

  it.each(['编码', piled])('are no column of an upload, and no code: %#', async (column) => {
    const parts = new FormData();
    parts.append('files', new File([`${column},标记\n${piled},常用\n`], '标记.csv'));
    const form = new Response(parts);
    const headers = { 'content-type': form.headers.get('content-type') ?? '' };
    const rawBody = new Uint8Array(await form.arrayBuffer());
    const answer = await service.call('PUT /api/ingredient/mark', {}, { token: setup.school.token, headers, rawBody });
    expect(answer.json).toMatchObject(invalid('files'));
  });
});

it('an address may have several lines, kept with line feeds alone', async () => {
  const parameters = { venderId: setup.school.id, address: '\u3000朝阳路 1 号\r\n２ 楼\r3 室\n' };
  await setup.succeed('POST /api/vender', parameters, setup.school.token);
  const page = await setup.succeed('GET /api/vender', { keyword: '红旗' }, setup.admin);
  expect(page.content[0].address).toBe('朝阳路 1 号\n2 楼\n3 室');
});

describe('the platform’s own name', () => {
  const RESERVED = [{ message: '是平台专用的名称' }];
  const looks = ['平台', ' 平台\u3000', '平 台', '「平台」', '平・台', '平\u0332台', '平臺', 'Ｐlatform', 'PLAT-FORM'];

  it.each(looks)('«%s» is nobody else’s: 400 as the name or account of a unit, a user and a role', async (name) => {
    const unit = { account: setup.unique('a'), name: setup.unique('n'), category: '小学', expire: '2099-12-31' };
    const user = { uid: setup.unique('u'), name: 'x', password: 'BE56E057F20F883E', roleId: await setup.createRole() };
    const { uid } = await setup.createUser();
    const { school, admin } = setup;
    const calls: [string, string, Record<string, string | number>, string][] = [
      ['PUT /api/vender', 'name', { ...unit, password: user.password }, admin],
      ['PUT /api/vender', 'account', { ...unit, password: user.password }, admin],
      ['POST /api/vender', 'name', { venderId: school.id }, school.token],
      ['POST /api/vender', 'account', { venderId: school.id }, school.token],
      ['PUT /api/user', 'uid', user, school.token],
      ['PUT /api/user', 'name', user, school.token],
      ['POST /api/user', 'name', { uid }, school.token],
      ['PUT /api/role', 'roleName', {}, school.token],
      ['POST /api/role', 'roleName', { roleId: user.roleId }, school.token],
    ];
    for (const [route, field, parameters, token] of calls) {
      const answer = await service.call(route, { ...parameters, [field]: name }, { token });
      expect([route, answer.json.errors]).toEqual([route, RESERVED.map((error) => ({ field, ...error }))]);
    }
  });

  it.each(looks)('«%s» is not free, and nobody signs in with it', async (name) => {
    const ask = async (route: string, field: string) =>
      (await service.call(route, { [field]: name }, { token: setup.admin })).json.body;
    expect(await ask('GET /api/vender/check/name', 'name')).toBe(false);
    expect(await ask('GET /api/vender/check/account', 'account')).toBe(false);
    expect(await ask('GET /api/user/check', 'uid')).toBe(false);
    const login = await service.call('POST /api/login', { uid: name, password: 'BE56E057F20F883E' });
    expect(login.json.reason).toBe('bad_credentials');
  });

  it('may be part of a name', async () => {
    await setup.succeed('PUT /api/role', { roleName: '平台联系人' }, setup.school.token);
    const body = await setup.succeed('GET /api/vender/check/name', { name: '平台小学' }, setup.admin);
    expect(body).toBe(true);
  });
});
