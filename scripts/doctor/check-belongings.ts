import { PLATFORM } from '../../lib/domain/unit.ts';
import {
  dishIconKey,
  dishKey,
  type Key,
  markCountKey,
  priceCountKey,
  standardKey,
  unitIconKey,
  unitKey,
} from '../../tables/keys.ts';
import type { Kind } from '../../tables/place.ts';
import { inLanguage } from '../command/language.ts';
import type { Finding } from './finding.ts';
import type { Survey } from './survey.ts';
import { kinds } from './words.ts';

/** How many ids of units one finding names. */
const MOST_NAMED = 20;

/** Finds data of units that do not exist. The data of a lost unit is not removed. */
export function* checkLeftovers(survey: Survey): Iterable<Finding> {
  for (const [unit, belongings] of survey.belongings) {
    if (survey.stateOf(unit) !== 'absent') continue;
    const repair = survey.isLost(unit) ? undefined : 'safe';
    for (const { key, kind } of belongings) {
      const message = inLanguage({
        en: `${kind} of unit ${unit}, which does not exist`,
        zh: `${kinds[kind]}，属于不存在的单位 ${unit}`,
      });
      yield { invariant: 'leftover', keys: [key, unitKey(unit)], message, repair };
    }
  }
}

/** Finds icons whose owner does not say that it has an icon of that version, and owners without their icon. */
export function* checkIcons(survey: Survey): Iterable<Finding> {
  const isAlive = (unit: number) => survey.stateOf(unit) === 'alive';
  for (const { unit, version } of survey.of('unit icon').values()) {
    const key = unitKey(unit);
    if (isAlive(unit)) yield* checkStamp(unitIconKey(unit), version, [key, key], survey.find('unit', key));
  }
  for (const { unit, number, version } of survey.of('dish icon').values()) {
    const owner = dishKey(unit, number);
    if (!isAlive(unit) || survey.isUnread(owner)) continue;
    yield* checkStamp(dishIconKey(unit, number), version, [owner, unitKey(unit)], survey.find('dish', owner));
  }
  for (const { id, hasIcon } of survey.of('unit').values()) {
    const key = unitIconKey(id);
    if (hasIcon && isAlive(id) && !survey.has('unit icon', key)) yield withoutIcon(unitKey(id), key, unitKey(id));
  }
  for (const { unit, number, hasIcon } of survey.of('dish').values()) {
    const key = dishIconKey(unit, number);
    if (!hasIcon || !isAlive(unit) || survey.has('dish icon', key)) continue;
    yield withoutIcon(dishKey(unit, number), key, unitKey(unit));
  }
}

/** What an owner says about its icon. */
interface Told {
  readonly hasIcon: boolean;
  readonly iconVersion: number | undefined;
}

/**
 * Finds an icon of another version than its owner says. Readers take it for one that is being changed, and read it
 * again and again.
 */
function* checkStamp(
  icon: Key,
  version: number | undefined,
  [owner, unit]: readonly [Key, Key],
  told: Told | undefined,
): Iterable<Finding> {
  if (!told?.hasIcon) yield withoutOwner(icon, owner, unit);
  else if (told.iconVersion !== version) {
    const message = inLanguage({
      en: `is of version ${version ?? 'none'}, but what it belongs to says ${told.iconVersion ?? 'none'}`,
      zh: `版本为 ${version ?? '无'}，而其所属记为 ${told.iconVersion ?? '无'}`,
    });
    yield { invariant: 'icon', keys: [icon, owner, unit], message };
  }
}

function withoutOwner(icon: Key, owner: Key, unit: Key): Finding {
  return {
    invariant: 'icon',
    keys: [icon, owner, unit],
    message: inLanguage({ en: 'is an icon of nothing', zh: '图标没有所属' }),
    repair: 'safe',
  };
}

function withoutIcon(owner: Key, icon: Key, unit: Key): Finding {
  return {
    invariant: 'icon',
    keys: [owner, icon, unit],
    message: inLanguage({ en: 'says that it has an icon, which is gone', zh: '记有图标，而图标已丢失' }),
  };
}

