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
  /** The noun in the log of operations and the part that is its id; undefined where the log does not name such items. */
  readonly loggedAs: readonly [name: string, idPart: 'unit' | 'number' | 'text'] | undefined;
}

type KeyParts = Omit<ItemIdentity, 'kind' | 'loggedAs'>;

interface KeyRule {
  /** Matches the partition and the sort key with a line break between them. No name has a line break. */
  readonly pattern: RegExp;
  /** Builds the key from its parts. Only a key that equals the built one is of this kind. */
  readonly toKey: (parts: KeyParts) => Key;
  /** See `ItemIdentity`. */
  readonly loggedAs: ItemIdentity['loggedAs'];
}

/** Makes the rule for keys whose partition and sort key match these expressions. Their groups name the parts. */
function makeRule(pk: string, sk: string, toKey: KeyRule['toKey'], loggedAs?: ItemIdentity['loggedAs']): KeyRule {
  return { pattern: new RegExp(`^${pk}\n${sk}$`, 's'), toKey, loggedAs };
}

const NUMBER = '(?<number>\\d+)';
const TEXT = '(?<text>.+)';
const DATE = '(?<text>\\d{4}-\\d\\d-\\d\\d)';
const UNIT = 'V#(?<unit>0|[1-9]\\d*)';
const DISHES = `(?<partition>${UNIT}#DISH)`;
const MENUS = `(?<partition>${UNIT}#MENU)`;
const COLLECTION = `(?<partition>${keys.platformPartitions.join('|')}|${UNIT}#[A-Z]+)`;

// The patterns of these rules capture a unit, so `?? 0` is for the compiler alone.
const inUnit = (toKey: (unit: number, parts: KeyParts) => Key) => (parts: KeyParts) => toKey(parts.unit ?? 0, parts);
const byNumber = (toKey: (unit: number, number: number) => Key) => inUnit((unit, { number }) => toKey(unit, number));
const byText = (toKey: (unit: number, text: string) => Key) => inUnit((unit, { text }) => toKey(unit, text));
/** A number beyond the last bucket wraps around. So the built key differs, and the item is of no kind. */
const byBucket = (toKey: (unit: number, bucketNumber: number) => Key) =>
  byNumber((unit, number) => toKey(unit, number % keys.CODE_BUCKETS));

