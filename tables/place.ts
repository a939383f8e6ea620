import {
  attemptsKey,
  CODE_BUCKETS,
  collectionsOfPlatform,
  collectionsOfUnit,
  copyKey,
  dishIconKey,
  dishKey,
  EARLIER_MARK_BUCKETS,
  earlierMarkBucketKey,
  headKey,
  idempotencyKey,
  ingredientKey,
  type Key,
  lineKey,
  liveKey,
  markBucketKey,
  markCountKey,
  menuKey,
  menuPlanKey,
  oldDeletionKey,
  oldUndertakingKey,
  operationKey,
  packKey,
  pendingKey,
  priceBucketKey,
  priceCountKey,
  reviewKey,
  revisionKey,
  rolesKey,
  rowKey,
  screenClaimKey,
  screenKey,
  sessionKey,
  standardKey,
  tableVersionKey,
  taskKey,
  uidClaimKey,
  unitIconKey,
  unitKey,
  unitNameClaimKey,
  unitPartition,
  userKey,
} from './keys.ts';

/** What an item is, by its key alone. */
export interface Place {
  readonly kind: Kind;
  /** The unit that it belongs to; undefined for data of the whole platform. */
  readonly unit: number | undefined;
  /** The partition of its collection, or its own partition where it belongs to none. */
  readonly partition: string;
  /** The number of a row, block, dish, standard or bucket; 0 where the kind has none. */
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

const UNIT = 'V#(?<unit>\\d+)';
const OF_UNIT = `${UNIT}#(?:${collectionsOfUnit.join('|')})`;
/** A partition of a unit's data. */
const OWNER = new RegExp(`^${UNIT}(?:#|$)`);
const COLLECTION = `(?<partition>${collectionsOfPlatform.join('|')}|${OF_UNIT})`;
const DISHES = `(?<partition>${UNIT}#DISH)`;
const MENUS = `(?<partition>${UNIT}#MENU)`;
const of = (partition: string, sk: string) => new RegExp(`^${partition}\n${sk}$`, 's');
const ofUnit = (toKey: (unit: number, parts: Parts) => Key) => (parts: Parts) => toKey(parts.unit ?? 0, parts);

/** All kinds of items. A new kind must be added here; otherwise nobody knows what its keys mean. */
const rules = {
  unit: { pattern: of(UNIT, 'UNIT'), toKey: ofUnit(unitKey), thing: ['unit', 'unit'] },
  'unit icon': { pattern: of(UNIT, 'ICON'), toKey: ofUnit(unitIconKey) },
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
  'earlier marks': {
    pattern: of(UNIT, 'MARK#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => earlierMarkBucketKey(unit, number % EARLIER_MARK_BUCKETS)),
  },
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
  dish: {
    pattern: of(DISHES, 'DISH#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => dishKey(unit, number)),
    thing: ['dish', 'number'],
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
  'menu plan': {
    pattern: of(MENUS, 'MENU#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => menuPlanKey(unit, number)),
  },
  screen: {
    pattern: of(`(?<partition>${UNIT}#SCREEN)`, 'SCREEN#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => screenKey(unit, number)),
    thing: ['screen', 'number'],
  },
  row: {
    pattern: of(COLLECTION, 'ROW#\\d+#(?<number>\\d+)'),
    toKey: ({ partition, number }) => rowKey(partition, number),
  },
  head: { pattern: of(COLLECTION, 'HEAD'), toKey: ({ partition }) => headKey(partition) },
  copy: {
    pattern: of(`${COLLECTION}#CHUNK`, '(?<number>\\d+)(#(?<text>[A-Z]+))?'),
    toKey: ({ partition, number, text }) => copyKey(partition, number, text),
  },
  'uid claim': { pattern: of('UID#(?<text>.+)', 'UID'), toKey: ({ text }) => uidClaimKey(text) },
  'tries to sign in': { pattern: of('UID#(?<text>.+)', 'ATTEMPTS'), toKey: ({ text }) => attemptsKey(text) },
  'screen claim': { pattern: of('SCREEN#(?<text>.+)', 'SCREEN'), toKey: ({ text }) => screenClaimKey(text) },
  'name claim': { pattern: of('UNITNAME#(?<text>.+)', 'UNITNAME'), toKey: ({ text }) => unitNameClaimKey(text) },
  standard: {
    pattern: of('STANDARD', 'STANDARD#(?<number>\\d+)'),
    toKey: ({ number }) => standardKey(number),
    thing: ['standard', 'number'],
  },
  ingredient: { pattern: of('INGREDIENT', 'CODE#(?<text>.+)'), toKey: ({ text }) => ingredientKey(text) },
  figures: {
    pattern: of('(?<partition>INGREDIENT)#CHUNK', 'FIGURES#(?<number>\\d+)'),
    toKey: ({ number }) => packKey(number),
  },
  task: { pattern: of('TASKS', 'TASK#(?<text>.+)'), toKey: ({ text }) => taskKey(text) },
  'line of writers': { pattern: of('LINE#(?<text>.+)', 'LINE'), toKey: ({ text }) => lineKey(text) },
  'table version': { pattern: of('TABLE', 'VERSION'), toKey: () => tableVersionKey },
  'old deletion': { pattern: of('DELETIONS', 'UNIT#(?<number>\\d+)'), toKey: ({ number }) => oldDeletionKey(number) },
  'old undertaking': {
    pattern: of('UNDERTAKINGS', 'UNDERTAKING#(?<text>.+)'),
    toKey: ({ text }) => oldUndertakingKey(text),
  },
} as const satisfies Record<string, Rule>;

/** A kind of item. */
export type Kind = keyof typeof rules;

const entries = Object.entries(rules) as [Kind, Rule][];

/** What an item is by its key; undefined where no rule knows the key. */
export function placeOf({ pk, sk }: Key): Place | undefined {
  const name = `${pk}\n${sk}`;
  for (const [kind, { pattern, toKey, thing }] of entries) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const { unit, partition = pk, number = '0', text = '' } = match.groups ?? {};
    const parts = { unit: unit === undefined ? undefined : Number(unit), partition, number: Number(number), text };
    const key = toKey(parts);
    if (key.pk === pk && key.sk === sk) return { kind, ...parts, ...(thing ? { thing } : {}) };
  }
  return undefined;
}

/**
 * The line in which writers of an item wait. All items of a unit share a line; otherwise all items of a partition do.
 */
export function lineOf({ pk }: Key): string {
  // Every write calls this for all its items: the partition tells the line without trying the rules of all kinds.
  const unit = OWNER.exec(pk)?.groups?.['unit'];
  return unit === undefined ? pk : unitPartition(Number(unit));
}
