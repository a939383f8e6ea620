import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createDeps, type Deps } from '../../../lib/runtime/deps.ts';
import { createLogger } from '../../../lib/runtime/logger.ts';
import { changeMarks } from '../../../lib/store/ingredient/mark.ts';
import { PICTURE } from '../../support/costs/worst.ts';
import type { Sendable } from '../../support/files/attachment.ts';
import { openSetup } from '../../support/service/open.ts';
import { endpointOf, send } from '../../support/service/send.ts';
import { makeEvent } from '../../support/service/service.ts';
import { answeredRoutes, prepareCall } from '../../support/statements/statements.ts';

/** The most read units that a call takes beside the caller's check, before that has passed. */
const MOST_BESIDE = 12;
const DISHES = 20;

const { service, setup } = await openSetup();
const { school } = setup;
let signedOut: { readonly admin: string; readonly school: string };

/** Names of dishes and codes of the greatest length. */
const long = (index: number) => String(index).padStart(64, '菜');

beforeAll(async () => {
  const ingredient = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ key: long(index), value: 99_999.5 })));
  for (let count = 0; count < DISHES; count++) await setup.createDish({ ingredient, icon: PICTURE });
  const codes = Array.from({ length: 2000 }, (_, index) => [long(index), '常用'] as const);
  await changeMarks(service.deps.db, school.id, new Map(codes));
  const tokens = [
    await setup.service.signIn('admin', 'admin-password'),
    await service.signIn(school.account, school.password),
  ];
  for (const token of tokens) await setup.succeed('POST /api/logout', {}, token);
  signedOut = { admin: tokens[0] ?? '', school: tokens[1] ?? '' };
});

/** Each call asks for the most possible. */
const dearest: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'GET /api/dish': { id: school.id * 1_000_000 + 1 },
  'GET /api/dish/label': { ids: dishIds() },
  'GET /api/dish/label.html': { ids: dishIds() },
  'GET /api/dish/label.svg': { id: school.id * 1_000_000 + 1 },
  'POST /api/dish': { id: school.id * 1_000_000 + 1, name: '改名' },
  'PUT /api/dish/copy': { id: school.id * 1_000_000 + 1 },
};

function dishIds(): string {
  return Array.from({ length: DISHES }, (_, index) => school.id * 1_000_000 + 1 + index).join(',');
}

/** Makes a call in a function that has just started. Returns what it read, and what its log line says about that. */
async function measure(route: string, parameters: Sendable, token: string) {
  const log = createLogger('info', { service: 'catering-test', traceId: () => undefined });
  const cold = createDeps(service.deps.env, (client) => service.storeCalls.observe(client));
  const deps: Deps = { ...cold, log, hashCost: service.deps.hashCost };
  const event = makeEvent(route, parameters, { token });
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { result, bill } = await service.storeCalls.record(() => send(endpointOf(service, route), event, () => deps));
  const lines = written.mock.calls.map(([text]) => JSON.parse(String(text)));
  written.mockRestore();
  return {
    status: result.status,
    reason: result.json?.reason,
    readUnits: bill.readUnits,
    logged: lines.at(-1)?.ReadUnits,
  };
}

const routes = answeredRoutes.filter((route) => service.endpoints.get(route)?.side !== 'public');

describe('a session that has ended', () => {
  it.each(routes)('reads little by %s, and all of it is in the log', async (route) => {
    const { parameters, token } = await prepareCall(setup, route);
    const ended = token === setup.admin ? signedOut.admin : signedOut.school;
    const check = await measure('GET /api/me', {}, ended);
    const call = await measure(route, { ...parameters, ...dearest[route] }, ended);
    expect(call).toEqual({ status: 401, reason: 'not_signed_in', readUnits: call.readUnits, logged: call.readUnits });
    expect(call.readUnits).toBeGreaterThanOrEqual(check.readUnits);
    expect(call.readUnits).toBeLessThanOrEqual(check.readUnits + MOST_BESIDE);
  });
});

it('a refused call waits for the read beside its check no longer than its time allows', async () => {
  const endless = { ...endpointOf(service, 'GET /api/me'), prefetch: () => new Promise<never>(() => {}) };
  const event = makeEvent('GET /api/me', {}, { token: signedOut.school });
  const { status, json } = await send(endless, event, () => service.deps, 250);
  expect([status, json.reason]).toEqual([401, 'not_signed_in']);
});
