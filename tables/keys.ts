/** The key of one item of the table. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** How many numbers of a collection make a block. The rows of a block are read and cached together. */
export const BLOCK_SIZE = 1000;

const BLOCK_DIGITS = 6;
/** The digits of a member's number, which is below a million: see `LAST_NUMBER` in `lib/domain/values/id.ts`. */
const MEMBER_DIGITS = 6;
/** The digits of a number in rows, reviews and heads of weeks: those of units and reviews pass a million. */
const NUMBER_DIGITS = 9;
const TIME_DIGITS = 16;
const REVISION_DIGITS = 3;
const BUCKET_DIGITS = 2;
/** The digits of a unit's number in partitions that have an item for each unit. All units are read there, so keys are short. */
const UNIT_DIGITS = 7;

const makeKey = (pk: string, sk: string): Key => ({ pk, sk });
const padNumber = (number: number, digits: number) => String(number).padStart(digits, '0');
const padMember = (number: number) => padNumber(number, MEMBER_DIGITS);

/**
 * The prefixes of sort keys that queries use. Stored words that differ from the names here stay, such as `MENU#` of a plan,
 * `STATE#` of a menu and `RECORD#` of a review: the table has items under them.
 */
export const prefixes = {
  user: 'USER#',
  marks: 'MARKS#',
  prices: 'PRICES#',
  standard: 'STANDARD#',
  food: 'CODE#',
  menuState: 'STATE#',
  menuPlan: 'MENU#',
  revision: 'REVISION#',
  live: 'LIVE#',
  weekHead: 'HEAD#',
} as const;

/** The version of the form in which the table has its data: see `lib/store/table-version.ts`. */
export const tableVersionKey = makeKey('TABLE', 'VERSION');

/** The partition of a unit. A key that is built from the token's unit cannot reach another unit. */
export const unitPartition = (unit: number) => `V#${unit}`;

export const unitKey = (unit: number) => makeKey(unitPartition(unit), 'UNIT');
export const unitIconKey = (unit: number) => makeKey(unitPartition(unit), 'ICON');
/** The calendar of a unit: its days off, and the weekend days on which it serves. */
export const calendarKey = (unit: number) => makeKey(unitPartition(unit), 'CALENDAR');
export const rolesKey = (unit: number) => makeKey(unitPartition(unit), 'ROLES');

/** `normalUid` is the uid as `normaliseKey` returns it. */
export const userKey = (unit: number, normalUid: string) =>
  makeKey(unitPartition(unit), `${prefixes.user}${normalUid}`);
export const sessionKey = (unit: number, sessionId: string) => makeKey(unitPartition(unit), `SESSION#${sessionId}`);

/** The partition of a uid, which is read before its unit is known. */
const uidPartition = (normalUid: string) => `UID#${normalUid}`;

/** The claim on a uid, with its owner's credentials. */
export const uidClaimKey = (normalUid: string) => makeKey(uidPartition(normalUid), 'UID');
export const attemptsKey = (normalUid: string) => makeKey(uidPartition(normalUid), 'ATTEMPTS');

/** The claim on a unit's name, as `normaliseKey` returns it. */
export const unitNameClaimKey = (normalName: string) => makeKey(`UNITNAME#${normalName}`, 'UNITNAME');

export const unitsPartition = 'UNITS';

export const headKey = (partition: string) => makeKey(partition, 'HEAD');
export const toBlockNumber = (number: number) => Math.floor(number / BLOCK_SIZE);
export const lastNumberInBlock = (blockNumber: number) => (blockNumber + 1) * BLOCK_SIZE - 1;
const blockPrefix = (blockNumber: number) => `ROW#${padNumber(blockNumber, BLOCK_DIGITS)}#`;
export const rowKey = (partition: string, number: number) =>
  makeKey(partition, `${blockPrefix(toBlockNumber(number))}${padNumber(number, NUMBER_DIGITS)}`);

/** The partition of a unit's log of operations, ordered by time (milliseconds since the epoch). */
export const operationsPartition = (unit: number) => `${unitPartition(unit)}#LOG`;
/** The `suffix` makes keys of the same millisecond differ. */
export const operationKey = (unit: number, time: number, suffix: string) =>
  makeKey(operationsPartition(unit), `${padNumber(time, TIME_DIGITS)}#${suffix}`);

/** The claim of a user on an idempotency key, of which the table has only the hash. */
export const idempotencyClaimKey = (unit: number, normalUid: string, keyHash: string) =>
  makeKey(unitPartition(unit), `IDEMPOTENCY#${normalUid}#${keyHash}`);

/** The number of buckets into which a unit's marks, and its prices, are packed by the hash of the ingredient's code. */
export const CODE_BUCKETS = 16;
const bucketKey = (unit: number, bucketPrefix: string, bucketNumber: number) =>
  makeKey(unitPartition(unit), `${bucketPrefix}${padNumber(bucketNumber, BUCKET_DIGITS)}`);
