import { describe, expect, it } from 'vitest';
import { Random } from '../../lib/domain/values/random.ts';
import { type ItemIdentity, type ItemKind, identifyKey } from '../../tables/item-kinds.ts';
import * as keys from '../../tables/keys.ts';

type Parts = Partial<Pick<ItemIdentity, 'unit' | 'partition' | 'number' | 'text'>>;
interface Builder {
  readonly kind: ItemKind;
  /** Random parts of a key of this kind. */
  readonly draw: (random: Random) => Parts;
  readonly build: (parts: Required<Parts> & { readonly unit: number }) => keys.Key;
}

const CHARACTERS = [...'aZ09#-._ 菜V', '𠮷', 'USER#', 'UID', '"', '\\', '\u2028'];
const text = (random: Random) =>
  Array.from({ length: 1 + random.below(8) }, () => random.pick(CHARACTERS)).join('') || 'x';
const number = (random: Random) => random.below(random.pick([10, 1000, 1_000_000]));
const unit = (random: Random) => random.below(random.pick([3, 1000, 10_000_000]));
/** Nouns of collections. The last ones are known to nobody but this test. */
const NOUNS = ['DISH', 'SCREEN', 'TRAY', 'Q'];
const partition = (random: Random): Parts => {
  const of = unit(random);
  return random.fraction() < 0.5
    ? { partition: random.pick(keys.platformPartitions) }
    : { unit: of, partition: keys.collectionPartition(of, random.pick([...NOUNS, 'MENU', 'RECORD'])) };
};
const inPartition =
  (toPartition: (unit: number) => string) =>
  (random: Random): Parts => {
    const of = unit(random);
    return { unit: of, partition: toPartition(of), number: number(random) };
  };
const ofDishes = inPartition(keys.dishPartition);
const ofMenus = inPartition(keys.menuPartition);
const ofUnit = (random: Random): Parts => ({ unit: unit(random) });
const ofText = (random: Random): Parts => ({ text: text(random) });
const nothing = (): Parts => ({});

