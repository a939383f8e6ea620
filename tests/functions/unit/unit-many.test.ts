import { beforeAll, describe, expect, it } from 'vitest';
import { toUnitRow } from '../../../lib/store/unit/unit.ts';
import { splitIntoBatches } from '../../../lib/table/batches.ts';
import { headKey, rowKey, unitKey, unitsPartition } from '../../../tables/keys.ts';
import { badInput, failure, page, success, unitRecord } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { loadItems } from '../../support/table/bulk.ts';

const MANY = 5001;

const { service, admin } = await openPlatform();

/** Writes rows, units and head as the collection does. Only unit 5001 has the name 最后. */
async function writeUnits(): Promise<void> {
  const numbers = Array.from({ length: MANY }, (_, index) => index + 1);
  const blocks = Object.fromEntries([999, 1000, 1000, 1000, 1000, 2].map((count, block) => [block, [count, count, 0]]));
  const items = numbers.flatMap((number) => {
    const facts = { account: `u${number}`, name: nameOf(number), category: '小学' };
    const config = { breakfast: '30.00', lunch: '40.00', dinner: '30.00' };
    const unit = { ...unitKey(number), id: number, version: 1, status: true, expire: '2099-12-31', config, ...facts };
    return [{ ...rowKey(unitsPartition, number), ...toUnitRow({ ...unit, hasIcon: false }) }, unit];
  });
  items.push({ ...headKey(unitsPartition), next: MANY + 1, total: MANY, blocks } as never);
  await loadItems(service.deps.env, items);
}

const nameOf = (number: number) => (number === MANY ? '最后一所' : `第${number}小学`);
const call = (route: string, parameters: Record<string, string | number>) =>
  service.call(route, parameters, { token: admin });
const record = (id: number, rest = {}) => unitRecord(id, `u${id}`, { name: nameOf(id), ...rest });
const choice = (id: number) => ({ account: `u${id}`, category: '小学', id, name: nameOf(id) });

await writeUnits();

describe('GET /api/vender/select among 5,001 units', () => {
  it('more than 5,000 matches is 400 too_many_matches asking for a narrower keyword', async () => {
    for (const parameters of [{}, { keyword: '' }]) {
      const answer = await call('GET /api/vender/select', parameters);
      expect([answer.status, answer.json]).toEqual([400, failure(400, 'too_many_matches')]);
    }
  });

  it('exactly 5,000 matches are answered', async () => {
    const expected = Array.from({ length: 5000 }, (_, index) => choice(5000 - index));
    expect((await call('GET /api/vender/select', { keyword: '小学' })).json).toEqual(success(expected));
  });

  it.each(['GET', 'POST'])('by %s takes up to 10,000 ids, and no more', async (method) => {
    const route = `${method} /api/vender/select`;
    const ids = Array.from({ length: 10_000 }, (_, index) => MANY - 1 + index);
    const answer = await call(route, { vendors: ids.join(',') });
    expect(answer.json).toEqual(success([choice(5001), choice(5000)]));
    const more = await call(route, { vendors: [...ids, 1].join(',') });
    expect(more.json).toEqual(badInput(['vendors', { code: 'too_many', max: 10_000 }]));
  });
});

describe('GET /api/vender among 5,001 units', () => {
  it.each([0, 1, 4, 5, 12, 24, 25])('page %i of 200 is exact', async (number) => {
    const ids = Array.from({ length: MANY }, (_, index) => MANY - index).slice(number * 200, (number + 1) * 200);
    const totals = { number, size: 200, totalElements: MANY, totalPages: 26 };
    expect((await call('GET /api/vender', { pageSize: 200, pageNo: number })).json).toEqual(
      page(
        ids.map((id) => record(id)),
        totals,
      ),
    );
  });

  it('the keyword is looked for in all of them', async () => {
    expect((await call('GET /api/vender', { keyword: '最后' })).json).toEqual(page([record(MANY)]));
    expect((await call('GET /api/vender', { keyword: '第1小' })).json).toEqual(page([record(1)]));
  });
});

describe('a page whose icons are more than one answer holds', () => {
  const icon = `data:image/png;base64,${'A'.repeat(51_160)}`;

  beforeAll(async () => {
    const ids = Array.from({ length: 110 }, (_, index) => MANY - index);
    for (const some of splitIntoBatches(ids, 10)) {
      await Promise.all(some.map((venderId) => service.call('POST /api/vender', { venderId, icon }, { token: admin })));
    }
  });

  it('is 400 page_too_large, and a smaller pageSize gets all of it', async () => {
    const answer = await call('GET /api/vender', { pageSize: 200 });
    expect([answer.status, answer.json]).toEqual([
      400,
      failure(400, 'page_too_large', ['icons', { code: 'without_pictures' }], ['pageSize', { code: 'fits', max: 79 }]),
    ]);
    const sizes = [
      [100, 51],
      [79, 64],
    ] as const;
    for (const [size, totalPages] of sizes) {
      const content = Array.from({ length: size }, (_, index) => record(MANY - index, { icon }));
      const totals = { size, totalElements: MANY, totalPages };
      expect((await call('GET /api/vender', { pageSize: size })).json).toEqual(page(content, totals));
    }
    const plain = (await call('GET /api/vender', { pageSize: 200, icons: 'false' })).json.body.content;
    expect([plain.length, plain[0]]).toEqual([200, { ...record(MANY, { icon }), icon: '' }]);
  });

  it('is no matter for the selection, which has no icons', async () => {
    expect((await call('GET /api/vender/select', { vendors: MANY })).json).toEqual(success([choice(MANY)]));
  });
});
