import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import type { Failure } from '../../api/failure.ts';
import { holds, session } from '../../api/session.ts';
import { keepUnsent, type Owner, readUnsent } from '../../api/unsent.ts';
import { toast } from '../../parts/toast.tsx';
import * as histories from './history.ts';
import { type Analysis, Judge } from './judging.ts';
import type { Place } from './place.ts';
import { SavedMenu, type Unsent, unsentName } from './saving.ts';
import { type Head, type Read, readMenu } from './stored-menu.ts';
import { type Item, keyOf, type Outcome, type Week } from './week.ts';

export type { Analysis } from './judging.ts';
export type { Choice, Clash } from './merge.ts';

/** How often what others have changed is looked for, and what could not be sent is sent again. */
const LOOK_MS = 8000;

/** The place that is chosen in the week, and the dish there, if one is. */
export interface Selected extends Place {
  readonly dish?: number;
}

/** An open menu: what it says here, what is saved of it, and how it is judged. Pages read its signals. */
export class OpenMenu extends SavedMenu {
  readonly id: number;
  /** The days, the meals and the items as they are here. */
  readonly week: ReadonlySignal<Week> = computed(() => ({ ...this.head.value, items: this.history.value.items }));
  /** Whether the person may change it as it stands. */
  readonly isEditable: ReadonlySignal<boolean> = computed(() => mayEdit(this.head.value));
  readonly selected: Signal<Selected | undefined> = signal(undefined);
  /** The nutrient whose `contributions` the judgement tells; undefined: none is asked about. */
  readonly nutrient: Signal<string | undefined> = signal(undefined);
  readonly #question = computed(() => ({
    head: this.head.value,
    items: this.history.value.items,
    nutrient: this.nutrient.value,
    isEditable: this.isEditable.value,
  }));
  readonly #judge = new Judge(this.#question);
  /** The newest judgement; undefined until the first one is here. */
  readonly judgement: ReadonlySignal<Analysis | undefined> = this.#judge.judgement;
  /** Why there is no newer judgement. */
  readonly judgementFailure: ReadonlySignal<Failure | undefined> = this.#judge.failure;

  constructor(read: Read, owner: Owner, unsent: Unsent | undefined) {
    super(read, owner, unsent);
    this.id = read.head.id;
  }

  /** Takes a step, or says why it cannot be done; false then. */
  take(outcome: Outcome): boolean {
    if ('refusal' in outcome) {
      toast(outcome.refusal);
      return false;
    }
    this.proceed(histories.takeStep(this.history.peek(), outcome));
    return true;
  }

  undo(): void {
    this.proceed(histories.undo(this.history.peek()));
  }

  redo(): void {
    this.proceed(histories.redo(this.history.peek()));
  }

  /** Judges each change and looks for those of others, until what this returns is called. */
  watch(): () => void {
    const look = () => {
      if (document.visibilityState === 'visible' || this.saving.peek().state === 'unsent') void this.look();
      void this.#judge.ask();
    };
    const locks = computed(() => tellLocks(this.history.value.items));
    const stops = [
      effect(() => {
        if (this.#question.value) untracked(() => void this.#judge.ask());
      }),
      // The service does not know which items are locked.
      effect(() => void keepUnsent(this.owner, locksName(this.id), locks.value)),
    ];
    const timer = setInterval(look, LOOK_MS);
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    void this.look();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
      for (const stop of stops) stop();
    };
  }
}

/** What a dialog about an open menu is drawn from. */
export interface MenuDialogProps {
  readonly open: OpenMenu;
  readonly onClose: () => void;
}

/** Reads a menu and opens it, with what was not sent of an earlier visit. */
export async function openMenu(id: number): Promise<OpenMenu> {
  const owner = session.value;
  if (!owner) throw new TypeError('Nobody has signed in');
  const [found, unsent, locks] = await Promise.all([
    readMenu(id, ''),
    readUnsent<Unsent>(owner, unsentName(id)),
    readUnsent<string>(owner, locksName(id)),
  ]);
  if (!found) throw new TypeError('A menu that nobody has was answered as known');
  const isLocked = (item: Item) => locks?.split('\n').includes(keyOf(item)) === true;
  const read = { ...found, items: found.items.map((item) => (isLocked(item) ? { ...item, locked: true } : item)) };
  return new OpenMenu(read, owner, unsent);
}

/** The keys of the items that are locked, in lines. */
function tellLocks(items: readonly Item[]): string {
  return items
    .filter(({ locked }) => locked)
    .map(keyOf)
    .join('\n');
}

function locksName(id: number): string {
  return `locks ${id}`;
}

function mayEdit({ state, vender }: Head): boolean {
  return state !== '待审核' && holds(31) && session.value?.vender === vender;
}
