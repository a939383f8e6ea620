import type { Item } from '../../../lib/table/steps.ts';
import { runChecks } from '../../../scripts/doctor/examine.ts';
import { printKey, Survey } from '../../../scripts/doctor/survey.ts';
import { type ItemKind, identifyKey } from '../../../tables/item-kinds.ts';
import { printItems, type Snapshot } from './rewindable-service.ts';

/** The content of a table compared with an earlier state, without anything that differs between runs. */
export interface State {
  readonly snapshot: Snapshot;
  /** One line for each item, sorted. */
  readonly lines: readonly string[];
  readonly text: string;
  /** New entries of the log of operations, by their request. */
  readonly logged: ReadonlyMap<string, number>;
  /** The number of new claims on idempotency keys. */
  readonly keysTaken: number;
}

/** The result of the doctor: what is wrong, and what is unfinished. */
export interface Health {
  readonly wrong: readonly string[];
  readonly unfinished: readonly string[];
}

/** Describes states of a table that follow from one state. */
export class Yardstick {
  readonly #before: Snapshot;
  /** Random texts of that state: any other random text is new, whatever it is. */
  readonly #drawn: ReadonlySet<unknown>;
  readonly #described = new WeakMap<Snapshot, State>();
  /** Lines of items that do not depend on other items. */
  readonly #lines = new WeakMap<Item, string>();

  constructor(before: Snapshot) {
    this.#before = before;
    this.#drawn = new Set([...before.values()].flatMap(({ item }) => [item['epoch'], item['hash']]));
  }

  describe(snapshot: Snapshot): State {
    const state = this.#described.get(snapshot) ?? this.#describe(snapshot);
    this.#described.set(snapshot, state);
    return state;
  }

  #describe(snapshot: Snapshot): State {
    const lines: string[] = [];
    const logged = new Map<string, number>();
    let keysTaken = 0;
    const epochs = new Set(
      [...snapshot.values()].flatMap(({ item }) => (item['roleId'] === undefined ? [] : item['epoch'])),
    );
    for (const [name, { item }] of snapshot) {
      const kind = identifyKey(item)?.kind;
      const isNew = !this.#before.has(name);
      const request = String(item['requestId']);
      if (kind === 'operation' && isNew) logged.set(request, (logged.get(request) ?? 0) + 1);
      if (kind === 'idempotency key' && isNew) keysTaken += 1;
      if (kind === undefined || !apart.has(kind)) lines.push(this.#printLine(item, kind, epochs));
    }
    lines.sort();
    return { snapshot, lines, text: lines.join('\n'), logged, keysTaken };
  }

  #printLine(item: Item, kind: ItemKind | undefined, epochs: ReadonlySet<unknown>): string {
    const line = this.#lines.get(item) ?? this.#makeLine(item, kind, epochs);
    if (kind !== 'session') this.#lines.set(item, line);
    return line;
  }

  #makeLine(item: Item, kind: ItemKind | undefined, epochs: ReadonlySet<unknown>): string {
    const old = this.#before.get(printKey(item))?.item;
    const facts = Object.entries(item).flatMap(([name, value]): [string, unknown][] => {
      // The expiry of known addresses, and the time of a week's last change, differ each time.
      if (name === 'version' || name === 'known' || name === 'changed') return [];
      if (name === 'hash' || name === 'epoch') {
        const known = this.#drawn.has(value) ? value : 'new';
        return [[name, kind === 'session' ? `${known}, ${epochs.has(value) ? 'good' : 'ended'}` : known]];
      }
      if (name === 'modify') return [[name, value === old?.['modify'] ? value : 'new']];
      if (name === 'blocks') return [[name, blockCounts(value)]];
      if (name === 'opening') return [[name, 'new']];
      const isOfAddress = (kind === 'screen claim' || kind === 'link') && name === 'pk';
      const isDrawn = isOfAddress || ((kind === 'session' || kind === 'task') && (name === 'sk' || name === 'id'));
      return [[name, isDrawn && !old ? 'new' : value]];
    });
    return printItems(Object.fromEntries(facts));
  }
}

/** Kinds that are described elsewhere or that expire. */
const apart: ReadonlySet<ItemKind> = new Set(['operation', 'idempotency key', 'sign-in attempts']);

/** Blocks of a head without their versions. */
function blockCounts(blocks: unknown): unknown {
  return Object.entries(blocks ?? {}).map(([block, [count]]) => [block, count]);
}

const examined = new WeakMap<Snapshot, Health>();

/** What the invariants say. */
export function examineSnapshot(snapshot: Snapshot): Health {
  const health = examined.get(snapshot) ?? examine(snapshot);
  examined.set(snapshot, health);
  return health;
}

function examine(snapshot: Snapshot): Health {
  const survey = new Survey();
  for (const { item } of snapshot.values()) survey.add(item);
  const { findings, unfinished } = runChecks(survey);
  return { wrong: findings.map(({ about, problem, key }) => `${about}: ${printKey(key)} ${problem}`), unfinished };
}

/** The differences between two states, in a few lines. */
export function compareStates(found: State, wanted: State): string {
  const most = 6;
  const short = (line: string) => (line.length > 300 ? `${line.slice(0, 300)}…` : line);
  const only = (a: State, b: State) => {
    const left = [...b.lines];
    return a.lines.filter((line) => {
      const index = left.indexOf(line);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
  };
  return [
    ...only(found, wanted)
      .slice(0, most)
      .map((line) => `found only:  ${short(line)}`),
    ...only(wanted, found)
      .slice(0, most)
      .map((line) => `wanted only: ${short(line)}`),
  ].join('\n');
}
