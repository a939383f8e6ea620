import {
  attemptsKey,
  chunkKey,
  dishIconKey,
  dishKey,
  EARLIER_MARK_BUCKETS,
  earlierMarkBucketKey,
  headKey,
  idempotencyKey,
  ingredientKey,
  type Key,
  lineKey,
  MARK_BUCKETS,
  markBucketKey,
  markCountKey,
  operationKey,
  rolesKey,
  rowKey,
  sessionKey,
  standardKey,
  tableVersionKey,
  taskKey,
  uidClaimKey,
  unitIconKey,
  unitKey,
  unitNameClaimKey,
  userKey,
} from './keys.ts';
import { oldDeletionKey, oldUndertakingKey } from '../scripts/migrate/003-tasks.ts';

/** What an item is by its key alone. */
export interface Place {
  readonly kind: Kind;
  /** The unit whose data it is; undefined for data of the platform as a whole. */
  readonly unit: number | undefined;
  /** Partition of the collection it belongs to, its own partition where it belongs to none. */
  readonly partition: string;
  /** Number of a row, block, dish, standard or bucket; 0 where the kind has none. */
  readonly number: number;
  /** Key of a uid or name, code or id; empty where the kind has none. */
  readonly text: string;
}

type Parts = Omit<Place, 'kind'>;

interface Rule {
  /** Matches partition and sort key with a line break between, which no name has in it. */
  readonly pattern: RegExp;
  /** The key that the parts stand for: only that spelling of it is known. */
  readonly toKey: (parts: Parts) => Key;
}

const COLLECTION = '(?<partition>UNITS|STANDARD|INGREDIENT|V#(?<unit>\\d+)#DISH)';
const of = (partition: string, sk: string) => new RegExp(`^${partition}\n${sk}$`);
const ofUnit = (toKey: (unit: number, parts: Parts) => Key) => (parts: Parts) => toKey(parts.unit ?? 0, parts);

const rules = {
  unit: { pattern: of('V#(?<unit>\\d+)', 'UNIT'), toKey: ofUnit(unitKey) },
  'unit icon': { pattern: of('V#(?<unit>\\d+)', 'ICON'), toKey: ofUnit(unitIconKey) },
  roles: { pattern: of('V#(?<unit>\\d+)', 'ROLES'), toKey: ofUnit(rolesKey) },
  user: { pattern: of('V#(?<unit>\\d+)', 'USER#(?<text>.+)'), toKey: ofUnit((unit, { text }) => userKey(unit, text)) },
  session: {
    pattern: of('V#(?<unit>\\d+)', 'SESSION#(?<text>.+)'),
    toKey: ofUnit((unit, { text }) => sessionKey(unit, text)),
  },
  marks: {
    pattern: of('V#(?<unit>\\d+)', 'MARKS#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => markBucketKey(unit, number % MARK_BUCKETS)),
  },
  'mark count': { pattern: of('V#(?<unit>\\d+)', 'MARKS'), toKey: ofUnit(markCountKey) },
  'earlier marks': {
    pattern: of('V#(?<unit>\\d+)', 'MARK#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => earlierMarkBucketKey(unit, number % EARLIER_MARK_BUCKETS)),
  },
  'request key': {
    pattern: of('V#(?<unit>\\d+)', 'IDEMPOTENCY#(?<text>.+#.+)'),
    toKey: ofUnit((unit, { text }) => {
      const end = text.lastIndexOf('#');
      return idempotencyKey(unit, text.slice(0, end), text.slice(end + 1));
    }),
  },
  operation: {
    pattern: of('V#(?<unit>\\d+)#LOG', '(?<number>\\d+)#(?<text>.*)'),
    toKey: ofUnit((unit, { number, text }) => operationKey(unit, number, text)),
  },
  dish: {
    pattern: of('(?<partition>V#(?<unit>\\d+)#DISH)', 'DISH#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => dishKey(unit, number)),
  },
  'dish icon': {
    pattern: of('(?<partition>V#(?<unit>\\d+)#DISH)', 'ICON#(?<number>\\d+)'),
    toKey: ofUnit((unit, { number }) => dishIconKey(unit, number)),
  },
  row: {
    pattern: of(COLLECTION, 'ROW#\\d+#(?<number>\\d+)'),
    toKey: ({ partition, number }) => rowKey(partition, number),
  },
  head: { pattern: of(COLLECTION, 'HEAD'), toKey: ({ partition }) => headKey(partition) },
  chunk: {
    pattern: of(`${COLLECTION}#CHUNK`, '(?<number>\\d+)(#(?<text>[A-Z]+))?'),
    toKey: ({ partition, number, text }) => chunkKey(partition, number, text),
  },
  'uid claim': { pattern: of('UID#(?<text>.+)', 'UID'), toKey: ({ text }) => uidClaimKey(text) },
  'tries to sign in': { pattern: of('UID#(?<text>.+)', 'ATTEMPTS'), toKey: ({ text }) => attemptsKey(text) },
  'name claim': { pattern: of('UNITNAME#(?<text>.+)', 'UNITNAME'), toKey: ({ text }) => unitNameClaimKey(text) },
  standard: { pattern: of('STANDARD', 'STANDARD#(?<number>\\d+)'), toKey: ({ number }) => standardKey(number) },
  ingredient: { pattern: of('INGREDIENT', 'CODE#(?<text>.+)'), toKey: ({ text }) => ingredientKey(text) },
  task: { pattern: of('TASKS', 'TASK#(?<text>.+)'), toKey: ({ text }) => taskKey(text) },
  'line of writers': { pattern: of('LINE#(?<text>.+)', 'LINE'), toKey: ({ text }) => lineKey(text) },
  'table version': { pattern: of('TABLE', 'VERSION'), toKey: () => tableVersionKey },
  'old deletion': { pattern: of('DELETIONS', 'UNIT#(?<number>\\d+)'), toKey: ({ number }) => oldDeletionKey(number) },
  'old undertaking': {
    pattern: of('UNDERTAKINGS', 'UNDERTAKING#(?<text>.+)'),
    toKey: ({ text }) => oldUndertakingKey(text),
  },
} as const satisfies Record<string, Rule>;

/** Every kind of item there is. */
export type Kind = keyof typeof rules;

const entries = Object.entries(rules) as [Kind, Rule][];

/** What an item is by its key; undefined where no rule knows the key. */
export function placeOf({ pk, sk }: Key): Place | undefined {
  const name = `${pk}\n${sk}`;
  for (const [kind, { pattern, toKey }] of entries) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const { unit, partition = pk, number = '0', text = '' } = match.groups ?? {};
    const parts = { unit: unit === undefined ? undefined : Number(unit), partition, number: Number(number), text };
    const key = toKey(parts);
    if (key.pk === pk && key.sk === sk) return { kind, ...parts };
  }
  return undefined;
}
