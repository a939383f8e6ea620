import { beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import { addSchool, badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
let school: { id: number; account: string; token: string };
let serial = 0;

beforeEach(async () => {
  school = await addSchool(service, `school${++serial}`);
});

/** The raw text of the answer: parsing would lose decimals. */
const read = async (token = school.token) => (await service.call('GET /api/vender/config', {}, { token })).text;
const write = (parameters: Record<string, string | number>, token = school.token) =>
  service.call('POST /api/vender/config', parameters, { token });
const values = (breakfast: string, lunch: string, dinner: string) => ({ breakfast, lunch, dinner });
const body = (breakfast: string, lunch: string, dinner: string) =>
  `{"code":200,"desc":"成功","success":true,"body":{"breakfast":${breakfast},"dinner":${dinner},"lunch":${lunch}}}`;

const range: Problem = { code: 'decimal', min: 0, max: 9999.99, digits: 2 };

const other = await addSchool(service, 'other');

describe('GET /api/vender/config', () => {
  it('answers breakfast, dinner and lunch as JSON numbers with exactly two decimals', async () => {
    expect(await read()).toBe(body('30.00', '40.00', '30.00'));
    await write({ vender: school.id, ...values('0.3', '0', '9999.99') });
    expect(await read()).toBe(body('0.30', '0.00', '9999.99'));
    const { json } = await service.call('GET /api/vender/config', {}, { token: school.token });
    expect(json.body).toEqual({ breakfast: 0.3, lunch: 0, dinner: 9999.99 });
  });

  it("takes the unit from the token, never from the query: another unit's id changes nothing", async () => {
    await write({ vender: school.id, ...values('1', '2', '3') });
    for (const name of ['vender', 'venderId', 'id']) {
      const answer = await service.call('GET /api/vender/config', { [name]: school.id }, { token: other.token });
      expect(answer.text).toBe(body('30.00', '40.00', '30.00'));
    }
  });
});

describe('POST /api/vender/config', () => {
  it('takes the `ETag` of GET as `If-Match`, and tells of another change', async () => {
    const { headers } = await service.call('GET /api/vender/config', {}, { token: school.token });
    const set = (breakfast: string) => {
      const options = { token: school.token, headers: { 'if-match': String(headers['etag']) } };
      return service.call('POST /api/vender/config', { vender: school.id, ...values(breakfast, '40', '30') }, options);
    };
    expect((await set('25')).json).toEqual(SUCCESS);
    const late = await set('20');
    expect([late.status, late.json.reason]).toEqual([409, 'changed_meanwhile']);
    expect(await read()).toBe(body('25.00', '40.00', '30.00'));
  });

  it('answers the envelope only, and sets the three values of the own unit alone', async () => {
    const answer = await write({ vender: school.id, ...values('28.55', '41.4', '30') });
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect(await read()).toBe(body('28.55', '41.40', '30.00'));
    expect(await read(other.token)).toBe(body('30.00', '40.00', '30.00'));
  });

  it('takes the extra meals, which are 0 unless said; only those that are not 0 are answered', async () => {
    const kindergarten = { vender: school.id, ...values('25', '35', '30'), morningSnack: '0', afternoonSnack: '10' };
    expect([(await write(kindergarten)).json, (await write(kindergarten)).json]).toEqual([SUCCESS, SUCCESS]);
    const three = '"breakfast":25.00,"dinner":30.00,"lunch":35.00';
    const answer = (extra: string) => `{"code":200,"desc":"成功","success":true,"body":{${three}${extra}}}`;
    expect(await read()).toBe(answer(',"afternoonSnack":10.00'));
    await write({ ...kindergarten, morningSnack: '9999.99', afternoonSnack: '', supper: '0.01' });
    expect(await read()).toBe(answer(',"morningSnack":9999.99,"supper":0.01'));
    const bad = await write({ ...kindergarten, morningSnack: '10000', afternoonSnack: '-1', supper: 'x' });
    expect(bad.json).toEqual(badInput(['morningSnack', range], ['afternoonSnack', range], ['supper', range]));
    await write({ vender: school.id, ...values('25', '35', '30') });
    expect(await read()).toBe(answer(''));
  });

  it('is 200 for the same call twice', async () => {
    const parameters = { vender: school.id, ...values('1.5', '2.5', '3.5') };
    expect([(await write(parameters)).json, (await write(parameters)).json]).toEqual([SUCCESS, SUCCESS]);
    expect(await read()).toBe(body('1.50', '2.50', '3.50'));
  });

  it.each([
    ['0', '0.00'],
    ['0.3', '0.30'],
    ['0.30', '0.30'],
    ['0.01', '0.01'],
    ['00.50', '0.50'],
    ['7', '7.00'],
    ['1000', '1000.00'],
    ['0.29', '0.29'],
    ['1.10', '1.10'],
    ['9999.9', '9999.90'],
    ['9999.99', '9999.99'],
  ])('takes %s and prints it as %s', async (given, printed) => {
    expect((await write({ vender: school.id, ...values(given, given, given) })).json).toEqual(SUCCESS);
    expect(await read()).toBe(body(printed, printed, printed));
  });

  it.each([
    '10000',
    '9999.991',
    '1.234',
    '0.300',
    '-1',
    '-0',
    '+1',
    '1e2',
    '',
    ' ',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '１.5',
    '.5',
    '5.',
    'abc',
    '1.2.3',
  ])('refuses %j with 400 in any of the three, and changes nothing', async (bad) => {
    for (const field of ['breakfast', 'lunch', 'dinner']) {
      const answer = await write({ vender: school.id, ...values('1', '2', '3'), [field]: bad });
      expect([answer.status, answer.json]).toEqual([400, badInput([field, range])]);
    }
    expect(await read()).toBe(body('30.00', '40.00', '30.00'));
  });

  it.each(['vender', 'breakfast', 'lunch', 'dinner'])('requires %s', async (field) => {
    const { [field]: _left, ...rest }: Record<string, string | number> = {
      vender: school.id,
      ...values('1', '2', '3'),
    };
    const answer = await write(rest);
    expect([answer.status, answer.json]).toEqual([400, badInput([field, { code: 'required' }])]);
    expect(await read()).toBe(body('30.00', '40.00', '30.00'));
  });

  it('names every bad field at once', async () => {
    const answer = await write({ vender: 'x', breakfast: 'x', dinner: '-1' });
    const integer: Problem = { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER };
    expect(answer.json).toEqual(
      badInput(['vender', integer], ['breakfast', range], ['dinner', range], ['lunch', { code: 'required' }]),
    );
  });

  it.each(['existing', 'unknown'])(
    "answers 403 foreign_unit where vender is not the caller's own but an %s one",
    async (which) => {
      const vender = which === 'existing' ? other.id : 99_999;
      const answer = await write({ vender, ...values('1', '2', '3') });
      expect([answer.status, answer.json]).toEqual([403, failure(403, 'foreign_unit')]);
      expect([await read(), await read(other.token)]).toEqual([
        body('30.00', '40.00', '30.00'),
        body('30.00', '40.00', '30.00'),
      ]);
    },
  );

  it.each(['plain', 'base64'] as const)('reads a %s body', async (encoding) => {
    const parameters = { vender: school.id, ...values('1', '2', '3') };
    const answer = await service.call('POST /api/vender/config', parameters, { token: school.token, encoding });
    expect(answer.json).toEqual(SUCCESS);
    expect(await read()).toBe(body('1.00', '2.00', '3.00'));
  });

  it('keeps the values when the unit is changed, and the unit when they are', async () => {
    await write({ vender: school.id, ...values('11', '12', '13') });
    await service.call('POST /api/vender', { venderId: school.id, address: '新址' }, { token: school.token });
    expect(await read()).toBe(body('11.00', '12.00', '13.00'));
    await write({ vender: school.id, ...values('21', '22', '23') });
    const { json } = await service.call('GET /api/vender', { keyword: `${school.account}小学` }, { token: admin });
    expect(json.body.content[0].address).toBe('新址');
  });
});