/** Finds codes that are in the wrong bucket, or in two, or have an unknown value, and wrong counts of codes. */
export function* checkCodes(survey: Survey): Iterable<Finding> {
  for (const [unit, belongings] of survey.belongings) {
    if (survey.stateOf(unit) !== 'alive') continue;
    const seen = (kind: Kind) => belongings.filter((one) => one.kind === kind).map(({ key }) => key);
    const [marks, earlier, prices] = [seen('marks'), seen('earlier marks'), seen('prices')];
    const markFacts = marks.map((key) => [key, survey.find('marks', key)] as const);
    const earlierFacts = earlier.map((key) => [key, survey.find('earlier marks', key)] as const);
    const priceFacts = prices.map((key) => [key, survey.find('prices', key)] as const);
    const [markCount, priceCount] = [markCountKey(unit), priceCountKey(unit)];
    const counted = survey.find('mark count', markCount);
    yield* checkBook('marks', survey, [...markFacts, ...earlierFacts], [markCount, unitKey(unit)], counted);
    const countedPrices = survey.find('price count', priceCount);
    yield* checkBook('prices', survey, priceFacts, [priceCount, unitKey(unit)], countedPrices);
  }
}

/** What a bucket says. Buckets of an earlier version of the table are not counted. */
interface BucketFacts {
  readonly problem: string | undefined;
  readonly count?: number;
  readonly bytes?: number;
}

function* checkBook(
  invariant: 'marks' | 'prices',
  survey: Survey,
  buckets: readonly (readonly [Key, BucketFacts | undefined])[],
  [counter, unit]: readonly [Key, Key],
  counted: { readonly count: number; readonly bytes: number } = { count: 0, bytes: 0 },
): Iterable<Finding> {
  for (const [key, facts] of buckets) {
    if (facts?.problem) yield { invariant, keys: [key, unit], message: facts.problem };
  }
  const isReadable = buckets.every(([key, facts]) => !facts?.problem && !survey.isUnread(key));
  if (!isReadable || survey.isUnread(counter)) return;
  const sumOf = (name: 'count' | 'bytes') => buckets.reduce((sum, [, facts]) => sum + (facts?.[name] ?? 0), 0);
  const sum = { count: sumOf('count'), bytes: sumOf('bytes') };
  if (counted.count === sum.count && counted.bytes === sum.bytes) return;
  const message = inLanguage({
    en: `counts ${counted.count} ${invariant} of ${counted.bytes} bytes, but there are ${sum.count} of ${sum.bytes}`,
    zh: `记有 ${counted.count} 个${kinds[invariant]}共 ${counted.bytes} 字节，实有 ${sum.count} 个共 ${sum.bytes} 字节`,
  });
  yield { invariant, keys: [counter, unit], message };
}

/**
 * Finds standards whose units do not exist, are named twice or are not in ascending order. Rows are checked with the
 * collections.
 */
export function* checkStandards(survey: Survey): Iterable<Finding> {
  for (const { id, name, vendors } of survey.of('standard').values()) {
    const strange = vendors.filter((unit) => unit === PLATFORM || survey.stateOf(unit) === 'absent');
    const isInOrder = vendors.every((unit, index) => index === 0 || unit > (vendors[index - 1] ?? unit));
    if (strange.length === 0 && isInOrder) continue;
    const named = strange.slice(0, MOST_NAMED).join(', ');
    const message =
      strange.length > 0
        ? {
            en: `${name} is assigned to ${strange.length} units that do not exist: ${named}`,
            zh: `${name} 指定给 ${strange.length} 个不存在的单位：${named}`,
          }
        : {
            en: `the units of ${name} are not in ascending order, each once`,
            zh: `${name} 的单位没有按升序各列一次`,
          };
    const repair = strange.some((unit) => unit !== PLATFORM && survey.isLost(unit)) ? undefined : 'safe';
    yield { invariant: 'standard-units', keys: [standardKey(id)], message: inLanguage(message), repair };
  }
}