/** Every builder of a key, by its name. */
const builders: Readonly<Record<string, Builder>> = {
  unitKey: { kind: 'unit', draw: ofUnit, build: ({ unit: of }) => keys.unitKey(of) },
  unitIconKey: { kind: 'unit icon', draw: ofUnit, build: ({ unit: of }) => keys.unitIconKey(of) },
  calendarKey: { kind: 'calendar', draw: ofUnit, build: ({ unit: of }) => keys.calendarKey(of) },
  rolesKey: { kind: 'roles', draw: ofUnit, build: ({ unit: of }) => keys.rolesKey(of) },
  userKey: {
    kind: 'user',
    draw: (random) => ({ unit: unit(random), text: text(random) }),
    build: (parts) => keys.userKey(parts.unit, parts.text),
  },
  sessionKey: {
    kind: 'session',
    draw: (random) => ({ unit: unit(random), text: text(random) }),
    build: (parts) => keys.sessionKey(parts.unit, parts.text),
  },
  idempotencyClaimKey: {
    kind: 'idempotency key',
    draw: (random) => ({ unit: unit(random), text: `${text(random)}#${number(random)}` }),
    build: (parts) => {
      const [hash = '', ...uid] = parts.text.split('#').reverse();
      return keys.idempotencyClaimKey(parts.unit, uid.reverse().join('#'), hash);
    },
  },
  markBucketKey: {
    kind: 'marks',
    draw: (random) => ({ unit: unit(random), number: random.below(keys.CODE_BUCKETS) }),
    build: (parts) => keys.markBucketKey(parts.unit, parts.number),
  },
  markCountKey: { kind: 'mark count', draw: ofUnit, build: ({ unit: of }) => keys.markCountKey(of) },
  priceBucketKey: {
    kind: 'prices',
    draw: (random) => ({ unit: unit(random), number: random.below(keys.CODE_BUCKETS) }),
    build: (parts) => keys.priceBucketKey(parts.unit, parts.number),
  },
  priceCountKey: { kind: 'price count', draw: ofUnit, build: ({ unit: of }) => keys.priceCountKey(of) },
  operationKey: {
    kind: 'operation',
    draw: (random) => ({
      unit: unit(random),
      number: number(random),
      text: random.fraction() < 0.2 ? '' : text(random),
    }),
    build: (parts) => keys.operationKey(parts.unit, parts.number, parts.text),
  },
  dishKey: { kind: 'dish', draw: ofDishes, build: (parts) => keys.dishKey(parts.unit, parts.number) },
  dishIconKey: { kind: 'dish icon', draw: ofDishes, build: (parts) => keys.dishIconKey(parts.unit, parts.number) },
  menuStateKey: { kind: 'menu', draw: ofMenus, build: (parts) => keys.menuStateKey(parts.unit, parts.number) },
  revisionKey: {
    kind: 'revision',
    draw: (random) => ({ ...ofMenus(random), text: String(1 + random.below(200)).padStart(3, '0') }),
    build: (parts) => keys.revisionKey(parts.unit, parts.number, Number(parts.text)),
  },
  liveKey: {
    kind: 'live menu',
    draw: (random) => ({ ...ofMenus(random), text: '2026-09-07' }),
    build: (parts) => keys.liveKey(parts.unit, parts.text, parts.number),
  },
  reviewKey: {
    kind: 'record',
    draw: inPartition(keys.reviewPartition),
    build: (parts) => keys.reviewKey(parts.unit, parts.number),
  },
  pendingKey: {
    kind: 'pending menu',
    draw: (random) => ({ partition: 'PENDING', number: random.below(2_000_000_000), text: String(number(random)) }),
    build: (parts) => keys.pendingKey(parts.number, Number(parts.text)),
  },
  serviceFactsKey: {
    kind: 'serving',
    draw: (random) => ({ number: unit(random) }),
    build: (parts) => keys.serviceFactsKey(parts.number),
  },
  weekKey: {
    kind: 'week',
    draw: (random) => ({ number: unit(random), text: '2026-09-07' }),
    build: (parts) => keys.weekKey(parts.text, parts.number),
  },
  weekHeadKey: {
    kind: 'week head',
    draw: (random) => ({ number: number(random), text: '2026-09-07' }),
    build: (parts) => keys.weekHeadKey(parts.text, parts.number),
  },
  menuPlanKey: { kind: 'menu plan', draw: ofMenus, build: (parts) => keys.menuPlanKey(parts.unit, parts.number) },
  menuPeopleKey: { kind: 'menu people', draw: ofMenus, build: (parts) => keys.menuPeopleKey(parts.unit, parts.number) },
  screenKey: {
    kind: 'screen',
    draw: inPartition(keys.screenPartition),
    build: (parts) => keys.screenKey(parts.unit, parts.number),
  },
  memberKey: {
    kind: 'tray',
    draw: inPartition((of) => keys.collectionPartition(of, 'TRAY')),
    build: (parts) => keys.memberKey(parts.partition, parts.number),
  },
  screenClaimKey: { kind: 'screen claim', draw: ofText, build: (parts) => keys.screenClaimKey(parts.text) },
  linkKey: { kind: 'link', draw: ofText, build: (parts) => keys.linkKey(parts.text) },
  headKey: { kind: 'head', draw: partition, build: (parts) => keys.headKey(parts.partition) },
  rowKey: {
    kind: 'row',
    draw: (random) => ({ ...partition(random), number: number(random) }),
    build: (parts) => keys.rowKey(parts.partition, parts.number),
  },
  uidClaimKey: { kind: 'uid claim', draw: ofText, build: (parts) => keys.uidClaimKey(parts.text) },
  attemptsKey: { kind: 'sign-in attempts', draw: ofText, build: (parts) => keys.attemptsKey(parts.text) },
  unitNameClaimKey: { kind: 'name claim', draw: ofText, build: (parts) => keys.unitNameClaimKey(parts.text) },
  standardKey: {
    kind: 'standard',
    draw: (random) => ({ number: number(random) }),
    build: (parts) => keys.standardKey(parts.number),
  },
  foodKey: {
    kind: 'food',
    draw: (random) => {
      const of = unit(random);
      return { unit: of, partition: keys.foodPartition(of), text: text(random) };
    },
    build: (parts) => keys.foodKey(parts.unit, parts.text),
  },
  catalogueKey: { kind: 'ingredient', draw: ofText, build: (parts) => keys.catalogueKey(parts.text) },
  taskKey: { kind: 'task', draw: ofText, build: (parts) => keys.taskKey(parts.text) },
  deletionTaskKey: {
    kind: 'task',
    draw: (random) => ({ text: `unit-${number(random)}` }),
    build: (parts) => keys.deletionTaskKey(Number(parts.text.slice('unit-'.length))),
  },
  tableVersionKey: { kind: 'table version', draw: nothing, build: () => keys.tableVersionKey },
};

