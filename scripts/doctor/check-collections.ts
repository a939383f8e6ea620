import { units } from '../../lib/store/unit/unit.ts';
import { type Head, knownSum, sumOfStamps } from '../../lib/table/collection/collection.ts';
import { blockOf, copyKey, headKey, type Key, rowKey, tableVersionKey, unitKey } from '../../tables/keys.ts';
import { inLanguage } from '../command/language.ts';
import { PINYIN_VERSION } from '../migrate/001-pinyin.ts';
import { SIZES_VERSION } from '../migrate/004-sizes.ts';
import { UNIT_STATE_VERSION } from '../migrate/006-unit-states.ts';
import { type CollectionFacts, digestOf, UNREADABLE } from './collection-facts.ts';
import type { Finding } from './finding.ts';
import { countByBlock, lastOf, rowOf } from './seen-row.ts';
import type { Survey } from './survey.ts';

/** Finds heads, rows and members that differ in number or content, and copies that differ from the rows. */
export function* checkCollections(survey: Survey): Iterable<Finding> {
  for (const facts of survey.collections.values()) {
    // While a unit is being deleted, its members are removed in any order.
    if (facts.unit !== undefined && survey.stateOf(facts.unit) !== 'alive') continue;
    const problem = findHeadProblem(facts);
    const keys = [headKey(facts.collection.partition), ...unitOf(facts)] as const;
    if (problem) yield { invariant: 'head', keys: [...keys], message: problem, repair: 'safe' };
    yield* checkRows(survey, facts);
    // In a table of an older version, rows without pinyin are right: the migration writes it.
    if (survey.tableVersion >= PINYIN_VERSION) yield* checkPinyin(facts);
    yield* checkCopies(facts, survey.tableVersion >= PINYIN_VERSION);
    yield* checkNumbers(facts);
  }
}

/** Finds two members with one number. The item with the later key is reported, in whatever order they were read. */
function* checkNumbers({ collection, members, twice }: CollectionFacts): Iterable<Finding> {
  for (const { key, number } of twice) {
    const other = collection.memberKey(rowOf(members.get(number) ?? '{}'));
    const keys = key.sk < other.sk ? ([other, key] as const) : ([key, other] as const);
    yield {
      invariant: 'number-twice',
      keys: [...keys],
      message: inLanguage({ en: `has number ${number}, as another member has`, zh: `序号 ${number} 与另一成员相同` }),
    };
  }
}

function unitOf({ unit }: CollectionFacts): Key[] {
  return unit === undefined ? [] : [unitKey(unit)];
}

/**
 * What is wrong with a head, compared with the members. Unless all members can be read, their number proves nothing.
 */
function findHeadProblem({ head, members, unread, twice }: CollectionFacts): string | undefined {
  if (unread + twice.length > 0) return undefined;
  if (head === UNREADABLE) return inLanguage({ en: 'has not the form of a head', zh: '不具备集合头的形式' });
  if (!head)
    return members.size > 0
      ? inLanguage({ en: `is missing, for ${members.size} members`, zh: `缺失，成员有 ${members.size} 个` })
      : undefined;
  const last = lastOf(members.keys());
  const problems = [
    ...(head.next > last
      ? []
      : [
          inLanguage({
            en: `next is ${head.next}, but there is number ${last}`,
            zh: `下一序号为 ${head.next}，而已有序号 ${last}`,
          }),
        ]),
    ...(head.total === members.size
      ? []
      : [
          inLanguage({
            en: `total is ${head.total}, but there are ${members.size} members`,
            zh: `总数为 ${head.total}，而成员有 ${members.size} 个`,
          }),
        ]),
    ...findBlockProblems(head, countByBlock(members.keys())),
    ...findSumProblems(head, members),
  ];
  return problems.length > 0 ? problems.join('; ') : undefined;
}

function findBlockProblems({ blocks }: Head, counts: ReadonlyMap<number, number>): string[] {
  const all = new Set([...Object.keys(blocks).map(Number), ...counts.keys()]);
  return [...all].flatMap((block) => {
    const counted = blocks[block]?.[0] ?? 0;
    const there = counts.get(block) ?? 0;
    return counted === there
      ? []
      : [
          inLanguage({
            en: `block ${block} counts ${counted}, but there are ${there} members`,
            zh: `第 ${block} 块记有 ${counted} 个，而成员有 ${there} 个`,
          }),
        ];
  });
}

/** Finds wrong sums. Readers trust rows whose sum is the head's; otherwise they read them again and again. */
function findSumProblems({ blocks }: Head, members: ReadonlyMap<number, string>): string[] {
  const texts = Map.groupBy(members, ([number]) => String(blockOf(number)));
  return Object.entries(blocks).flatMap(([block, entry]) => {
    const [known, rows] = [knownSum(entry), texts.get(block) ?? []];
    const isRight = known === undefined || known === sumOfStamps(rows.map(([, text]) => JSON.parse(text)));
    // If the count is wrong, the sum is, too.
    return isRight || rows.length !== entry[0]
      ? []
      : [inLanguage({ en: `block ${block} has the sum of other rows`, zh: `第 ${block} 块的校验和属于别的行` })];
  });
}

