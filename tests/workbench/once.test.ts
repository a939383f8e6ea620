import { describe, expect, it } from 'vitest';
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
