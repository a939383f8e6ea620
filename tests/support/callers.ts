import { beforeAll, describe, expect, it } from 'vitest';
import type { Reason } from '../../lib/errors.ts';
import { failure, itemsBut } from './nouns/units.ts';
import { openSetup } from './service/open.ts';
import { platformOf } from './service/platform.ts';
import { endpointOf } from './service/send.ts';
import type { School, Setup } from './service/setup.ts';

type CallerSide = 'business' | 'admin';

/**
 * Who may call: anybody, whoever has signed in, or on each side whoever holds one of these items, or is the main
 * account. A side that is not named may not call at all.
 */
type Callers = 'public' | 'session' | Readonly<Partial<Record<CallerSide, readonly number[] | 'main'>>>;

/** The reasons for which a caller is refused, whatever he asks for. */
const REFUSALS: readonly Reason[] = ['not_signed_in', 'wrong_side', 'missing_permission', 'main_account_only'];

let opened: ReturnType<typeof openSetup> | undefined;
/** Tokens of users who hold certain items, by unit and items. */
const tokens = new Map<string, Promise<string>>();

/** A user of the side with these items, signed in. Each kind of user is created once for all calls of a file. */
function tokenOf(setup: Setup, home: School, items: readonly number[]): Promise<string> {
  const name = `${home.id}: ${items}`;
  const token = tokens.get(name) ?? signIn(setup, home, items);
  tokens.set(name, token);
  return token;
}

async function signIn(setup: Setup, home: School, items: readonly number[]): Promise<string> {
  const { uid, password } = await setup.createUser(await setup.createRole(items, home), home);
  return setup.service.signIn(uid, password);
}

/**
 * The test of who may call an endpoint, said here again and not taken from its declaration: nobody without a token, not
 * the other side, nobody who holds all items but these, and whoever holds a single one of them.
 */
export function describeCallers(route: string, callers: Callers): void {
  describe(`${route} may be called`, () => {
    let setup: Setup;
    beforeAll(async () => {
      opened ??= openSetup();
      ({ setup } = await opened);
    });
    const call = async (token: string | undefined, parameters: Readonly<Record<string, string>> = {}) =>
      (await setup.service.call(route, parameters, { token })).json;
    /** A request that would be answered if the caller were another one. */
    const example = () => endpointOf(setup.service, route).examples[0];
    const expectAdmitted = async (token?: string) => expect(REFUSALS).not.toContain((await call(token))?.reason);

    if (callers === 'public') {
      it('by anybody', () => expectAdmitted());
      return;
    }
    it('by nobody without a token', async () => {
      expect(await call(undefined, example())).toEqual(failure(401, 'not_signed_in'));
    });
    if (callers === 'session') {
      it('by whoever has signed in', async () => {
        for (const home of [setup.school, platformOf(setup)]) await expectAdmitted(await signIn(setup, home, []));
      });
      return;
    }
    for (const side of ['business', 'admin'] as const) describeSide(side, callers[side]);

    function describeSide(side: CallerSide, items: readonly number[] | 'main' | undefined): void {
      const home = () => (side === 'admin' ? platformOf(setup) : setup.school);
      if (items === undefined) {
        it(`not by the ${side} side`, async () => {
          expect(await call(home().token, example())).toEqual(failure(403, 'wrong_side'));
        });
        return;
      }
      const accepted = items === 'main' ? [] : items;
      it(`on the ${side} side by nobody without ${items}`, async () => {
        const token = await tokenOf(setup, home(), itemsBut(home().id, ...accepted));
        const reason = items === 'main' ? 'main_account_only' : 'missing_permission';
        expect(await call(token, example())).toEqual(failure(403, reason));
      });
      it(`on the ${side} side by the main account, and by each who holds one of ${items}`, async () => {
        await expectAdmitted(home().token);
        for (const item of accepted) await expectAdmitted(await tokenOf(setup, home(), [item]));
      });
    }
  });
}
