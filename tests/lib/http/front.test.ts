import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseYaml } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { digestPassword } from '../../../lib/auth/password.ts';
import { serve } from '../../../lib/http/serve.ts';
import { readEnv } from '../../../lib/runtime/env.ts';
import { endpointOf } from '../../support/service/send.ts';
import {
  ADMIN,
  fakeContext,
  makeEvent,
  readReply,
  SIGNING_KEYS,
  startService,
  type TestService,
} from '../../support/service/service.ts';

const SECRET = 'a-secret-of-32-random-bytes';
const NEXT = 'the-one-that-comes-after-it';
const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const NOWHERE = { code: 404, desc: '接口不存在', success: false, reason: 'not_found' };
const FAILED = { code: 401, desc: '用户名或密码错误', success: false, reason: 'bad_credentials' };

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A call as the gateway passes it on: from one edge of CloudFront, whoever called that. */
async function call(
  route: string,
  headers: Readonly<Record<string, string>>,
  { digests = digestOf(SECRET), parameters = {} }: { digests?: string; parameters?: Record<string, string> } = {},
) {
  const frontDigests = digests === '' ? [] : digests.split(',');
  const deps = { ...service.deps, env: { ...service.deps.env, frontDigests } };
  const handler = serve(endpointOf(service, route), () => deps);
  const { status, json } = readReply(
    await handler(makeEvent(route, parameters, { headers, address: '192.0.2.7' }), fakeContext()),
  );
  return [status, json];
}

const from = (address: string, secret = SECRET) => ({
  'X-Catering-Front': secret,
  'CloudFront-Viewer-Address': address,
});
const signIn = (headers: Readonly<Record<string, string>>, uid: string, password: string, digests?: string) =>
  call('POST /api/login', headers, {
    parameters: { uid, password: digestPassword(password) },
    ...(digests === undefined ? {} : { digests }),
  });

describe('a service with a front', () => {
  it.each([
    ['no header at all', {}],
    ['an address without the secret', { 'CloudFront-Viewer-Address': '198.51.100.1:46532' }],
    ['another secret', from('198.51.100.1:46532', 'guessed')],
    ['an empty secret', from('198.51.100.1:46532', '')],
    ['the digest in place of the secret', from('198.51.100.1:46532', digestOf(SECRET))],
    ['the secret without an address: the front is not set up', { 'X-Catering-Front': SECRET }],
    ['the secret with something else than an address', from('nobody')],
    ['the secret with an address without a port', from('198.51.100.1')],
    ['the address where others send it', { 'X-Catering-Front': SECRET, 'X-Forwarded-For': '198.51.100.1' }],
  ])('is not there for %s', async (_, headers) => {
    for (const route of ['POST /api/login', 'GET /health', 'GET /docs', 'GET /api/me', '$default']) {
      expect(await call(route, headers), route).toEqual([404, NOWHERE]);
    }
  });

  it('answers what comes through it', async () => {
    expect(await call('GET /health', from('198.51.100.1:46532'))).toMatchObject([200, { success: true }]);
    expect(await signIn(from('198.51.100.1:46532'), ADMIN.uid, ADMIN.password)).toMatchObject([200, { success: true }]);
  });

  it('takes the old secret and the new one while it is changed', async () => {
    const digests = [SECRET, NEXT].map(digestOf).join(',');
    for (const secret of [SECRET, NEXT]) {
      expect(await call('GET /health', from('198.51.100.1:1', secret), { digests })).toMatchObject([200, {}]);
    }
    expect(await call('GET /health', from('198.51.100.1:1', SECRET), { digests: digestOf(NEXT) })).toEqual([
      404,
      NOWHERE,
    ]);
  });

  it.each([
    ['IPv4', '198.51.100.1', '198.51.100.2'],
    ['IPv6', '2001:db8::1', '2001:db8::2'],
    ['IPv6 in brackets', '[2001:db8::11]', '[2001:db8::12]'],
  ])('locks a user for the caller and not for the edge that all come from, by %s', async (name, guesser, owner) => {
    const uid = `guessed by ${name}`;
    // Each from another port, which is not another caller.
    for (let port = 1; port <= 5; port++)
      expect(await signIn(from(`${guesser}:${port}`), uid, 'wrong')).toEqual([401, FAILED]);
    expect(await signIn(from(`${guesser}:6`), uid, 'wrong')).toMatchObject([429, { reason: 'too_many_failures' }]);
    expect(await signIn(from(`${owner}:1`), uid, 'wrong')).toEqual([401, FAILED]);
  });
});

describe('a service without a front', () => {
  it('believes no address that a caller sends', async () => {
    for (let guess = 1; guess <= 5; guess++) {
      expect(await signIn(from(`198.51.100.${guess}:1`), 'everywhere', 'wrong', '')).toEqual([401, FAILED]);
    }
    expect(await signIn(from('198.51.100.6:1'), 'everywhere', 'wrong', '')).toMatchObject([429, {}]);
  });
});

describe('the stack in operations/front.yml', () => {
  const Stack = z.object({
    Resources: z.object({
      WithViewer: z.object({
        Properties: z.object({
          OriginRequestPolicyConfig: z.object({
            HeadersConfig: z.object({ HeaderBehavior: z.string(), Headers: z.tuple([z.string()]) }),
          }),
        }),
      }),
      Distribution: z.object({
        Properties: z.object({
          DistributionConfig: z.object({
            Origins: z.tuple([z.looseObject({ OriginCustomHeaders: z.tuple([z.object({ HeaderName: z.string() })]) })]),
          }),
        }),
      }),
    }),
  });

  it('sends the headers that the service uses', async () => {
    const { Resources } = Stack.parse(parseYaml(await readFile('operations/front.yml', 'utf8')));
    const [origin] = Resources.Distribution.Properties.DistributionConfig.Origins;
    const [{ HeaderName }] = origin.OriginCustomHeaders;
    const { HeaderBehavior, Headers } = Resources.WithViewer.Properties.OriginRequestPolicyConfig.HeadersConfig;
    const sent = { [HeaderName]: SECRET, [Headers[0]]: '198.51.100.1:46532' };
    expect(await call('GET /health', sent)).toMatchObject([200, { success: true }]);
    // Authorization is sent only together with all other headers.
    expect(HeaderBehavior).toBe('allViewerAndWhitelistCloudFront');
  });
});

describe('the setting', () => {
  const read = (digests: string) =>
    readEnv({ CATERING_TABLE: 'table', CATERING_SIGNING_KEYS: SIGNING_KEYS, CATERING_FRONT_DIGESTS: digests })
      .frontDigests;

  it('takes digests, or nothing', () => {
    const [first, second] = [SECRET, NEXT].map(digestOf);
    expect(read('')).toEqual([]);
    expect(read(`${first}`)).toEqual([first]);
    expect(read(`${first}, ${second}`)).toEqual([first, second]);
  });

  it.each([SECRET, digestOf(SECRET).toUpperCase(), `${digestOf(SECRET)},`, 'none'])(
    'is refused as %s: no function starts with it, so that nothing is open by mistake',
    (digests) => {
      expect(() => read(digests)).toThrow('CATERING_FRONT_DIGESTS: wants SHA-256 digests in hex, separated by commas');
    },
  );
});
