import type { Key } from './keys.ts';
import * as keys from './keys.ts';

/** The kind of an item and the parts of its key. */
export interface ItemIdentity {
  readonly kind: ItemKind;
  /** The unit whose partition has the item; undefined where a partition belongs to no unit. */
  readonly unit: number | undefined;
  /** The partition of its collection; where it belongs to none, its own partition. */
  readonly partition: string;
  /** The number in the sort key: of a member, row, bucket or unit, or a time; 0 where the kind has none. */
  readonly number: number;
  /** The text in the key: a uid, name, code, date or id, or a second number; empty where the kind has none. */
  readonly text: string;
  /** The noun in the log of operations and the part that is its id; absent where the log does not name such items. */
  readonly loggedAs?: readonly [name: string, idPart: 'unit' | 'number' | 'text'];
}

type KeyParts = Omit<ItemIdentity, 'kind' | 'loggedAs'>;

interface KeyRule {
  /** Matches the partition and the sort key with a line break between them. No name has a line break. */
  readonly pattern: RegExp;
  /** Builds the key from its parts. Only a key that equals the built one is of this kind; one beyond the last bucket is not. */
  readonly toKey: (parts: KeyParts) => Key;
  readonly loggedAs?: NonNullable<ItemIdentity['loggedAs']>;
}

const UNIT = 'V#(?<unit>0|[1-9]\\d*)';
const COLLECTION = `(?<partition>${keys.platformPartitions.join('|')}|${UNIT}#[A-Z]+)`;
const DISHES = `(?<partition>${UNIT}#DISH)`;
const MENUS = `(?<partition>${UNIT}#MENU)`;
/** The parts of a sort key. */
const NUMBER = '(?<number>\\d+)';
const TEXT = '(?<text>.+)';
const WEEK = 'WEEK#(?<text>\\d{4}-\\d\\d-\\d\\d)';
const keyPattern = (partition: string, sk: string) => new RegExp(`^${partition}\n${sk}$`, 's');
const inUnit = (toKey: (unit: number, parts: KeyParts) => Key) => (parts: KeyParts) => toKey(parts.unit ?? 0, parts);
const byNumber = (toKey: (unit: number, number: number) => Key) => inUnit((unit, { number }) => toKey(unit, number));
const byText = (toKey: (unit: number, text: string) => Key) => inUnit((unit, { text }) => toKey(unit, text));

