import { describe, expect, it } from 'vitest';
import type { Sendable } from '../../support/files/attachment.ts';
import { openSetup } from '../../support/service/open.ts';
import { loadEndpoints } from '../../support/service/service.ts';
import type { Setup } from '../../support/service/setup.ts';
import { dumpTable } from '../../support/service/table-dump.ts';
import { prepareCall } from '../../support/statements/statements.ts';

/** Calls that write however often they are sent, and why. */
const alwaysWrites: Readonly<Record<string, string>> = {
  'POST /api/login': 'begins another session',
  'POST /api/logout': 'ends its session: the second time there is none',
  'POST /api/me/password': 'ends the other sessions; a hash does not tell whether the password is the same',
  'POST /api/menu/discard': 'gives back what is live: the second time nothing else is there',
  'POST /api/menu/retract': 'takes what is live away: the second time nothing is',
  'POST /api/menu/review': 'ends the wait: the second time nothing waits',
  'POST /api/menu/submit': 'freezes a revision: the second time the menu waits, or is live',
  'POST /api/menu/withdraw': 'ends the wait, likewise',
  'POST /api/vender/password': "ends the main account's sessions, for the same reason",
};

/** Parameters that make a call do more than set a value. They are left out. */
const noValues: Readonly<Record<string, readonly string[]>> = { 'POST /api/user': ['password'] };

type Facts = Sendable;

/** Other or further values than those of the valid call, by route. */
const further: Readonly<Record<string, (setup: Setup) => Facts | Promise<Facts>>> = {
  'POST /api/vender': (setup) => ({
    account: setup.school.account,
    category: '小学',
    expire: '2099-12-31',
    status: 'true',
    icon: 'data:image/png;base64,iVBORw0KGgo=',
    address: '朝阳路 1 号',
    email: 'a@example.org',
    province: '北京',
    city: '北京',
    area: '朝阳区',
    menuReview: 'true',
  }),
  'POST /api/user': async (setup) => ({ name: '张 师傅', phone: '010-3', roleId: await setup.createRole([25]) }),
  'POST /api/role': () => ({ items: '27,25,26' }),
  'POST /api/nutrition': () => ({
    foodCategoryDay: '{"谷薯类":250.50,"2":1,"1":2}',
    ingredient: '{"轻体力":{"蛋白质":{"max":75.0,"min":50,"ul":null}}}',
  }),
  'POST /api/dish': ({ school }) => ({
    vendors: school.id,
    icon: 'data:image/png;base64,iVBORw0KGgo=',
    month: '10, 9',
    mark: '小荤',
    ingredient: '[{"isMain":true,"value":100.50,"key":"012001x"},{"key":"自编","value":20,"unit":"g"}]',
  }),
};

const { service, setup } = await openSetup();
const changes = (await loadEndpoints()).filter(({ route, access }) => access === 'write' && route.startsWith('POST '));
const modifies = changes.filter(({ route }) => !(route in alwaysWrites));

const ofRow = ({ route }: { route: string }) => route;
const READS = /^(GetItem|BatchGetItem|Query)$/;

/** The call with all its parameters, sent by the platform where a unit may not send all of them. */
async function wholeCall(route: string): Promise<{ parameters: Facts; token: string | undefined }> {
  const { parameters, token } = await prepareCall(setup, route);
  const more = (await further[route]?.(setup)) ?? {};
  const without = new Set(noValues[route]);
  const all = Object.entries({ ...parameters, ...more }).filter(([name]) => !without.has(name));
  return { parameters: Object.fromEntries(all), token: 'status' in more ? setup.admin : token };
}

/** What the store was asked to write, and whether the table has changed. */
async function send(route: string, parameters: Facts, token: string | undefined) {
  const before = await dumpTable(service);
  const { result, calls, bill } = await service.storeCalls.record(() => service.call(route, parameters, { token }));
  const written = calls.map(({ command }) => command).filter((command) => !READS.test(command));
  return { json: result.json, written, writeUnits: bill.writeUnits, before, after: await dumpTable(service) };
}

describe('a modify call that changes nothing is 200 and writes nothing', () => {
  it.each(modifies.map(ofRow))('%s: sent with every parameter, and the same again', async (route) => {
    const { parameters, token } = await wholeCall(route);
    const first = await send(route, parameters, token);
    expect(first.json).toMatchObject({ code: 200, success: true });
    expect(first.written).not.toEqual([]);
    const second = await send(route, parameters, token);
    expect(second.json).toEqual({ code: 200, desc: expect.any(String), success: true });
    expect([second.written, second.writeUnits]).toEqual([[], 0]);
    expect(second.after).toEqual(second.before);
  });

  it.each(modifies.map(ofRow))('%s: sent without any parameter that it can do without', async (route) => {
    const { parameters, token } = await wholeCall(route);
    await service.call(route, parameters, { token });
    const shape = service.endpoints.get(route)?.input.def.shape ?? {};
    const required = Object.entries(parameters).filter(([name]) => shape[name]?._zod.optin !== 'optional');
    const { json, written, before, after } = await send(route, Object.fromEntries(required), token);
    expect(json).toEqual({ code: 200, desc: expect.any(String), success: true });
    expect([written, after]).toEqual([[], before]);
  });

  it.each(modifies)('$route is sent with every parameter here', async ({ route, input }) => {
    const { parameters } = await wholeCall(route);
    const sent = [...Object.keys(parameters), ...(noValues[route] ?? [])];
    expect(sent.toSorted()).toEqual(Object.keys(input.def.shape).toSorted());
  });

  it('and only what is told to write each time does', () => {
    expect(changes.map(ofRow)).toEqual(expect.arrayContaining(Object.keys(alwaysWrites)));
  });
});
