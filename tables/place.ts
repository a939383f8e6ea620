import {
  attemptsKey,
  CODE_BUCKETS,
  calendarKey,
  collectionsOfPlatform,
  dishIconKey,
  foodKey,
  headKey,
  idempotencyKey,
  ingredientKey,
  type Key,
  linkKey,
  liveKey,
  markBucketKey,
  markCountKey,
  memberKey,
  menuKey,
  menuPeopleKey,
  menuPlanKey,
  operationKey,
  pendingKey,
  priceBucketKey,
  priceCountKey,
  reviewKey,
  revisionKey,
  rolesKey,
  rowKey,
  screenClaimKey,
  servingKey,
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

/** What an item is, by its key alone. */
export interface Place {
  readonly kind: Kind;
  /** The unit that it belongs to; undefined for data of the whole platform. */
  readonly unit: number | undefined;
  /** The partition of its collection, or its own partition where it belongs to none. */
  readonly partition: string;
  /** The number of a row, block, dish, standard or bucket, or of a unit among all; 0 where the kind has none. */
  readonly number: number;
  /** The key of a uid or name, a code or an id; empty where the kind has none. */
  readonly text: string;
  /** What the log of operations calls it, and which part identifies it; absent where it is only a part of something. */
  readonly thing?: readonly [name: string, by: 'unit' | 'number' | 'text'];
}

type Parts = Omit<Place, 'kind' | 'thing'>;

interface Rule {
  /** Matches partition and sort key with a line break between them. No name has a line break. */
  readonly pattern: RegExp;
  /** The key of these parts. Other spellings of the key are unknown. */
  readonly toKey: (parts: Parts) => Key;
  readonly thing?: NonNullable<Place['thing']>;
}

const UNIT = 'V#(?<unit>0|[1-9]\\d*)';
const COLLECTION = `(?<partition>${collectionsOfPlatform.join('|')}|${UNIT}#[A-Z]+)`;
const DISHES = `(?<partition>${UNIT}#DISH)`;
const MENUS = `(?<partition>${UNIT}#MENU)`;
const WEEK = 'WEEK#(?<text>\\d{4}-\\d\\d-\\d\\d)';
const of = (partition: string, sk: string) => new RegExp(`^${partition}\n${sk}$`, 's');
const ofUnit = (toKey: (unit: number, parts: Parts) => Key) => (parts: Parts) => toKey(parts.unit ?? 0, parts);

/**
 * The kinds of items that have keys of their own. Heads, rows and members of ordinary collections of a unit are known
 * by one rule each, whatever the noun is.
 */
const rules = {
  unit: { pattern: of(UNIT, 'UNIT'), toKey: ofUnit(unitKey), thing: ['unit', 'unit'] },
  'unit icon': { pattern: of(UNIT, 'ICON'), toKey: ofUnit(unitIconKey) },
  calendar: { pattern: of(UNIT, 'CALENDAR'), toKey: ofUnit(calendarKey), thing: ['calendar', 'unit'] },
  roles: { pattern: of(UNIT, 'ROLES'), toKey: ofUnit(rolesKey), thing: ['roles', 'unit'] },
  user: {
    pattern: of(UNIT, 'USER#(?<text>.+)'),
    toKey: ofUnit((unit, { text }) => userKey(unit, text)),
    thing: ['user', 'text'],
  },
  session: {
    pattern: of(UNIT, 'SESSION#(?<text>.+)'),
    toKey: ofUnit((unit, { text }) => sessionKey(unit, text)),
  },
  marks: {
    pattern: of(UNIT, 'MARKS#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => markBucketKey(unit, number % CODE_BUCKETS)),
    thing: ['marks', 'unit'],
  },
  'mark count': { pattern: of(UNIT, 'MARKS'), toKey: ofUnit(markCountKey), thing: ['marks', 'unit'] },
  prices: {
    pattern: of(UNIT, 'PRICES#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => priceBucketKey(unit, number % CODE_BUCKETS)),
    thing: ['prices', 'unit'],
  },
  'price count': { pattern: of(UNIT, 'PRICES'), toKey: ofUnit(priceCountKey), thing: ['prices', 'unit'] },
  'request key': {
    pattern: of(UNIT, 'IDEMPOTENCY#(?<text>.+#.+)'),
    toKey: ofUnit((unit, { text }) => {
      const end = text.lastIndexOf('#');
      return idempotencyKey(unit, text.slice(0, end), text.slice(end + 1));
    }),
  },
  operation: {
    pattern: of(`${UNIT}#LOG`, '(?<number>\\d+)#(?<text>.*)'),
    toKey: ofUnit((unit, { number, text }) => operationKey(unit, number, text)),
  },
  'dish icon': {
    pattern: of(DISHES, 'ICON#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => dishIconKey(unit, number)),
  },
  menu: {
    pattern: of(MENUS, 'STATE#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => menuKey(unit, number)),
    thing: ['menu', 'number'],
  },
  revision: {
    pattern: of(MENUS, 'REVISION#(?<number>\\d+)#(?<text>\\d+)'),
    toKey: ofUnit((unit, { number, text }) => revisionKey(unit, number, Number(text))),
  },
  'menu people': {
    pattern: of(MENUS, 'PEOPLE#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => menuPeopleKey(unit, number)),
    thing: ['menu', 'number'],
  },
  'live menu': {
    pattern: of(MENUS, 'LIVE#(?<text>\\d{4}-\\d\\d-\\d\\d)#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number, text }) => liveKey(unit, text, number)),
  },
  record: {
    pattern: of(`(?<partition>${UNIT}#RECORD)`, 'RECORD#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => reviewKey(unit, number)),
  },
  'pending menu': {
    pattern: of('PENDING', '(?<number>\\d+)#(?<text>\\d+)'),
    toKey: ({ number, text }) => pendingKey(number, Number(text)),
  },
  serving: { pattern: of('DAYS', '(?<number>\\d+)'), toKey: ({ number }) => servingKey(number) },
  week: { pattern: of(WEEK, '(?<number>\\d+)'), toKey: ({ text, number }) => weekKey(text, number) },
  'week head': {
    pattern: of(WEEK, 'HEAD#(?<number>\\d+)'),
    toKey: ({ text, number }) => weekHeadKey(text, number),
  },
  'menu plan': {
    pattern: of(MENUS, 'MENU#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => menuPlanKey(unit, number)),
  },
  row: {
    pattern: of(COLLECTION, 'ROW#\\d+#(?<number>\\d+)'),
    toKey: ({ partition, number }) => rowKey(partition, number),
  },
  head: { pattern: of(COLLECTION, 'HEAD'), toKey: ({ partition }) => headKey(partition) },
  'uid claim': { pattern: of('UID#(?<text>.+)', 'UID'), toKey: ({ text }) => uidClaimKey(text) },
  'tries to sign in': { pattern: of('UID#(?<text>.+)', 'ATTEMPTS'), toKey: ({ text }) => attemptsKey(text) },
  'screen claim': { pattern: of('SCREEN#(?<text>.+)', 'SCREEN'), toKey: ({ text }) => screenClaimKey(text) },
  link: { pattern: of('LINK#(?<text>.+)', 'LINK'), toKey: ({ text }) => linkKey(text) },
  'name claim': { pattern: of('UNITNAME#(?<text>.+)', 'UNITNAME'), toKey: ({ text }) => unitNameClaimKey(text) },
  standard: {
    pattern: of('STANDARD', 'STANDARD#(?<number>\\d+)'),
    toKey: ({ number }) => standardKey(number),
    thing: ['standard', 'number'],
  },
  ingredient: {
    pattern: of('INGREDIENT', 'CODE#(?<text>.+)'),
    toKey: ({ text }) => ingredientKey(text),
    thing: ['ingredient', 'text'],
  },
  food: {
    pattern: of(`(?<partition>${UNIT}#FOOD)`, 'CODE#(?<text>.+)'),
    toKey: ofUnit((unit, { text }) => foodKey(unit, text)),
    thing: ['ingredient', 'text'],
  },
  task: { pattern: of('TASKS', 'TASK#(?<text>.+)'), toKey: ({ text }) => taskKey(text) },
  'table version': { pattern: of('TABLE', 'VERSION'), toKey: () => tableVersionKey },
} as const satisfies Record<string, Rule>;

/** A member of an ordinary collection: its kind is the noun that the partition and the sort key name. */
const member: Rule = {
  pattern: of(`(?<partition>${UNIT}#(?<noun>[A-Z]+))`, '\\k<noun>#(?<number>\\d+)'),
  toKey: ({ partition, number }) => memberKey(partition, number),
};

/** A kind of item that has a rule of its own. */
export type SpecialKind = keyof typeof rules;
/** A kind of item: a special one, or the noun of an ordinary collection in small letters. */
export type Kind = string;

/** What an item is by its key; undefined where no rule knows the key. */
export function placeOf(key: Key): Place | undefined {
  for (const [kind, rule] of Object.entries<Rule>(rules)) {
    const parts = partsOf(key, rule);
    if (parts) return { kind, ...parts, ...(rule.thing ? { thing: rule.thing } : {}) };
  }
  const parts = partsOf(key, member);
  const kind = key.sk.slice(0, key.sk.indexOf('#')).toLowerCase();
  // A noun with the name of a special kind would be taken for it.
  return parts && !Object.hasOwn(rules, kind) ? { kind, ...parts, thing: [kind, 'number'] } : undefined;
}

/** The parts of a key that a rule knows. */
function partsOf({ pk, sk }: Key, { pattern, toKey }: Rule): Parts | undefined {
  const match = pattern.exec(`${pk}\n${sk}`);
  if (match === null) return undefined;
  const { unit, partition = pk, number = '0', text = '' } = match.groups ?? {};
  const parts = { unit: unit === undefined ? undefined : Number(unit), partition, number: Number(number), text };
  const key = toKey(parts);
  return key.pk === pk && key.sk === sk ? parts : undefined;
}
