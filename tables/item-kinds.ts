import {
  attemptsKey,
  CODE_BUCKETS,
  calendarKey,
  catalogueKey,
  dishIconKey,
  foodKey,
  headKey,
  idempotencyClaimKey,
  type Key,
  linkKey,
  liveKey,
  markBucketKey,
  markCountKey,
  memberKey,
  menuPeopleKey,
  menuPlanKey,
  menuStateKey,
  operationKey,
  pendingKey,
  platformPartitions,
  priceBucketKey,
  priceCountKey,
  reviewKey,
  revisionKey,
  rolesKey,
  rowKey,
  screenClaimKey,
  serviceFactsKey,
  sessionKey,
  standardKey,
  tableVersionKey,
  taskKey,
  uidClaimKey,
  unitIconKey,
  unitKey,
  unitNameClaimKey,
  userKey,
  weekHeadKey,
  weekKey,
} from './keys.ts';

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
const COLLECTION = `(?<partition>${platformPartitions.join('|')}|${UNIT}#[A-Z]+)`;
const DISHES = `(?<partition>${UNIT}#DISH)`;
const MENUS = `(?<partition>${UNIT}#MENU)`;
const WEEK = 'WEEK#(?<text>\\d{4}-\\d\\d-\\d\\d)';
const keyPattern = (partition: string, sk: string) => new RegExp(`^${partition}\n${sk}$`, 's');
const inUnit = (toKey: (unit: number, parts: KeyParts) => Key) => (parts: KeyParts) => toKey(parts.unit ?? 0, parts);
const byNumber = (toKey: (unit: number, number: number) => Key) => inUnit((unit, { number }) => toKey(unit, number));
const byText = (toKey: (unit: number, text: string) => Key) => inUnit((unit, { text }) => toKey(unit, text));

/**
 * The rules for the kinds of items. Heads, rows and members of a unit's ordinary collections have one rule each for all
 * nouns.
 */