const DRAWS = 300;
/** All parts. Those that a kind does not have are as in its places. */
const complete = ({ unit: of = 0, ...parts }: Parts) => ({ unit: of, partition: '', number: 0, text: '', ...parts });

describe('the place of a key', () => {
  it('is known of every builder there is', () => {
    const exported = Object.keys(keys).filter((name) => name.endsWith('Key'));
    expect(Object.keys(builders).toSorted()).toEqual(exported.toSorted());
  });

  it.each(Object.entries(builders))('says what %s has made it of', (name, { kind, draw, build }) => {
    const random = new Random(name.length);
    for (let count = 0; count < DRAWS; count++) {
      const parts = draw(random);
      const key = build(complete(parts));
      const { loggedAs: _, ...identity } = identifyKey(key) ?? {};
      expect(identity).toEqual({ kind, unit: undefined, partition: key.pk, number: 0, text: '', ...parts });
    }
  });

  it.each(Object.entries(builders))(
    'is none of what %s makes with a letter more or less, unless a builder does',
    (name, one) => {
      const random = new Random(name.length);
      for (let count = 0; count < DRAWS; count++) {
        const { pk, sk } = one.build(complete(one.draw(random)));
        const changed = random.fraction() < 0.5 ? { pk: change(pk, random), sk } : { pk, sk: change(sk, random) };
        const identity = identifyKey(changed);
        if (!identity) continue;
        const built = Object.values(builders).filter(({ kind }) => kind === identity.kind);
        const parts = complete(identity);
        expect(built.map(({ build }) => build(parts))).toContainEqual(changed);
      }
    },
  );

  it.each([
    ['V#01', 'UNIT'],
    ['V#', 'UNIT'],
    ['V#1', 'UNITS'],
    ['V#1', 'MARKS#16'],
    ['V#1', 'MARKS#1'],
    ['V#1', 'PRICES#16'],
    ['V#1', 'PRICES#1'],
    ['V#1', 'USER#'],
    ['V#01#TRAY', 'HEAD'],
    ['V#1#', 'HEAD'],
    ['V#1#tray', 'HEAD'],
    ['V#1#TRAY', 'TRAY#1'],
    ['V#1#TRAY', 'DISH#000001'],
    ['V#1#TRAY', 'ICON#000001'],
    ['V#1#USER', 'USER#000001'],
    ['V#1#DISH', 'DISH#1'],
    ['V#1#DISH', 'UNIT'],
    ['V#1#DISH#CHUNK', 'HEAD'],
    ['UNITS', 'ROW#000001#000000001'],
    ['DAYS', '12'],
    ['WEEK#2026-9-7', '0000012'],
    ['WEEK#2026-09-07', 'HEAD'],
    ['STANDARD', 'STANDARD#01'],
    ['', ''],
  ])('is none of %s / %s', (pk, sk) => {
    expect(identifyKey({ pk, sk })).toBeUndefined();
  });

  it.each(NOUNS)('is, for the log of operations, a thing with a number where it is of a %s', (noun) => {
    const kind = noun.toLowerCase();
    const key = keys.memberKey(keys.collectionPartition(12, noun), 345);
    expect(key).toEqual({ pk: `V#12#${noun}`, sk: `${noun}#000345` });
    const identity = { kind, unit: 12, partition: key.pk, number: 345, text: '', loggedAs: [kind, 'number'] };
    expect(identifyKey(key)).toEqual(identity);
  });

  it('of the data of a unit is in a partition that bears its number', () => {
    const random = new Random(7);
    for (const { draw, build } of Object.values(builders)) {
      const parts = complete(draw(random));
      const key = build(parts);
      const owner = identifyKey(key)?.unit;
      if (owner !== undefined) expect(`${key.pk}#`.startsWith(`${keys.unitPartition(owner)}#`)).toBe(true);
      else expect(key.pk).not.toMatch(/^V#/);
    }
  });
});

/** The text with one letter more or less somewhere. */
function change(of: string, random: Random): string {
  const at = random.below(of.length + 1);
  const more = random.fraction() < 0.5 ? random.pick(CHARACTERS) : '';
  return of.slice(0, at) + more + of.slice(at + (more ? 0 : 1));
}