/** The rules by the kinds of items. No two match the same key. All nouns share the rules of heads and rows. */
const ruleByKind = {
  unit: makeRule(UNIT, 'UNIT', inUnit(keys.unitKey), ['unit', 'unit']),
  'unit icon': makeRule(UNIT, 'ICON', inUnit(keys.unitIconKey)),
  calendar: makeRule(UNIT, 'CALENDAR', inUnit(keys.calendarKey), ['calendar', 'unit']),
  roles: makeRule(UNIT, 'ROLES', inUnit(keys.rolesKey), ['roles', 'unit']),
  user: makeRule(UNIT, `USER#${TEXT}`, byText(keys.userKey), ['user', 'text']),
  session: makeRule(UNIT, `SESSION#${TEXT}`, byText(keys.sessionKey)),
  marks: makeRule(UNIT, `MARKS#${NUMBER}`, byBucket(keys.markBucketKey), ['marks', 'unit']),
  'mark count': makeRule(UNIT, 'MARKS', inUnit(keys.markCountKey), ['marks', 'unit']),
  prices: makeRule(UNIT, `PRICES#${NUMBER}`, byBucket(keys.priceBucketKey), ['prices', 'unit']),
  'price count': makeRule(UNIT, 'PRICES', inUnit(keys.priceCountKey), ['prices', 'unit']),
  'idempotency key': makeRule(
    UNIT,
    'IDEMPOTENCY#(?<text>.+#.+)',
    byText((unit, text) => {
      const end = text.lastIndexOf('#');
      return keys.idempotencyClaimKey(unit, text.slice(0, end), text.slice(end + 1));
    }),
  ),
  operation: makeRule(
    `${UNIT}#LOG`,
    `${NUMBER}#(?<text>.*)`,
    inUnit((unit, { number, text }) => keys.operationKey(unit, number, text)),
  ),
  'dish icon': makeRule(DISHES, `ICON#${NUMBER}`, byNumber(keys.dishIconKey)),
  menu: makeRule(MENUS, `STATE#${NUMBER}`, byNumber(keys.menuStateKey), ['menu', 'number']),
  'menu plan': makeRule(MENUS, `MENU#${NUMBER}`, byNumber(keys.menuPlanKey)),
  revision: makeRule(
    MENUS,
    `REVISION#${NUMBER}#(?<text>\\d+)`,
    inUnit((unit, { number, text }) => keys.revisionKey(unit, number, Number(text))),
  ),
  'menu people': makeRule(MENUS, `PEOPLE#${NUMBER}`, byNumber(keys.menuPeopleKey), ['menu', 'number']),
  'live menu': makeRule(
    MENUS,
    `LIVE#${DATE}#${NUMBER}`,
    inUnit((unit, { number, text }) => keys.liveKey(unit, text, number)),
  ),
  record: makeRule(`(?<partition>${UNIT}#RECORD)`, `RECORD#${NUMBER}`, byNumber(keys.reviewKey)),
  'pending menu': makeRule('PENDING', `${NUMBER}#(?<text>\\d+)`, ({ number, text }) =>
    keys.pendingKey(number, Number(text)),
  ),
  /** The service facts of a unit, as the doctor calls them. */
  serving: makeRule('DAYS', NUMBER, ({ number }) => keys.serviceFactsKey(number)),
  week: makeRule(`WEEK#${DATE}`, NUMBER, ({ text, number }) => keys.weekKey(text, number)),
  'week head': makeRule(`WEEK#${DATE}`, `HEAD#${NUMBER}`, ({ text, number }) => keys.weekHeadKey(text, number)),
  row: makeRule(COLLECTION, `ROW#\\d+#${NUMBER}`, ({ partition, number }) => keys.rowKey(partition, number)),
  head: makeRule(COLLECTION, 'HEAD', ({ partition }) => keys.headKey(partition)),
  'uid claim': makeRule(`UID#${TEXT}`, 'UID', ({ text }) => keys.uidClaimKey(text)),
  'sign-in attempts': makeRule(`UID#${TEXT}`, 'ATTEMPTS', ({ text }) => keys.attemptsKey(text)),
  'screen claim': makeRule(`SCREEN#${TEXT}`, 'SCREEN', ({ text }) => keys.screenClaimKey(text)),
  link: makeRule(`LINK#${TEXT}`, 'LINK', ({ text }) => keys.linkKey(text)),
  'name claim': makeRule(`UNITNAME#${TEXT}`, 'UNITNAME', ({ text }) => keys.unitNameClaimKey(text)),
  standard: makeRule('STANDARD', `STANDARD#${NUMBER}`, (parts) => keys.standardKey(parts.number), [
    'standard',
    'number',
  ]),
  ingredient: makeRule('INGREDIENT', `CODE#${TEXT}`, ({ text }) => keys.catalogueKey(text), ['ingredient', 'text']),
  food: makeRule(`(?<partition>${UNIT}#FOOD)`, `CODE#${TEXT}`, byText(keys.foodKey), ['ingredient', 'text']),
  task: makeRule('TASKS', `TASK#${TEXT}`, ({ text }) => keys.taskKey(text)),
  'table version': makeRule('TABLE', 'VERSION', () => keys.tableVersionKey),
};

/** The rule for members of ordinary collections. Their kind is the noun in partition and sort key. */
const memberRule = makeRule(`(?<partition>${UNIT}#(?<noun>[A-Z]+))`, `\\k<noun>#${NUMBER}`, ({ partition, number }) =>
  keys.memberKey(partition, number),
);

/** A kind of item that has a rule of its own. */
export type SpecialKind = keyof typeof ruleByKind;
/** A kind of item: a special one, or the noun of an ordinary collection in lower case. A review is a `record`. */
export type ItemKind = string;

/** Identifies an item by its key; undefined where no rule matches. */
export function identifyKey(key: Key): ItemIdentity | undefined {
  for (const kind of Object.keys(ruleByKind) as SpecialKind[]) {
    const rule = ruleByKind[kind];
    const parts = parseKey(key, rule);
    if (parts) return { kind, ...parts, loggedAs: rule.loggedAs };
  }
  const parts = parseKey(key, memberRule);
  const kind = key.sk.slice(0, key.sk.indexOf('#')).toLowerCase();
  // A noun that has the name of a special kind must not be mistaken for it.
  return parts && !Object.hasOwn(ruleByKind, kind) ? { kind, ...parts, loggedAs: [kind, 'number'] } : undefined;
}

function parseKey({ pk, sk }: Key, { pattern, toKey }: KeyRule): KeyParts | undefined {
  const match = pattern.exec(`${pk}\n${sk}`);
  if (match === null) return undefined;
  const { unit, partition = pk, number = '0', text = '' } = match.groups ?? {};
  const parts = { unit: unit === undefined ? undefined : Number(unit), partition, number: Number(number), text };
  const builtKey = toKey(parts);
  return builtKey.pk === pk && builtKey.sk === sk ? parts : undefined;
}
