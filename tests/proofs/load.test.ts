import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Random } from '../../lib/domain/values/random.ts';
import { AnswerForms } from './load/document.ts';
import { isGrowing, percentile, toMemoryFigures } from './load/figures.ts';
import { reads } from './load/reads.ts';
import { LoadRecord, LoadWorker, type Person } from './load/worker.ts';

const forms = await AnswerForms.read();
const SUCCESS = { code: 200, desc: '成功', success: true };
const FAILURE = { code: 404, desc: '接口不存在', success: false, reason: 'not_found' };
const CONFIG = { breakfast: 0.3, lunch: 0.4, dinner: 0.3 };

describe('the form of an answer', () => {
  it.each([
    ['GET /api/vender/config', 200, { ...SUCCESS, body: CONFIG }],
    ['PUT /api/role', 200, SUCCESS],
    ['GET /api/nowhere', 404, FAILURE],
  ])('of %s, %i is as the document has it', (route, status, json) => {
    expect(forms.findFault(route, status, json)).toBeUndefined();
  });

  it.each([
    ['a field too many', 'GET /api/vender/config', 200, { ...SUCCESS, body: { ...CONFIG, hash: 'x' } }],
    ['a body too many', 'PUT /api/role', 200, { ...SUCCESS, body: 1 }],
    ['no body', 'GET /api/vender/config', 200, SUCCESS],
    ['text instead of a number', 'GET /api/vender/config', 200, { ...SUCCESS, body: { ...CONFIG, lunch: '0.4' } }],
    ['an unknown reason', 'PUT /api/role', 404, { ...FAILURE, reason: 'gone' }],
    ['another code than the status', 'PUT /api/role', 400, FAILURE],
    ['no JSON', 'PUT /api/role', 400, undefined],
    ['success of no route', 'GET /api/nowhere', 200, SUCCESS],
  ])('is wrong with %s', (_, route, status, json) => {
    expect(forms.findFault(route, status, json)).toBeDefined();
  });
});

describe('memory', () => {
  const samples = (from: number, to: number) => Array.from({ length: 60 }, (_, at) => from + ((to - from) * at) / 59);

  it('that rises at first and then swings has reached a plateau', () => {
    const figures = toMemoryFigures([...samples(200, 400).slice(0, 20), ...samples(400, 415).slice(0, 40)]);
    expect(figures).toMatchObject({ start: 200, samples: 60 });
    expect(isGrowing(figures)).toBe(false);
  });

  it('that rises to the end grows', () => {
    expect(isGrowing(toMemoryFigures(samples(200, 400)))).toBe(true);
    expect(isGrowing(toMemoryFigures(samples(100, 140)))).toBe(false);
  });

  it('is told by figures that many values give', () => {
    expect([0.5, 0.95, 1].map((share) => percentile(samples(0, 59), share))).toEqual([30, 57, 59]);
    expect(percentile([], 0.5)).toBe(0);
  });
});

describe('a worker', () => {
  const person: Person = { uid: 'cook', unit: 3, token: 'token', job: 'manager' };
  let server: Server;
  let worker: LoadWorker;
  let record: LoadRecord;
  /** Makes the server's answer from the address. */
  let answer: (url: URL) => { status: number; text: string };

  beforeEach(async () => {
    server = createServer(({ url = '' }, response) => {
      const { status, text } = answer(new URL(url, 'http://localhost'));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    record = new LoadRecord();
    const { port } = server.address() as AddressInfo;
    worker = new LoadWorker(0, person, new Random(1), port, forms, record);
  });
  afterEach(async () => {
    worker.close();
    await new Promise((resolve) => server.close(resolve));
  });
  const reply = (status: number, json: unknown) => {
    answer = () => ({ status, text: JSON.stringify(json) });
  };

  it('takes an answer that is as expected', async () => {
    reply(200, SUCCESS);
    expect(await worker.call('PUT /api/role', { roleName: 'x' }, '200')).toMatchObject({ status: 200, json: SUCCESS });
    expect(record).toMatchObject({ faults: [], serverErrors: 0, refused: 0, writes: 1 });
    expect(record.times).toHaveLength(1);
  });

  it('notes a server error, another status and a refusal', async () => {
    reply(500, { ...FAILURE, code: 500, reason: 'internal' });
    expect(await worker.call('PUT /api/role', {}, '200')).toBeUndefined();
    expect(record).toMatchObject({ serverErrors: 1, faults: [expect.stringContaining('instead of 200')] });
    reply(409, { ...FAILURE, code: 409, reason: 'changed_meanwhile' });
    await worker.call('PUT /api/role', {}, '200');
    expect(record).toMatchObject({ refused: 1, faults: [expect.any(String)] });
  });

  it('notes what is not JSON', async () => {
    answer = () => ({ status: 200, text: '<html>' });
    await worker.call('PUT /api/role', {}, '200');
    expect(record.faults).toHaveLength(1);
  });

  it('notes pages of another unit, out of order or of a wrong size', async () => {
    const dish = (id: number, vender: number) => {
      const facts = {
        name: '蛋炒饭没有这样的菜',
        icon: '',
        ingredient: [],
        marks: '主食',
        poly: '',
        month: [],
        modify: 1,
      };
      return { id, vender, ...facts };
    };
    const search = reads[1]?.run;
    const countFaults = async (all: unknown[], totalElements: number) => {
      answer = ({ searchParams }) => {
        const [number, size] = [Number(searchParams.get('pageNo')), Number(searchParams.get('pageSize'))];
        const content = all.slice(number * size, (number + 1) * size);
        const body = { content, number, size, totalElements, totalPages: Math.ceil(totalElements / size) };
        return { status: 200, text: JSON.stringify({ ...SUCCESS, body }) };
      };
      record.faults.length = 0;
      for (let turn = 0; turn < 30; turn++) await search?.(worker);
      return record.faults.length;
    };
    expect(await countFaults([dish(3_000_002, 3), dish(3_000_001, 3)], 2)).toBe(0);
    expect(await countFaults([dish(4_000_002, 4), dish(3_000_001, 3)], 2)).toBeGreaterThan(0);
    expect(await countFaults([dish(3_000_001, 3), dish(3_000_002, 3)], 2)).toBeGreaterThan(0);
    expect(await countFaults([dish(3_000_001, 3)], 2)).toBeGreaterThan(0);
  });
});
