import { describe, expect, it } from 'vitest';
import type { Reason } from '../../lib/errors.ts';
import { failure, itemsWithout } from '../support/nouns/units.ts';
import { openSetup } from '../support/service/open.ts';
import { asPlatform } from '../support/service/platform.ts';
import { findEndpoint } from '../support/service/send.ts';
import type { School } from '../support/service/setup.ts';
import { CALLERS, type Callers } from './callers.ts';

/** The reasons for which a caller is refused, whatever he asks for. */
const REFUSALS: readonly Reason[] = ['not_signed_in', 'wrong_side', 'missing_permission', 'main_account_only'];

const { service, setup } = await openSetup();
const homes = { business: setup.school, admin: asPlatform(setup) };
/** Tokens of users who hold certain items, by unit and items: one user of each kind for all routes. */
const tokens = new Map<string, Promise<string>>();

it('the table of callers has each declared route', () => {
  expect(Object.keys(CALLERS).toSorted()).toEqual([...service.endpoints.keys()].toSorted());
});

for (const [route, callers] of Object.entries(CALLERS)) {
  describe(`${route} may be called`, () => {
    if (callers === 'public') it('by anybody', () => expectAdmitted(route));
    else describeSignedIn(route, callers);
  });
}

/** Nobody without a token, not the other side, nobody who holds all items but these, and whoever holds one of them. */
function describeSignedIn(route: string, callers: Exclude<Callers, 'public'>): void {
  it('by nobody without a token', () => expectRefused(route, undefined, 401, 'not_signed_in'));
  if (callers === 'session') {
    it('by whoever has signed in', async () => {
      for (const home of Object.values(homes)) await expectAdmitted(route, await signIn(home, []));
    });
    return;
  }
  for (const side of ['business', 'admin'] as const) {
    const items = callers[side];
    const home = homes[side];
    if (items === undefined) {
      it(`not by the ${side} side`, () => expectRefused(route, home.token, 403, 'wrong_side'));
      continue;
    }
    const accepted = items === 'main' ? [] : items;
    it(`on the ${side} side by nobody without ${items}`, async () => {
      const token = await tokenWith(home, itemsWithout(home.id, ...accepted));
      await expectRefused(route, token, 403, items === 'main' ? 'main_account_only' : 'missing_permission');
    });
    it(`on the ${side} side by the main account, and by each who holds one of ${items}`, async () => {
      await expectAdmitted(route, home.token);
      for (const item of accepted) await expectAdmitted(route, await tokenWith(home, [item]));
    });
  }
}

/** Sends a request that would be answered if the caller were another one. */
async function expectRefused(route: string, token: string | undefined, code: number, reason: Reason): Promise<void> {
  const answer = await service.call(route, findEndpoint(service, route).examples[0], { token });
  expect(answer.json).toEqual(failure(code, reason));
}

async function expectAdmitted(route: string, token?: string): Promise<void> {
  expect(REFUSALS).not.toContain((await service.call(route, {}, { token })).json?.reason);
}

/** The token of a user of the unit with these items. */
function tokenWith(home: School, items: readonly number[]): Promise<string> {
  const name = `${home.id}: ${items}`;
  const token = tokens.get(name) ?? signIn(home, items);
  tokens.set(name, token);
  return token;
}

async function signIn(home: School, items: readonly number[]): Promise<string> {
  const { uid, password } = await setup.createUser(await setup.createRole(items, home), home);
  return service.signIn(uid, password);
}
