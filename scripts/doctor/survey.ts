import * as z from 'zod';
import { PLATFORM } from '../../lib/domain/unit.ts';
import type { Item } from '../../lib/table/steps.ts';
import { type Key, tableVersionKey, unitKey } from '../../tables/keys.ts';
import { type Kind, type Place, placeOf } from '../../tables/place.ts';
import { inLanguage } from '../command/language.ts';
import { Collections } from './collection-facts.ts';
import { type Finding, nameOf } from './finding.ts';
import { type Fact, type ReadKind, readers } from './readers.ts';

/** The state of a unit. `unread`: its item cannot be parsed, so nothing is known about it. */
type UnitState = 'alive' | 'deleting' | 'unread' | 'absent';

type FactsOf<K extends Kind> = Map<string, Fact<K>>;

const Expiring = z.object({ ttl: z.number() });

/** Facts about a whole table, or about a part of it: some hundred bytes per item. */
export class Survey {
  /** The number of examined items, by kind. */
  readonly counts = new Map<Kind | 'unknown', number>();
  /** What is wrong with single items. */
  readonly findings: Finding[] = [];
  readonly collections = new Collections();
  /** The keys of everything that belongs to each unit, without its own item. */
  readonly belongings = new Map<number, { readonly key: Key; readonly kind: Kind }[]>();
  readonly #facts = new Map<Kind, Map<string, Fact<Kind>>>();
  readonly #unread = new Set<string>();
  readonly #now: number;

  /** `now` is in seconds since the epoch. What has expired by then counts as gone. */
  constructor(now: number) {
    this.#now = now;
  }

  /** Adds an item. */
  add(item: Item): void {
    const expiring = Expiring.safeParse(item);
    if (expiring.success && expiring.data.ttl <= this.#now) return;
    const key = { pk: item.pk, sk: item.sk };
    const place = placeOf(key);
    this.counts.set(place?.kind ?? 'unknown', (this.counts.get(place?.kind ?? 'unknown') ?? 0) + 1);
    if (!place) {
      this.findings.push({
        invariant: 'unknown-item',
        keys: [key],
        message: inLanguage({ en: 'is of no kind that there is', zh: '不属于任何种类' }),
      });
      return;
    }
    if (place.unit !== undefined && place.kind !== 'unit') this.#addBelonging(place.unit, key, place.kind);
    const { kind } = place;
    if (kind === 'head' || kind === 'row' || kind === 'copy') this.collections.add(item, place);
    else this.#read(item, key, place, kind);
  }

  /** The facts of all items of a kind, by the name of their key. */
  of<K extends Kind>(kind: K): FactsOf<K> {
    const found = this.#facts.get(kind) ?? new Map<string, Fact<Kind>>();
    this.#facts.set(kind, found);
    // Only the reader of a kind adds facts of that kind.
    return found as FactsOf<K>;
  }

  /** The version of the table. */
  get tableVersion(): number {
    return this.find('table version', tableVersionKey)?.version ?? 0;
  }

  find<K extends Kind>(kind: K, key: Key): Fact<K> | undefined {
    return this.of(kind).get(nameOf(key));
  }

  /** Whether an item with that key exists, even if it cannot be parsed. */
  has(kind: Kind, key: Key): boolean {
    return this.find(kind, key) !== undefined || this.isUnread(key);
  }

  isUnread(key: Key): boolean {
    return this.#unread.has(nameOf(key));
  }

  stateOf(unit: number): UnitState {
    const key = unitKey(unit);
    if (this.isUnread(key)) return 'unread';
    const found = this.find('unit', key);
    if (!found) return 'absent';
    return found.deleting ? 'deleting' : 'alive';
  }

  /**
   * Whether an absent unit was lost instead of deleted. A deletion removes the roles first and the users before its
   * end, and the platform cannot be deleted.
   */
  isLost(unit: number): boolean {
    if (this.stateOf(unit) !== 'absent') return false;
    return (
      unit === PLATFORM || (this.belongings.get(unit) ?? []).some(({ kind }) => kind === 'user' || kind === 'roles')
    );
  }

  #addBelonging(unit: number, key: Key, kind: Kind): void {
    const present = this.belongings.get(unit);
    if (present) present.push({ key, kind });
    else this.belongings.set(unit, [{ key, kind }]);
  }

  #read(item: Item, key: Key, place: Place, kind: ReadKind): void {
    const outcome = readers[kind](item, place);
    if ('problem' in outcome) {
      this.#unread.add(nameOf(key));
      this.findings.push({ invariant: outcome.invariant, keys: [key], message: outcome.problem });
      this.collections.addUnread(place);
      return;
    }
    this.of(kind).set(nameOf(key), outcome.fact);
    if (outcome.row) this.collections.addMember(place, outcome.row, key);
  }
}