/** The rules for the kinds of items. One each is enough for the heads, rows and members of all ordinary nouns. */
const keyRules = {
  unit: { pattern: keyPattern(UNIT, 'UNIT'), toKey: inUnit(keys.unitKey), loggedAs: ['unit', 'unit'] },
  'unit icon': { pattern: keyPattern(UNIT, 'ICON'), toKey: inUnit(keys.unitIconKey) },
  calendar: { pattern: keyPattern(UNIT, 'CALENDAR'), toKey: inUnit(keys.calendarKey), loggedAs: ['calendar', 'unit'] },
  roles: { pattern: keyPattern(UNIT, 'ROLES'), toKey: inUnit(keys.rolesKey), loggedAs: ['roles', 'unit'] },
  user: { pattern: keyPattern(UNIT, `USER#${TEXT}`), toKey: byText(keys.userKey), loggedAs: ['user', 'text'] },
  session: { pattern: keyPattern(UNIT, `SESSION#${TEXT}`), toKey: byText(keys.sessionKey) },
  marks: {
    pattern: keyPattern(UNIT, `MARKS#${NUMBER}`),
    toKey: inUnit((unit, { number }) => keys.markBucketKey(unit, number % keys.CODE_BUCKETS)),
    loggedAs: ['marks', 'unit'],
  },
  'mark count': { pattern: keyPattern(UNIT, 'MARKS'), toKey: inUnit(keys.markCountKey), loggedAs: ['marks', 'unit'] },
  prices: {
    pattern: keyPattern(UNIT, `PRICES#${NUMBER}`),
    toKey: inUnit((unit, { number }) => keys.priceBucketKey(unit, number % keys.CODE_BUCKETS)),
    loggedAs: ['prices', 'unit'],
  },
  'price count': {
    pattern: keyPattern(UNIT, 'PRICES'),
    toKey: inUnit(keys.priceCountKey),
    loggedAs: ['prices', 'unit'],
  },
  'idempotency key': {
    pattern: keyPattern(UNIT, 'IDEMPOTENCY#(?<text>.+#.+)'),
    toKey: inUnit((unit, { text }) => {
      const end = text.lastIndexOf('#');
      return keys.idempotencyClaimKey(unit, text.slice(0, end), text.slice(end + 1));
    }),
  },
  operation: {
    pattern: keyPattern(`${UNIT}#LOG`, `${NUMBER}#(?<text>.*)`),
    toKey: inUnit((unit, { number, text }) => keys.operationKey(unit, number, text)),
  },
  'dish icon': { pattern: keyPattern(DISHES, `ICON#${NUMBER}`), toKey: byNumber(keys.dishIconKey) },
  menu: {
    pattern: keyPattern(MENUS, `STATE#${NUMBER}`),
    toKey: byNumber(keys.menuStateKey),
    loggedAs: ['menu', 'number'],
  },
  revision: {
    pattern: keyPattern(MENUS, `REVISION#${NUMBER}#(?<text>\\d+)`),
    toKey: inUnit((unit, { number, text }) => keys.revisionKey(unit, number, Number(text))),
  },
  'menu people': {
    pattern: keyPattern(MENUS, `PEOPLE#${NUMBER}`),
    toKey: byNumber(keys.menuPeopleKey),
    loggedAs: ['menu', 'number'],
  },
  'live menu': {
    pattern: keyPattern(MENUS, `LIVE#(?<text>\\d{4}-\\d\\d-\\d\\d)#${NUMBER}`),
    toKey: inUnit((unit, { number, text }) => keys.liveKey(unit, text, number)),
  },
  record: { pattern: keyPattern(`(?<partition>${UNIT}#RECORD)`, `RECORD#${NUMBER}`), toKey: byNumber(keys.reviewKey) },
  'pending menu': {
    pattern: keyPattern('PENDING', `${NUMBER}#(?<text>\\d+)`),
    toKey: ({ number, text }) => keys.pendingKey(number, Number(text)),
  },
  /** The service facts of a unit, by the name that the doctor has always given them. */
  serving: { pattern: keyPattern('DAYS', NUMBER), toKey: ({ number }) => keys.serviceFactsKey(number) },
  week: { pattern: keyPattern(WEEK, NUMBER), toKey: ({ text, number }) => keys.weekKey(text, number) },
  'week head': {
    pattern: keyPattern(WEEK, `HEAD#${NUMBER}`),
    toKey: ({ text, number }) => keys.weekHeadKey(text, number),
  },
  'menu plan': { pattern: keyPattern(MENUS, `MENU#${NUMBER}`), toKey: byNumber(keys.menuPlanKey) },
  row: {
    pattern: keyPattern(COLLECTION, `ROW#\\d+#${NUMBER}`),
    toKey: ({ partition, number }) => keys.rowKey(partition, number),
  },
  head: { pattern: keyPattern(COLLECTION, 'HEAD'), toKey: ({ partition }) => keys.headKey(partition) },
  'uid claim': { pattern: keyPattern(`UID#${TEXT}`, 'UID'), toKey: ({ text }) => keys.uidClaimKey(text) },
  'sign-in attempts': { pattern: keyPattern(`UID#${TEXT}`, 'ATTEMPTS'), toKey: ({ text }) => keys.attemptsKey(text) },
  'screen claim': { pattern: keyPattern(`SCREEN#${TEXT}`, 'SCREEN'), toKey: ({ text }) => keys.screenClaimKey(text) },
  link: { pattern: keyPattern(`LINK#${TEXT}`, 'LINK'), toKey: ({ text }) => keys.linkKey(text) },
  'name claim': {
    pattern: keyPattern(`UNITNAME#${TEXT}`, 'UNITNAME'),
    toKey: ({ text }) => keys.unitNameClaimKey(text),
  },
  standard: {
    pattern: keyPattern('STANDARD', `STANDARD#${NUMBER}`),
    toKey: ({ number }) => keys.standardKey(number),
    loggedAs: ['standard', 'number'],
  },
  ingredient: {
    pattern: keyPattern('INGREDIENT', `CODE#${TEXT}`),
    toKey: ({ text }) => keys.catalogueKey(text),
    loggedAs: ['ingredient', 'text'],
  },
  food: {
    pattern: keyPattern(`(?<partition>${UNIT}#FOOD)`, `CODE#${TEXT}`),
    toKey: byText(keys.foodKey),
    loggedAs: ['ingredient', 'text'],
  },
  task: { pattern: keyPattern('TASKS', `TASK#${TEXT}`), toKey: ({ text }) => keys.taskKey(text) },
  'table version': { pattern: keyPattern('TABLE', 'VERSION'), toKey: () => keys.tableVersionKey },
} as const satisfies Record<string, KeyRule>;

/** The rule for members of ordinary collections. Their kind is the noun in partition and sort key. */
const memberRule: KeyRule = {
  pattern: keyPattern(`(?<partition>${UNIT}#(?<noun>[A-Z]+))`, `\\k<noun>#${NUMBER}`),
  toKey: ({ partition, number }) => keys.memberKey(partition, number),
};

/** A kind of item that has a rule of its own. */
export type SpecialKind = keyof typeof keyRules;
/** A kind of item: a special one, or the noun of an ordinary collection in lower case. A review is a `record`. */
export type ItemKind = string;

/** Identifies an item by its key; undefined where no rule matches. */
export function identifyKey(key: Key): ItemIdentity | undefined {
  for (const [kind, rule] of Object.entries<KeyRule>(keyRules)) {
    const parts = parseKey(key, rule);
    if (parts) return { kind, ...parts, ...(rule.loggedAs ? { loggedAs: rule.loggedAs } : {}) };
  }
  const parts = parseKey(key, memberRule);
  const kind = key.sk.slice(0, key.sk.indexOf('#')).toLowerCase();
  // A noun that has the name of a special kind must not be mistaken for it.
  return parts && !Object.hasOwn(keyRules, kind) ? { kind, ...parts, loggedAs: [kind, 'number'] } : undefined;
}

function parseKey({ pk, sk }: Key, { pattern, toKey }: KeyRule): KeyParts | undefined {
  const match = pattern.exec(`${pk}\n${sk}`);
  if (match === null) return undefined;
  const { unit, partition = pk, number = '0', text = '' } = match.groups ?? {};
  const parts = { unit: unit === undefined ? undefined : Number(unit), partition, number: Number(number), text };
  const key = toKey(parts);
  return key.pk === pk && key.sk === sk ? parts : undefined;
}
