import { afterEach, describe, expect, it } from 'vitest';
import type { Sendable } from '../../support/files/attachment.ts';
import { openExamples, type ValidCall } from '../../support/service/examples.ts';
import { loadEndpoints } from '../../support/service/service.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

/** Calls that write however often they are sent, and why. */
const alwaysWrites: Readonly<Record<string, string>> = {
  'POST /api/link': 'makes another address, good once',
  'POST /api/login': 'begins another session',
  'POST /api/logout': 'ends its session: the second time there is none',
  'POST /api/me/password': 'ends the other sessions; a hash does not tell whether the password is the same',
  'POST /api/menu/discard': 'gives back what is live: the second time nothing else is there',
  'POST /api/menu/retract': 'takes what is live away: the second time nothing is',
  'POST /api/menu/review': 'ends the wait: the second time nothing waits',
  'POST /api/menu/submit': 'freezes a revision: the second time the menu waits, or is live',
  'POST /api/menu/swap': 'serves another dish: the second time the first is not served any more',
  'POST /api/menu/withdraw': 'ends the wait, likewise',
  'POST /api/vender/password': "ends the main account's sessions, for the same reason",
};

/** Parameters that make a call do more than set a value. They are left out. */
const noValues: Readonly<Record<string, readonly string[]>> = { 'POST /api/user': ['password'] };

const examples = await openExamples();
const { service } = examples;
afterEach(() => examples.rewind());
const changes = (await loadEndpoints()).filter(({ route, access }) => access === 'write' && route.startsWith('POST '));
const modifies = changes.filter(({ route }) => !(route in alwaysWrites));

const ofRow = ({ route }: { route: string }) => route;
const READS = /^(GetItem|BatchGetItem|TransactGetItems|Query)$/;

function wholeCall(route: string): ValidCall {
  const { parameters, ...caller } = examples.getCall(route);
  const without = new Set(noValues[route]);
  return {
    ...caller,
    parameters: Object.fromEntries(Object.entries(parameters).filter(([name]) => !without.has(name))),
  };
}

/** What the store was asked to write, and whether the table has changed. */
async function send(route: string, parameters: Sendable, token: string | undefined) {
  const before = await dumpTable(service);
  const { result, calls, bill } = await service.storeCalls.record(() => service.call(route, parameters, { token }));
  const written = calls.map(({ command }) => command).filter((command) => !READS.test(command));
  return { json: result.json, written, writeUnits: bill.writeUnits, before, after: await dumpTable(service) };
}

describe('a modify call that changes nothing is 200 and writes nothing', () => {
  it.each(modifies.map(ofRow))('%s: sent twice', async (route) => {
    const { parameters, token } = wholeCall(route);
    const first = await send(route, parameters, token);
    expect(first.json).toMatchObject({ code: 200, success: true });
    expect(first.written).not.toEqual([]);
    const second = await send(route, parameters, token);
    expect(second.json).toEqual({ code: 200, desc: expect.any(String), success: true });
    expect([second.written, second.writeUnits]).toEqual([[], 0]);
    expect(second.after).toEqual(second.before);
  });

  it.each(modifies.map(ofRow))('%s: sent without any parameter that it can do without', async (route) => {
    const { parameters, token } = wholeCall(route);
    await service.call(route, parameters, { token });
    const shape = service.endpoints.get(route)?.input.def.shape ?? {};
    const required = Object.entries(parameters).filter(([name]) => shape[name]?._zod.optin !== 'optional');
    const { json, written, before, after } = await send(route, Object.fromEntries(required), token);
    expect(json).toEqual({ code: 200, desc: expect.any(String), success: true });
    expect([written, after]).toEqual([[], before]);
  });

  it('and only what is told to write each time does', () => {
    expect(changes.map(ofRow)).toEqual(expect.arrayContaining(Object.keys(alwaysWrites)));
  });
});
