import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Client from '../../workbench/api/client.ts';
import { keepOnce } from '../../workbench/api/once.ts';

const URL_OF = 'http://127.0.0.1/api';

/** A form that is sent, and the key that it gets. */
async function keyOf(path: string, body: string, method = 'PUT') {
  const request = new Request(`${URL_OF}${path}`, { method, body: new URLSearchParams(body) });
  const answered = await keepOnce(request);
  return { key: request.headers.get('Idempotency-Key'), answered };
}

describe('a call that creates something', () => {
  it('is sent again under its key until it is answered', async () => {
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

  it('has a key of its own alone: what only sets or changes has none', async () => {
    expect((await keyOf('/menu/dish', 'id=1')).key).toBeNull();
    expect((await keyOf('/dish', 'id=1', 'POST')).key).toBeNull();
  });
});

describe('a PUT of the workbench', () => {
  /** What is answered to the next calls, and the keys under which they came. */
  const statuses: number[] = [];
  const keys: (string | null)[] = [];
  let client: typeof Client;
  beforeAll(async () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null });
    // Addresses are relative in a browser.
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

  it('keeps its key while the service has faults, and has another one once it was answered', async () => {
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
