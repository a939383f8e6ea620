import { beforeAll, describe, expect, it } from 'vitest';
import type { Sendable } from '../support/files/attachment.ts';
import { openExamples } from '../support/service/examples.ts';
import { type DumpedItem, dumpTable } from '../support/service/table-dump.ts';

/** The unit whose things all examples name, and a number that no thing of anybody has. */
const OWNER = 1;
const NOBODY = 900_000;
/** Names and uids of the unit's people and things. The names of sources, which all units read, are not searched for them. */
const SECRETS = /红旗|番茄炒蛋|limei|李梅|wangfang|营养师|第一周|一楼食堂|自购-001/;
/** What everybody may learn: whether a name is taken. */
const CHECKS = /\/check/;
/** Calls whose examples name only the caller, or are sent by the platform alone. */
const OWN = /logout|password|POST \/api\/vender$/;
/** The attempts to sign in, and what an intruder did in his own unit. */
const ofOwner = ({ pk }: DumpedItem) => pk === `V#${OWNER}` || String(pk).startsWith(`V#${OWNER}#`);

const examples = await openExamples();
const { service } = examples;
const endpoints = [...service.endpoints.values()];
/** Everything that units may call and that names something, or lists what one has. */
const routes = endpoints
  .filter(({ callers }) => callers === 'any' || callers === 'business')
  .map(({ route }) => route)
  .filter((route) => !OWN.test(route));

const isWrite = (route: string) => service.endpoints.get(route)?.access === 'write';

/** The request with names of things that nobody has, in the place of the owner's. */
function ofNobody(parameters: Sendable): Sendable {
  const replaced = Object.entries(parameters).map(([name, value]) => [name, withoutOwner(name, value)] as const);
  return Object.fromEntries(replaced);
}

function withoutOwner(name: string, value: Sendable[string]): Sendable[string] {
  if (typeof value !== 'string') return value;
  if (/^vend(er|erId|ors)$/.test(name)) return String(NOBODY);
  if (name === 'uid') return 'nobody';
  return value.replaceAll(/\b1000(\d{3})\b/g, `9000$1`);
}

/** What another unit learns from an answer, without the ids that differ between units. */
function learn({ status, text, headers, json }: Awaited<ReturnType<typeof service.call>>) {
  const { etag, location, 'catering-ids': ids } = headers;
  const comparable = text.replaceAll(/\b[19]000(\d{3})\b/g, '0').replaceAll(/\/print\/[\w-]+/g, '');
  return {
    status,
    body: json === undefined ? comparable : JSON.parse(comparable),
    hasHeaders: [etag, location, ids].map(Boolean),
  };
}

describe("another unit's main account, who sends the requests of a unit,", () => {
  let before: DumpedItem[];
  beforeAll(async () => {
    before = (await dumpTable(service)).filter(ofOwner);
    expect(before.length).toBeGreaterThan(50);
  });

  it.each(routes)('changes nothing of it by %s, and sees nothing of it', async (route) => {
    const token = examples.getToken('dongfang');
    for (const { parameters } of examples.listCalls(route)) {
      for (const headers of isWrite(route) ? [{}, { 'if-match': '*' }] : [{}]) {
        const answer = await service.call(route, parameters, { token, headers });
        // What he sent himself may be repeated to him.
        const sent = Object.values(parameters).join();
        const shown = SECRETS.exec(answer.text.replaceAll(/"(desc|message|source)":"[^"]*"/g, ''))?.[0] ?? '';
        expect(sent.includes(shown) ? '' : shown).toBe('');
        if (!isWrite(route)) continue;
        expect((await dumpTable(service)).filter(ofOwner)).toEqual(before);
        await examples.rewind();
      }
    }
  });

  const naming = routes.filter((route) =>
    examples
      .listCalls(route)
      .some(({ parameters }) => JSON.stringify(ofNobody(parameters)) !== JSON.stringify(parameters)),
  );
  it.each(naming)('is answered by %s as if he had named what nobody has', async (route) => {
    const token = examples.getToken('dongfang');
    for (const { parameters } of examples.listCalls(route)) {
      const owners = await service.call(route, parameters, { token });
      if (isWrite(route)) await examples.rewind();
      const nobodys = await service.call(route, ofNobody(parameters), { token });
      if (isWrite(route)) await examples.rewind();
      expect(learn(owners)).toEqual(learn(nobodys));
    }
  });
});

describe('the platform', () => {
  it.each(['GET', 'PUT', 'POST', 'DELETE'])('does not reach users and roles of a unit by %s', async (method) => {
    const before = (await dumpTable(service)).filter(ofOwner);
    const ofPeople = routes.filter(
      (route) => route.startsWith(`${method} /api/user`) || route.startsWith(`${method} /api/role`),
    );
    for (const route of ofPeople) {
      const answer = await examples.send(route, {}, { token: examples.getToken('admin') });
      if (method === 'GET' && !CHECKS.test(route)) expect(answer.text).not.toMatch(/limei|wangfang|营养师/);
      expect((await dumpTable(service)).filter(ofOwner)).toEqual(before);
    }
  });
});

describe('the tenant comes from the token alone:', () => {
  const strays = { vender: OWNER, venderId: OWNER, unit: OWNER, vendors: OWNER, side: 'admin', uid: 'limei' };
  const lasting = routes.filter((route) => route.startsWith('GET '));

  it.each(lasting)('%s takes it from no parameter that it does not have', async (route) => {
    const token = examples.getToken('dongfang');
    const known = Object.keys(service.endpoints.get(route)?.input.def.shape ?? {});
    const unknown = Object.fromEntries(Object.entries(strays).filter(([name]) => !known.includes(name)));
    const { parameters } = examples.getCall(route);
    const plain = await service.call(route, parameters, { token });
    const answer = await service.call(route, { ...parameters, ...unknown }, { token });
    expect(learn(answer)).toEqual(learn(plain));
  });
});
