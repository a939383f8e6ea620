import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { api, send } from '../../api/client.ts';
import { asFailure, Failure } from '../../api/failure.ts';
import { holds, session } from '../../api/session.ts';
import { keepUnsent, readUnsent } from '../../api/unsent.ts';
import { toast } from '../../parts/toast.tsx';
import * as histories from './history.ts';
import { SavedMenu, type Unsent, unsentName } from './saving.ts';
import { type Analysis, type Read, readMenu, toDraft, toSent } from './stored-menu.ts';
import { type Item, keyOf, type Outcome, type Spot, type Week } from './week.ts';

/** How often what others have changed is looked for, and what could not be sent is sent again. */
const LOOK_MS = 8000;

/** An open menu: what it says here, what is saved of it, and how it is judged. Pages read its signals. */
export class OpenMenu extends SavedMenu {
  /** The days, the meals and the items as they are here. */
  readonly week: ReadonlySignal<Week> = computed(() => ({ ...this.head.value, items: this.history.value.items }));
  /** Whether the person may change it as it stands. */
  readonly isEditable = computed(() => this.head.value.state !== '待审核' && holds(31) && this.isOwn);
  /** The place that is chosen in the week, and the dish there, if one is. */
  readonly selected: Signal<Spot | undefined> = signal(undefined);
  /** The nutrient whose `contributions` the judgement tells; undefined: none is asked about. */
  readonly nutrient: Signal<string | undefined> = signal(undefined);
  /** The newest judgement; undefined until the first one is here. */
  readonly judgement = signal<Analysis | undefined>(undefined);
  /** Why there is no newer judgement. */
  readonly judgementFailure = signal<Failure | undefined>(undefined);
  #isJudging = false;
  readonly #question = computed(() => ({
    head: this.head.value,
    items: this.history.value.items,
    nutrient: this.nutrient.value,
    isEditable: this.isEditable.value,
  }));

  get id(): number {
    return this.head.peek().id;
  }

  /** Whether it is of the person's unit. */
  get isOwn(): boolean {
    return session.value?.vender === this.head.value.vender;
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
      if (this.judgementFailure.peek()) void this.#judge();
    };
    const locks = computed(() => tellLocks(this.history.value.items));
    const stops = [
      this.#question.subscribe(() => void this.#judge()),
      // The service does not know which items are locked.
      locks.subscribe((told) => void keepUnsent(this.owner, locksName(this.id), told)),
    ];
    const timer = setInterval(look, LOOK_MS);
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
      for (const stop of stops) stop();
    };
  }

  /** Asks what the week gives until its newest state is judged: one call at a time, older answers are dropped. */
  async #judge(): Promise<void> {
    if (this.#isJudging) return;
    this.#isJudging = true;
    let question: Question | undefined;
    while (question !== this.#question.peek()) {
      question = this.#question.peek();
      const told = await analyse(question).catch(asFailure);
      if (question !== this.#question.peek()) continue;
      this.judgementFailure.value = told instanceof Failure ? told : undefined;
      if (!(told instanceof Failure)) this.judgement.value = told;
    }
    this.#isJudging = false;
  }
}

/** What is judged. What may be edited may differ from what the service has. */
type Question = Pick<Read, 'head' | 'items'> & { readonly nutrient: string | undefined; readonly isEditable: boolean };

/** Judges what is here; of a menu that stays as it is the service judges what it has, of a submitted one what it froze. */
async function analyse({ head, items, nutrient, isEditable }: Question): Promise<Analysis> {
  const asked = nutrient === undefined ? {} : { nutrient };
  if (isEditable) {
    const body = { ...toDraft(head), items: items.map(toSent), ...asked };
    return (await send(api.POST('/api/menu/analysis', { body }))).body;
  }
  const { id, state, revision } = head;
  const query = { id, ...asked, ...(state === '待审核' && { revision }) };
  return (await send(api.GET('/api/menu/analysis', { params: { query } }))).body;
}

/** What is drawn from an open menu, and a dialog about one. */
export type OpenProps = { readonly open: OpenMenu };
export type MenuDialogProps = OpenProps & { readonly onClose: () => void };

/** Reads a menu and opens it, with what was not sent of an earlier visit. */
export async function openMenu(id: number): Promise<OpenMenu> {
  const owner = session.value;
  if (!owner) throw new TypeError('Nobody has signed in');
  const [found, unsent, locks] = await Promise.all([
    readMenu(id),
    readUnsent<Unsent>(owner, unsentName(id)),
    readUnsent<string>(owner, locksName(id)),
  ]);
  if (!found) throw new TypeError('A menu that nobody has was answered as known');
  const isLocked = (item: Item) => locks?.split('\n').includes(keyOf(item)) === true;
  const read = { ...found, items: found.items.map((item) => (isLocked(item) ? { ...item, locked: true } : item)) };
  return new OpenMenu(read, owner, unsent);
}

/** Sends what the person has changed in menus that are not open now. What cannot be read now is tried again later. */
export async function sendUnsentMenus(ids: readonly number[]): Promise<void> {
  for (const id of ids) await sendUnsentMenu(id).catch(asFailure);
}

async function sendUnsentMenu(id: number): Promise<void> {
  const open = await openMenu(id);
  await open.look();
  const { name } = open.head.value;
  const { state } = open.saving.value;
  if (state === 'saved') toast(`食谱「${name}」上次没有发送的修改已保存。`);
  else if (state !== 'unsent') toast(`食谱「${name}」有没有保存的修改，请打开排餐处理。`);
}

/** The keys of the items that are locked, in lines. */
function tellLocks(items: readonly Item[]): string {
  const locked = items.filter((item) => item.locked);
  return locked.map(keyOf).join('\n');
}

function locksName(id: number): string {
  return `locks ${id}`;
}
