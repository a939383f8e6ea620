import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Client from '../../workbench/api/client.ts';
import { addIdempotencyKey } from '../../workbench/api/idempotency.ts';

const URL_OF = 'http://127.0.0.1/api';

/** Sends a form and returns its key. */
async function keyOf(path: string, body: string, method = 'PUT') {
  const request = new Request(`${URL_OF}${path}`, { method, body: new URLSearchParams(body) });
  const answered = await addIdempotencyKey(request);
  return { key: request.headers.get('Idempotency-Key'), answered };
}

describe('a call that creates something', () => {
  it('keeps its key until it is answered', async () => {
    const first = await keyOf('/dish', 'name=a');
    const again = await keyOf('/dish', 'name=a');
    expect(first.key).toMatch(/^\d+-\d+-\d+-\d+$/);
    expect(again.key).toBe(first.key);
    expect((await keyOf('/dish', 'name=b')).key).not.toBe(first.key);
    expect((await keyOf('/role', 'name=a')).key).not.toBe(first.key);
    again.answered();
    const other = await keyOf('/dish', 'name=a');
    expect(other.key).toMatch(/^\d/);
    expect(other.key).not.toBe(first.key);
  });

  it('alone has a key: calls that set or change have none', async () => {
    expect((await keyOf('/menu/dish', 'id=1')).key).toBeNull();
    expect((await keyOf('/dish', 'id=1', 'POST')).key).toBeNull();
  });
});

describe('a PUT of the workbench', () => {
  /** The answers to the next calls, and the keys of these calls. */
  const statuses: number[] = [];
  const keys: (string | null)[] = [];
  let client: typeof Client;
  beforeAll(async () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null });
    // A browser resolves relative addresses.
    const Whole = class extends Request {
      constructor(url: string, init?: RequestInit) {
        super(new URL(url, URL_OF), init);
      }
    };
    vi.stubGlobal('Request', Whole);
    vi.stubGlobal('fetch', async (request: Request) => {
      keys.push(request.headers.get('Idempotency-Key'));
      const status = statuses.shift();
      return Response.json({ code: status, desc: '', success: status === 200, reason: 'r' }, { status: status ?? 0 });
    });
    client = await import('../../workbench/api/client.ts');
  });

  it('keeps its key after server errors, and gets another one after an answer', async () => {
    statuses.push(503, 500, 409, 200);
    for (const _ of [...statuses]) {
      await client.send(client.api.PUT('/api/role', { body: { roleName: '厨师', roleItems: [25] } })).catch(() => {});
    }
    const [first, second, third, fourth] = keys;
    expect(first).toMatch(/^\d+-/);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).toMatch(/^\d+-/);
    expect(fourth).not.toBe(first);
  });
});