export const markBucketKey = (unit: number, bucketNumber: number) => bucketKey(unit, prefixes.marks, bucketNumber);
export const priceBucketKey = (unit: number, bucketNumber: number) => bucketKey(unit, prefixes.prices, bucketNumber);
/** The numbers of marks and of prices of a unit, each with the version of them all. */
export const markCountKey = (unit: number) => makeKey(unitPartition(unit), 'MARKS');
export const priceCountKey = (unit: number) => makeKey(unitPartition(unit), 'PRICES');
/** The number of the bucket of an ingredient's code. Do not change this hash: stored values are found by it. */
export function toBucketNumber(code: string): number {
  let codeHash = 0;
  for (const character of code) codeHash = (codeHash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return codeHash % CODE_BUCKETS;
}

/**
 * The partition of a collection of one unit. `noun` is in capitals, such as `DISH`. An ordinary collection needs no
 * keys but this, `memberKey`, `headKey` and `rowKey`. `lib/store/nouns.ts` lists all collections.
 */
export const collectionPartition = (unit: number, noun: string) => `${unitPartition(unit)}#${noun}`;
/** The prefix of the sort keys of an ordinary collection's members. */
export const memberPrefix = (partition: string) => `${partition.slice(partition.lastIndexOf('#') + 1)}#`;
export const memberKey = (partition: string, number: number) =>
  makeKey(partition, `${memberPrefix(partition)}${padMember(number)}`);

export const dishPartition = (unit: number) => collectionPartition(unit, 'DISH');
export const dishKey = (unit: number, dishNumber: number) => memberKey(dishPartition(unit), dishNumber);
export const dishIconKey = (unit: number, dishNumber: number) =>
  makeKey(dishPartition(unit), `ICON#${padMember(dishNumber)}`);

export const menuPartition = (unit: number) => collectionPartition(unit, 'MENU');
const keyInMenus = (unit: number, sk: string) => makeKey(menuPartition(unit), sk);
/** The state item of a menu: what its lists and its transitions need. */
export const menuStateKey = (unit: number, menuNumber: number) =>
  keyInMenus(unit, `${prefixes.menuState}${padMember(menuNumber)}`);
/** The plan item of a menu: the long part, which a change of the menu's state leaves alone. */
export const menuPlanKey = (unit: number, menuNumber: number) =>
  keyInMenus(unit, `${prefixes.menuPlan}${padMember(menuNumber)}`);

/** A revision: a menu as it was submitted, with everything that its analysis used. */
export const revisionKey = (unit: number, menuNumber: number, revisionNumber: number) =>
  keyInMenus(unit, `${prefixes.revision}${padMember(menuNumber)}#${padNumber(revisionNumber, REVISION_DIGITS)}`);
/** The numbers of people on single days of a menu, where they differ from the groups'. */
export const menuPeopleKey = (unit: number, menuNumber: number) => keyInMenus(unit, `PEOPLE#${padMember(menuNumber)}`);
/** The live entry of a menu, by its first day (`YYYY-MM-DD`). */
export const liveKey = (unit: number, start: string, menuNumber: number) =>
  keyInMenus(unit, `${prefixes.live}${start}#${padMember(menuNumber)}`);

/** The partition of a unit's reviews: the transitions of its menus. */
export const reviewPartition = (unit: number) => collectionPartition(unit, 'RECORD');
/** A review is its own row. So its number has the digits of a row: the keys must be in the order of the numbers. */
export const reviewKey = (unit: number, reviewNumber: number) =>
  makeKey(reviewPartition(unit), `RECORD#${padNumber(reviewNumber, NUMBER_DIGITS)}`);

/** The partition of the menus of all units that wait for review, ordered by time (milliseconds since the epoch). */
export const pendingPartition = 'PENDING';
export const pendingKey = (time: number, menuId: number) =>
  makeKey(pendingPartition, `${padNumber(time, TIME_DIGITS)}#${menuId}`);

/** The partition of the service facts of all units, which decide on which days a unit serves. */
export const serviceFactsPartition = 'DAYS';
export const serviceFactsKey = (unit: number) => makeKey(serviceFactsPartition, padNumber(unit, UNIT_DIGITS));

/** The partition of the week that begins on this Monday (`YYYY-MM-DD`): the menus of each unit in the week. */
export const weekPartition = (monday: string) => `WEEK#${monday}`;
export const weekKey = (monday: string, unit: number) => makeKey(weekPartition(monday), padNumber(unit, UNIT_DIGITS));
/** How many heads a week has for each block of units: units that write at the same time seldom write the same one. */
export const WEEK_HEADS_PER_BLOCK = 16;
/** A head of a week. `headNumber` counts all heads, block by block. */
export const weekHeadKey = (monday: string, headNumber: number) =>
  makeKey(weekPartition(monday), `${prefixes.weekHead}${padNumber(headNumber, NUMBER_DIGITS)}`);

export const screenPartition = (unit: number) => collectionPartition(unit, 'SCREEN');
export const screenKey = (unit: number, screenNumber: number) => memberKey(screenPartition(unit), screenNumber);

/** The claim of a screen on its address, by the hash of the address's token. */
export const screenClaimKey = (tokenHash: string) => makeKey(`SCREEN#${tokenHash}`, 'SCREEN');
/** A link that can be opened once, by the hash of its token: see `lib/domain/link.ts`. */
export const linkKey = (tokenHash: string) => makeKey(`LINK#${tokenHash}`, 'LINK');

export const standardsPartition = 'STANDARD';
export const standardKey = (standardId: number) => makeKey(standardsPartition, `${prefixes.standard}${standardId}`);

export const cataloguePartition = 'INGREDIENT';
export const catalogueKey = (code: string) => makeKey(cataloguePartition, `${prefixes.food}${code}`);

export const foodPartition = (unit: number) => collectionPartition(unit, 'FOOD');
export const foodKey = (unit: number, code: string) => makeKey(foodPartition(unit), `${prefixes.food}${code}`);

export const platformPartitions = [unitsPartition, standardsPartition, cataloguePartition];

/** The partition of tasks: work that one transaction cannot hold and that is not finished. */
export const tasksPartition = 'TASKS';
export const taskKey = (taskId: string) => makeKey(tasksPartition, `TASK#${taskId}`);
/** The task that deletes a unit. A unit has at most one. */
export const deletionTaskId = (unit: number) => `unit-${unit}`;
export const deletionTaskKey = (unit: number) => taskKey(deletionTaskId(unit));
