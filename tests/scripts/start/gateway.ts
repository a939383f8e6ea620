import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { digestPassword } from '../../../lib/auth/password.ts';
import { badInput, failure, SUCCESS } from '../../support/nouns/units.ts';

const FORM = 'content-type: application/x-www-form-urlencoded';
const ORIGIN = 'origin: https://a.example';
const ASKED = 'access-control-request-method: POST';

/** The tests of what `npm start` answers instead of the gateway, while it runs. */
export function describeGateway(service: { readonly baseUrl: string }): void {
  /** Sends raw bytes, and returns what comes back until the other side closes. */
  async function sendBytes(...parts: readonly (string | Buffer)[]) {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    for (const part of parts) socket.write(part);
    await once(socket, 'close');
    const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
    const [line = '', ...headers] = head.split('\r\n');
    return { status: Number(line.split(' ')[1]), headers: headers.map((one) => one.toLowerCase()), body };
  }

  /** Sends a request that closes its connection. */
  function send(line: string, headers: readonly string[] = [], body: string | Buffer = '') {
    const length = body.length > 0 ? [`content-length: ${Buffer.byteLength(body)}`] : [];
    const lines = [`${line} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers, ...length];
    return sendBytes(`${lines.join('\r\n')}\r\n\r\n`, body);
  }

  async function ask(...request: Parameters<typeof send>) {
    const { status, headers, body } = await send(...request);
    const json: unknown = JSON.parse(body);
    return { status, json, type: headers.find((one) => one.startsWith('content-type: ')) };
  }

  function refusal(code: number, json: object) {
    return { status: code, json, type: 'content-type: application/json; charset=utf-8' };
  }

  const invalid = refusal(400, failure(400, 'invalid_input'));
  const tooLarge = refusal(413, failure(413, 'payload_too_large'));
  const notFound = refusal(404, failure(404, 'not_found'));
  const form = { code: 'choice', names: 'application/x-www-form-urlencoded; charset=utf-8' } as const;
  const wrongBody = refusal(415, failure(415, 'unsupported_encoding', ['Content-Type', form]));

  async function signIn(uid: string, password: string): Promise<string> {
    const body = new URLSearchParams({ uid, password: digestPassword(password) });
    const answer = await fetch(`${service.baseUrl}/api/login`, { method: 'POST', body });
    return z.object({ body: z.object({ token: z.string() }) }).parse(await answer.json()).body.token;
  }

  describe('npm start answers in the envelope', () => {
    const long = `GET /api/vender/select?vendors=${Array.from({ length: 3500 }, (_, id) => id).join(',')}`;

    it.each([
      ['an unknown path', ['GET /no/such'], notFound],
      ['a method that nobody takes', ['PATCH /api/me'], notFound],
      ['a bad percent sign in a path', ['GET /api/%ZZ'], invalid],
      ['half a character in a path', ['GET /api/%E0%A4%A'], invalid],
      ['an address longer than the deployed gateway takes', [long], tooLarge],
      ['headers longer than it takes', ['GET /api/me', [`x-a: ${'a'.repeat(11_000)}`]], tooLarge],
      ['headers without end', ['GET /api/me', [`x-a: ${'a'.repeat(300_000)}`]], tooLarge],
      ['a body larger than it takes', ['POST /api/login', [FORM], Buffer.alloc(11_000_000, 'a')], tooLarge],
      ['a body larger than a function takes', ['POST /api/login', [FORM], Buffer.alloc(7_000_000, 'a')], tooLarge],
      ['a body of a type that is none', ['POST /api/login', ['content-type: nonsense'], 'uid=a'], wrongBody],
      ['a body of no type', ['POST /api/login', [], 'uid=a'], wrongBody],
      ['JSON that is none', ['POST /api/login', ['content-type: application/json'], '{"a":'], wrongBody],
      ['an upload without its boundary', ['POST /api/login', ['content-type: multipart/form-data'], 'abc'], wrongBody],
      ['a length given twice', ['POST /api/login', ['content-length: 3', 'content-length: 4'], ''], invalid],
      ['another method than there are', ['FOO /api/me'], invalid],
      ['a tunnel', ['CONNECT example.com:443'], notFound],
      ['cookies of others', ['GET /api/me', ['cookie: a=b c; =; "x']], refusal(401, failure(401, 'not_signed_in'))],
    ] as const)('%s', async (_, [line, headers = [], body = ''], expected) => {
      expect(await ask(line, headers, body)).toEqual(expected);
    });

    it('an upload without its boundary where uploads are taken', async () => {
      const token = await signIn('yangguang', '123456');
      const headers = [`authorization: Bearer ${token}`, 'content-type: multipart/form-data'];
      const expected = refusal(400, badInput(['files', { code: 'malformed' }]));
      expect(await ask('PUT /api/ingredient/mark', headers, 'abc')).toEqual(expected);
    });

    it('what is no HTTP, or names no host', async () => {
      for (const bytes of ['hello\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'GET\r\n\r\n']) {
        const { status, body } = await sendBytes(bytes);
        expect([status, JSON.parse(body)]).toEqual([400, failure(400, 'invalid_input')]);
      }
      const { status, body } = await sendBytes('GET /api/me HTTP/1.1\r\nconnection: close\r\n\r\n');
      expect([status, JSON.parse(body)]).toEqual([401, failure(401, 'not_signed_in')]);
    });

    it('in the language that is preferred', async () => {
      const { json } = await ask('GET /api/%ZZ', ['accept-language: en']);
      expect(json).toEqual({ ...failure(400, 'invalid_input'), desc: 'Some parameters are not valid' });
    });

    it('HEAD as GET, without the body', async () => {
      const [head, get] = await Promise.all([send('HEAD /api/me'), send('GET /api/me')]);
      const stable = ({ headers }: typeof head) => headers.filter((one) => !one.startsWith('date: '));
      expect([head.status, stable(head), head.body]).toEqual([401, stable(get), '']);
    });
  });

  describe('a page of another origin under npm start', () => {
    it.each([[[]], [[ORIGIN]], [[ASKED]], [[ORIGIN, ASKED]]])('gets 204 for OPTIONS with %j', async (headers) => {
      for (const path of ['/api/login', '/no/such', '*']) {
        expect(await send(`OPTIONS ${path}`, headers)).toMatchObject({ status: 204, body: '' });
      }
    });

    it('is told once which headers it may read, of answers and of refusals', async () => {
      const [, names = ''] = /exposedResponseHeaders: \[(.*)\]/.exec(await readFile('serverless.yml', 'utf8')) ?? [];
      const exposed = `access-control-expose-headers: ${names.replaceAll(' ', '').toLowerCase()}`;
      expect(exposed).toContain('retry-after,etag');
      for (const path of ['/health', '/api/me', '/no/such', '/api/%ZZ']) {
        const { headers } = await send(`GET ${path}`, [ORIGIN]);
        expect(headers.filter((one) => one.startsWith('access-control-expose'))).toEqual([exposed]);
        expect(headers.filter((one) => one.startsWith('access-control-allow-origin'))).toEqual([
          'access-control-allow-origin: https://a.example',
        ]);
      }
    });
  });

  describe('under npm start', () => {
    it('an answer that hangs on the origin says so once', async () => {
      for (const [path, vary] of [
        ['/docs', 'accept-encoding,origin'],
        ['/api/me', 'origin'],
      ]) {
        const { headers } = await send(`GET ${path}`, [ORIGIN]);
        expect(headers.filter((one) => one.startsWith('vary: '))).toEqual([`vary: ${vary}`]);
      }
    });

    it('POST /api/vender/select takes 3,500 ids', async () => {
      const vendors = Array.from({ length: 3500 }, (_, id) => id).join(',');
      const answer = await fetch(`${service.baseUrl}/api/vender/select`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await signIn('admin', 'catering')}` },
        body: new URLSearchParams({ vendors }),
      });
      const found = z.object({ body: z.array(z.object({ id: z.int() })) }).parse(await answer.json());
      expect(found.body.map(({ id }) => id)).toEqual([2, 1]);
    });

    it('GET /health tells that it works', async () => {
      expect(await ask('GET /health')).toEqual(refusal(200, SUCCESS));
    });

    it('the bare address leads to the page of the reference, for GET alone', async () => {
      const answer = await fetch(service.baseUrl, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
      const followed = await fetch(service.baseUrl);
      expect([followed.status, followed.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await ask('POST /')).toEqual(notFound);
    });
  });
}