function* checkRows(survey: Survey, facts: CollectionFacts): Iterable<Finding> {
  const { collection, members, rows } = facts;
  const doubtful = new Set(facts.twice.map(({ number }) => number));
  for (const number of new Set([...members.keys(), ...rows.keys()])) {
    const [wanted, found] = [members.get(number), rows.get(number)];
    if (wanted === found || doubtful.has(number)) continue;
    // In a table of an older version, rows without sizes or states are right: the migration writes them.
    if (survey.tableVersion < UNIT_STATE_VERSION && isAsBefore(survey.tableVersion, wanted, found)) continue;
    const text = wanted ?? found;
    const key = rowKey(collection.partition, number);
    if (wanted === undefined && text === UNREADABLE) {
      yield {
        invariant: 'row',
        keys: [key, ...unitOf(facts)],
        message: inLanguage({ en: 'has not the form of a row and no member', zh: '不具备行的形式，也没有成员' }),
      };
      continue;
    }
    const member = collection.memberKey({ ...rowOf(text ?? '{}'), number });
    if (wanted === undefined && survey.isUnread(member)) continue;
    const message = describeRow(wanted, found);
    const keys = [key, member, headKey(collection.partition), ...unitOf(facts)] as const;
    const isLost = wanted === undefined && collection === units && survey.isLost(number);
    yield { invariant: 'row', keys: [...keys], message, repair: isLost ? undefined : 'safe' };
  }
}

/** Finds rows with wrong pinyin that are otherwise right. */
function* checkPinyin(facts: CollectionFacts): Iterable<Finding> {
  const { collection, members, rows, wrongPinyin } = facts;
  for (const [number, message] of wrongPinyin) {
    const text = rows.get(number);
    if (text === undefined || !isAsBefore(0, text, members.get(number))) continue;
    const member = collection.memberKey(rowOf(text));
    const keys = [
      rowKey(collection.partition, number),
      member,
      headKey(collection.partition),
      tableVersionKey,
    ] as const;
    yield { invariant: 'pinyin', keys: [...keys, ...unitOf(facts)], message, repair: 'safe' };
  }
}

function describeRow(wanted: string | undefined, found: string | undefined): string {
  if (wanted === undefined) return inLanguage({ en: 'has no member', zh: '没有成员' });
  if (found === undefined) return inLanguage({ en: 'is missing', zh: '缺失' });
  if (found === UNREADABLE) return inLanguage({ en: 'has not the form of a row', zh: '不具备行的形式' });
  return inLanguage({ en: `is ${found}, but its member says ${wanted}`, zh: `为 ${found}，而其成员记为 ${wanted}` });
}

/**
 * Finds wrong copies. A copy of another version than its block's is not used. Even if a row is wrong, a copy may be
 * right.
 */
function* checkCopies(facts: CollectionFacts, mustHavePinyin: boolean): Iterable<Finding> {
  const { collection, head, rows, members, copies } = facts;
  if (head === UNREADABLE || copies.size === 0) return;
  const digestsOf = (texts: ReadonlyMap<number, string>) => digestsOfCopies(texts, collection.leftOut);
  const [found, wanted] = [digestsOf(rows), digestsOf(members)];
  for (const { block, view, version, digest, hasPinyin } of copies.values()) {
    const isRight = (hasPinyin || !mustHavePinyin) && (digest === found(block, view) || digest === wanted(block, view));
    if (head?.blocks[block]?.[1] !== version || isRight) continue;
    const keys = [
      copyKey(collection.partition, block, view),
      headKey(collection.partition),
      tableVersionKey,
      ...unitOf(facts),
    ] as const;
    const message = inLanguage({
      en: `is of version ${version} as its block is, but its rows are others`,
      zh: `版本 ${version} 与其块一致，而其中的行不同`,
    });
    yield { invariant: 'copy', keys: [...keys], message, repair: 'safe' };
  }
}

/** By block, the digest of the rows as texts, as a view's copies have them. */
function digestsOfCopies(
  rows: ReadonlyMap<number, string>,
  leftOut: readonly string[] = [],
): (block: number, view: string) => string {
  const byBlock = Map.groupBy(
    [...rows].sort(([a], [b]) => a - b),
    ([number]) => blockOf(number),
  );
  return (block, view) =>
    digestOf((byBlock.get(block) ?? []).map(([, text]) => (view === '' ? withoutFields(text, leftOut) : text)));
}

/** The fields that rows have since a version of the table. */
const NEWS = [
  { version: SIZES_VERSION, fields: ['size', 'iconSize', 'months', 'codes'] },
  { version: UNIT_STATE_VERSION, fields: ['status', 'expire'] },
];

/** Whether two rows, or a row and a missing one, differ only in fields that a table of this version need not have. */
function isAsBefore(version: number, one: string | undefined, other: string | undefined): boolean {
  const news = NEWS.filter((since) => version < since.version).flatMap(({ fields }) => fields);
  return withoutFields(one, news) === withoutFields(other, news);
}

function withoutFields<Text extends string | undefined>(text: Text, fields: readonly string[]): Text | string {
  if (text === undefined || text === UNREADABLE || fields.length === 0) return text;
  return JSON.stringify(Object.fromEntries(Object.entries(rowOf(text)).filter(([field]) => !fields.includes(field))));
}