const keyRules = {
  unit: { pattern: keyPattern(UNIT, 'UNIT'), toKey: inUnit(unitKey), loggedAs: ['unit', 'unit'] },
  'unit icon': { pattern: keyPattern(UNIT, 'ICON'), toKey: inUnit(unitIconKey) },
  calendar: { pattern: keyPattern(UNIT, 'CALENDAR'), toKey: inUnit(calendarKey), loggedAs: ['calendar', 'unit'] },
  roles: { pattern: keyPattern(UNIT, 'ROLES'), toKey: inUnit(rolesKey), loggedAs: ['roles', 'unit'] },
  user: { pattern: keyPattern(UNIT, 'USER#(?<text>.+)'), toKey: byText(userKey), loggedAs: ['user', 'text'] },
  session: { pattern: keyPattern(UNIT, 'SESSION#(?<text>.+)'), toKey: byText(sessionKey) },
  marks: {
    pattern: keyPattern(UNIT, 'MARKS#(?<number>\\d+)'),
    toKey: inUnit((unit, { number }) => markBucketKey(unit, number % CODE_BUCKETS)),
    loggedAs: ['marks', 'unit'],
  },
  'mark count': { pattern: keyPattern(UNIT, 'MARKS'), toKey: inUnit(markCountKey), loggedAs: ['marks', 'unit'] },
  prices: {
    pattern: keyPattern(UNIT, 'PRICES#(?<number>\\d+)'),
    toKey: inUnit((unit, { number }) => priceBucketKey(unit, number % CODE_BUCKETS)),
    loggedAs: ['prices', 'unit'],
  },
  'price count': { pattern: keyPattern(UNIT, 'PRICES'), toKey: inUnit(priceCountKey), loggedAs: ['prices', 'unit'] },
  'idempotency key': {
    pattern: keyPattern(UNIT, 'IDEMPOTENCY#(?<text>.+#.+)'),
    toKey: inUnit((unit, { text }) => {
      const end = text.lastIndexOf('#');
      return idempotencyClaimKey(unit, text.slice(0, end), text.slice(end + 1));
    }),
  },
  operation: {
    pattern: keyPattern(`${UNIT}#LOG`, '(?<number>\\d+)#(?<text>.*)'),
    toKey: inUnit((unit, { number, text }) => operationKey(unit, number, text)),
  },
  'dish icon': { pattern: keyPattern(DISHES, 'ICON#(?<number>\\d+)'), toKey: byNumber(dishIconKey) },
  menu: {
    pattern: keyPattern(MENUS, 'STATE#(?<number>\\d+)'),
    toKey: byNumber(menuStateKey),
    loggedAs: ['menu', 'number'],
  },
  revision: {
    pattern: keyPattern(MENUS, 'REVISION#(?<number>\\d+)#(?<text>\\d+)'),
    toKey: inUnit((unit, { number, text }) => revisionKey(unit, number, Number(text))),
  },
  'menu people': {
    pattern: keyPattern(MENUS, 'PEOPLE#(?<number>\\d+)'),
    toKey: byNumber(menuPeopleKey),
    loggedAs: ['menu', 'number'],
  },
  'live menu': {
    pattern: keyPattern(MENUS, 'LIVE#(?<text>\\d{4}-\\d\\d-\\d\\d)#(?<number>\\d+)'),
    toKey: inUnit((unit, { number, text }) => liveKey(unit, text, number)),
  },
  record: { pattern: keyPattern(`(?<partition>${UNIT}#RECORD)`, 'RECORD#(?<number>\\d+)'), toKey: byNumber(reviewKey) },
  'pending menu': {
    pattern: keyPattern('PENDING', '(?<number>\\d+)#(?<text>\\d+)'),
    toKey: ({ number, text }) => pendingKey(number, Number(text)),
  },
  /** The service facts of a unit, by the name that the doctor has always given them. */
  serving: { pattern: keyPattern('DAYS', '(?<number>\\d+)'), toKey: ({ number }) => serviceFactsKey(number) },
  week: { pattern: keyPattern(WEEK, '(?<number>\\d+)'), toKey: ({ text, number }) => weekKey(text, number) },
  'week head': {
    pattern: keyPattern(WEEK, 'HEAD#(?<number>\\d+)'),
    toKey: ({ text, number }) => weekHeadKey(text, number),
  },
  'menu plan': { pattern: keyPattern(MENUS, 'MENU#(?<number>\\d+)'), toKey: byNumber(menuPlanKey) },
  row: {
    pattern: keyPattern(COLLECTION, 'ROW#\\d+#(?<number>\\d+)'),
    toKey: ({ partition, number }) => rowKey(partition, number),
  },
  head: { pattern: keyPattern(COLLECTION, 'HEAD'), toKey: ({ partition }) => headKey(partition) },
  'uid claim': { pattern: keyPattern('UID#(?<text>.+)', 'UID'), toKey: ({ text }) => uidClaimKey(text) },
  'sign-in attempts': { pattern: keyPattern('UID#(?<text>.+)', 'ATTEMPTS'), toKey: ({ text }) => attemptsKey(text) },
  'screen claim': { pattern: keyPattern('SCREEN#(?<text>.+)', 'SCREEN'), toKey: ({ text }) => screenClaimKey(text) },
  link: { pattern: keyPattern('LINK#(?<text>.+)', 'LINK'), toKey: ({ text }) => linkKey(text) },
  'name claim': {
    pattern: keyPattern('UNITNAME#(?<text>.+)', 'UNITNAME'),
    toKey: ({ text }) => unitNameClaimKey(text),
  },
  standard: {
    pattern: keyPattern('STANDARD', 'STANDARD#(?<number>\\d+)'),
    toKey: ({ number }) => standardKey(number),
    loggedAs: ['standard', 'number'],
  },
  ingredient: {
    pattern: keyPattern('INGREDIENT', 'CODE#(?<text>.+)'),
    toKey: ({ text }) => catalogueKey(text),
    loggedAs: ['ingredient', 'text'],
  },
  food: {
    pattern: keyPattern(`(?<partition>${UNIT}#FOOD)`, 'CODE#(?<text>.+)'),
    toKey: byText(foodKey),
    loggedAs: ['ingredient', 'text'],
  },
  task: { pattern: keyPattern('TASKS', 'TASK#(?<text>.+)'), toKey: ({ text }) => taskKey(text) },
  'table version': { pattern: keyPattern('TABLE', 'VERSION'), toKey: () => tableVersionKey },
} as const satisfies Record<string, KeyRule>;

/** The rule for members of ordinary collections. Their kind is the noun in partition and sort key. */
const memberRule: KeyRule = {
  pattern: keyPattern(`(?<partition>${UNIT}#(?<noun>[A-Z]+))`, '\\k<noun>#(?<number>\\d+)'),
  toKey: ({ partition, number }) => memberKey(partition, number),
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

/** Parses a key by this rule; undefined where it does not match. */
function parseKey({ pk, sk }: Key, { pattern, toKey }: KeyRule): KeyParts | undefined {
  const match = pattern.exec(`${pk}\n${sk}`);
  if (match === null) return undefined;
  const { unit, partition = pk, number = '0', text = '' } = match.groups ?? {};
  const parts = { unit: unit === undefined ? undefined : Number(unit), partition, number: Number(number), text };
  const key = toKey(parts);
  return key.pk === pk && key.sk === sk ? parts : undefined;
}
