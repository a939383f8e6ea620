import type { Reason } from '../../../lib/errors.ts';
import { normaliseKey } from '../../../lib/text/normal-form.ts';
import type { Statement } from '../../support/statements/statement.ts';
import { type Expected, fails } from './answer.ts';
import type { Argument, Arguments } from './arguments.ts';
import { isSounded } from './pinyin.ts';
import {
  findRoleOf,
  isMainAccount,
  type ModelSession,
  type ModelUser,
  ownerOf,
  PLATFORM,
  usabilityOf,
  type World,
} from './world.ts';

/** Who may call, as the statement of the route says. */
type Rule = Pick<Statement, 'side' | 'items'>;

/** The caller, once he is known. */
export interface ModelCaller {
  readonly user: ModelUser;
  readonly session: ModelSession;
  readonly unit: number;
  readonly isPlatform: boolean;
  readonly isMain: boolean;
  readonly items: readonly number[];
}

/** The caller of a session, or the reason why the session is not valid. */
export function identify(world: World, session: ModelSession | undefined, isOfAnyUnit = false): ModelCaller | Reason {
  const user = session && ownerOf(world, session);
  const unit = user && world.units.get(user.unit);
  if (!session || !user || !unit) return 'not_signed_in';
  const problem = usabilityOf(world, unit);
  if (problem && !isOfAnyUnit) return problem;
  const items = findRoleOf(world, unit.id, user.roleId)?.roleItems ?? [];
  const isMain = isMainAccount(world, user);
  return { user, session, unit: unit.id, isPlatform: unit.id === PLATFORM, isMain, items };
}

/** The refusal of a call: first for a missing session, then for side, permission and input, in this order. */
export function findRefusal(rule: Rule, caller: ModelCaller | Reason, sent: Arguments): Expected | undefined {
  if (rule.side !== 'public') {
    if (typeof caller === 'string') return fails(caller);
    const reason = findMissing(rule, caller);
    if (reason) return fails(reason);
  }
  const bad = Object.values(sent).filter((argument) => argument?.bad !== undefined);
  if (bad.length === 0) return undefined;
  return fails(worstOf(bad), ...bad.flatMap((argument) => argument?.bad ?? []));
}

function findMissing({ side, items: opened }: Rule, { isPlatform, isMain, items }: ModelCaller): Reason | undefined {
  const own = isPlatform ? 'admin' : 'business';
  if (side !== 'any' && side !== own) return 'wrong_side';
  const opening = opened?.[own];
  if (opening === undefined) return undefined;
  if (opening === 'main') return isMain ? undefined : 'main_account_only';
  return opening.some((item) => items.includes(item)) ? undefined : 'missing_permission';
}

function worstOf(bad: readonly (Argument<unknown> | undefined)[]): Reason {
  return bad.find((argument) => argument?.reason !== undefined)?.reason ?? 'invalid_input';
}

/** Whether two uids, or names, count as the same. */
export function isSameName(one: string, other: string): boolean {
  return normaliseKey(one) === normaliseKey(other);
}

/** Whether a search word finds a name, by its text or its pinyin. No word finds all. */
export function isFound(name: string, word: string | undefined): boolean {
  return word === undefined || normaliseKey(name).includes(normaliseKey(word)) || isSounded(name, word);
}
