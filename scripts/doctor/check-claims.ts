import { PLATFORM } from '../../lib/domain/unit.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { uidClaimKey, unitKey, unitNameClaimKey, userKey } from '../../tables/keys.ts';
import { inLanguage } from '../command/language.ts';
import type { Finding } from './finding.ts';
import type { Fact } from './readers.ts';
import type { Survey } from './survey.ts';

/** Finds claims on uids without their user, and users without their claim. */
export function* checkUidClaims(survey: Survey): Iterable<Finding> {
  const owned = new Set<string>();
  for (const user of survey.of('user').values()) {
    // While a unit is being deleted, the uids of its users become free and may have new owners.
    if (survey.stateOf(user.unit) !== 'alive') continue;
    owned.add(normaliseKey(user.uid));
    const finding = checkUser(survey, user);
    if (finding) yield finding;
  }
  for (const { uid, unit } of survey.of('uid claim').values()) {
    const uidKey = normaliseKey(uid);
    // If the claim belongs to another unit's user, it holds that user's password. The finding about that user names it.
    if (survey.has('user', userKey(unit, uidKey)) || owned.has(uidKey)) continue;
    yield {
      invariant: 'uid-claim-without-user',
      keys: [uidClaimKey(uidKey), userKey(unit, uidKey)],
      message: inLanguage({
        en: `claims ${uid} for unit ${unit}, which has no such user`,
        zh: `为单位 ${unit} 占用 ${uid}，而该单位没有此用户`,
      }),
      repair: 'safe',
    };
  }
}

/** Finds a user without a claim. It cannot be repaired: the password was in the claim. */
function checkUser(survey: Survey, { unit, uid }: Fact<'user'>): Finding | undefined {
  const uidKey = normaliseKey(uid);
  const key = uidClaimKey(uidKey);
  if (survey.isUnread(key)) return undefined;
  const claim = survey.find('uid claim', key);
  const about = { invariant: 'user-without-uid-claim', keys: [userKey(unit, uidKey), key, unitKey(unit)] } as const;
  if (!claim)
    return {
      ...about,
      message: inLanguage({
        en: `${uid} has no claim on the uid, and so no password`,
        zh: `${uid} 没有用户名占用，因而没有密码`,
      }),
    };
  if (claim.unit !== unit)
    return {
      ...about,
      message: inLanguage({
        en: `the claim on ${uid} is unit ${claim.unit}'s`,
        zh: `${uid} 的占用属于单位 ${claim.unit}`,
      }),
    };
  return claim.uid === uid
    ? undefined
    : {
        ...about,
        message: inLanguage({
          en: `is written ${uid}, in the claim ${claim.uid}`,
          zh: `写作 ${uid}，占用中写作 ${claim.uid}`,
        }),
      };
}

/** Finds claims on names without their unit, and units without their claim. */
export function* checkNameClaims(survey: Survey): Iterable<Finding> {
  const owned = new Set<string>();
  for (const unit of survey.of('unit').values()) {
    if (unit.id === PLATFORM || unit.deleting) continue;
    owned.add(normaliseKey(unit.name));
    const finding = checkName(survey, unit);
    if (finding) yield finding;
  }
  for (const { unit, nameKey } of survey.of('name claim').values()) {
    if (owned.has(nameKey) || survey.stateOf(unit) === 'unread') continue;
    yield {
      invariant: 'name-claim-without-unit',
      keys: [unitNameClaimKey(nameKey), unitKey(unit)],
      message: inLanguage({
        en: `claims ${nameKey} for unit ${unit}, which has no such name`,
        zh: `为单位 ${unit} 占用 ${nameKey}，而该单位没有此名称`,
      }),
      repair: survey.isLost(unit) ? undefined : 'safe',
    };
  }
}

function checkName(survey: Survey, { id, name }: Fact<'unit'>): Finding | undefined {
  const nameKey = normaliseKey(name);
  const key = unitNameClaimKey(nameKey);
  const claim = survey.find('name claim', key);
  if (claim?.unit === id || survey.isUnread(key)) return undefined;
  const invariant = 'unit-without-name-claim';
  const keys = [unitKey(id), key] as const;
  if (!claim)
    return {
      invariant,
      keys: [...keys],
      message: inLanguage({ en: `nobody has the claim on ${name}`, zh: `${name} 无人占用` }),
      repair: 'safe',
    };
  const holder = survey.find('unit', unitKey(claim.unit));
  const isTaken = holder !== undefined && !holder.deleting && normaliseKey(holder.name) === nameKey;
  return {
    invariant,
    keys: [...keys, unitKey(claim.unit)],
    message: inLanguage({
      en: `the claim on ${name} is unit ${claim.unit}'s${isTaken ? ', which has the same name' : ''}`,
      zh: `${name} 的占用属于单位 ${claim.unit}${isTaken ? '，其名称相同' : ''}`,
    }),
    repair: isTaken || survey.stateOf(claim.unit) === 'unread' ? undefined : 'safe',
  };
}
