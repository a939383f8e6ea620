import { batch, type Signal, signal } from '@preact/signals';
import { asFailure, Failure, type Reason } from '../../api/failure.ts';
import { dropUnsent, keepUnsent, type Owner } from '../../api/unsent.ts';
import { toast } from '../../parts/toast.tsx';
import { beginHistory, type History, rebase, takeStep } from './history.ts';
import { type Choice, type Clash, findChange, isSame, merge, tellChanges, withArrived } from './merge.ts';
import { type Head, type Read, readMenu, sendChange } from './stored-menu.ts';
import type { Item } from './week.ts';

/** Why a call failed, where another try may mend it. */
const passing: readonly Reason[] = ['offline', 'unavailable', 'internal'];

/** What is kept of a menu until the service has it. */
export interface Unsent {
  readonly base: readonly Item[];
  readonly items: readonly Item[];
  /** What was sent last and not answered: the service may have it. */
  readonly sent: readonly Item[] | undefined;
}

/**
 * How saving stands: all is saved; a call is under way; kept here until the network returns; somebody else has changed
 * the same, so it waits for choices; refused for what `failure` says, and sent again with the next step.
 */
export type Saving =
  | { readonly state: 'saved' | 'saving' | 'unsent' | 'conflict' }
  | { readonly state: 'refused'; readonly failure: Failure };

/** A menu whose items are saved as they change, one call at a time, with what others have changed of it. */
export class SavedMenu {
  readonly head: Signal<Head>;
  readonly history: Signal<History>;
  readonly saving = signal<Saving>({ state: 'saved' });
  /** What waits for a choice while `saving` is a conflict. */
  readonly clashes = signal<readonly Clash[]>([]);
  protected readonly owner: Owner;
  readonly #name: string;
  /** What the service has, as far as it is known, and what it may have since. */
  #saved: Omit<Read, 'head'>;
  #sent: Unsent['sent'];
  /** What others have made of it, while choices are open. */
  #theirs: Read | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(read: Read, owner: Owner, unsent: Unsent | undefined) {
    this.owner = owner;
    this.#name = unsentName(read.head.id);
    this.#saved = unsent ? { items: unsent.base, etag: '' } : read;
    this.#sent = unsent?.sent;
    this.head = signal(read.head);
    const begun = beginHistory(this.#saved.items);
    this.history = signal(unsent ? takeStep(begun, { items: unsent.items, step: '上次未发送的修改' }) : begun);
    if (!unsent) return;
    this.saving.value = { state: 'unsent' };
    this.#takeIn(read);
  }

  /** Goes on with this history, keeps and saves it. */
  protected proceed(history: History): void {
    this.history.value = history;
    if (this.saving.peek().state === 'saved') this.saving.value = { state: 'saving' };
    void this.#keep();
    void this.#alone(() => this.#flush());
  }

  /** Reads what others have changed, and sends what could not be sent before. Fulfilled when that is done. */
  look(): Promise<void> {
    return this.#alone(async () => {
      if (this.saving.peek().state === 'unsent') return this.#flush();
      const isChanged = await this.#pull().catch((thrown) => this.#fail(asFailure(thrown)));
      if (isChanged) await this.#flush();
    });
  }

  /** Settles a conflict: whose setting of the same items stays. */
  settle(choice: Choice): Promise<void> {
    return this.#alone(() => {
      if (this.#theirs) this.#takeIn(this.#theirs, choice);
      return this.#flush();
    });
  }

  /**
   * Saves what is here, makes a call about the menu as it is then, such as submitting it, and reads it anew.
   * @throws Failure where it cannot be saved, or that of the call
   */
  inTurn<Told>(call: (etag: string) => Promise<Told>): Promise<Told> {
    return this.#alone(async () => {
      await this.#flush();
      const saving = this.saving.peek();
      if (saving.state === 'refused') throw saving.failure;
      if (saving.state === 'unsent') throw new Failure({ reason: 'offline', desc: '连接不上服务' });
      if (saving.state === 'conflict') throw new Failure({ reason: 'changed_meanwhile', desc: '同事刚改了同样的菜' });
      const told = await call(this.#saved.etag);
      // It is done, even where the menu cannot be read now: it will be looked at again.
      await this.#pull(false).catch(asFailure);
      return told;
    });
  }

  /** Gives up what is not saved. */
  discard(): Promise<void> {
    return this.#alone(() => {
      this.#saved = this.#theirs ?? this.#saved;
      this.#theirs = undefined;
      this.history.value = takeStep(this.history.peek(), { items: this.#saved.items, step: '放弃没有保存的修改' });
      return this.#flush();
    });
  }

  /** Runs something while nothing else is sent or read. */
  #alone<Told>(run: () => Promise<Told>): Promise<Told> {
    const told = this.#turn.then(run);
    this.#turn = told.catch(() => undefined);
    return told;
  }

  /** Saves until nothing is left to save, or something stands in the way. */
  async #flush(): Promise<void> {
    try {
      let isMore = true;
      while (isMore && !this.#theirs) isMore = await this.#sendNext();
    } catch (thrown) {
      this.#fail(asFailure(thrown));
    }
  }

  /** Makes one call that saves; false: all is saved. */
  async #sendNext(): Promise<boolean> {
    const { items } = this.history.peek();
    if (this.#sent) {
      // It may have arrived, although nobody answered.
      if (!(await this.#pull())) this.#sent = undefined;
      return true;
    }
    const change = findChange(this.#saved.items, items);
    if (!change) {
      this.saving.value = { state: 'saved' };
      await dropUnsent(this.owner, this.#name);
      return false;
    }
    if (this.saving.peek().state !== 'unsent') this.saving.value = { state: 'saving' };
    this.#sent = items;
    await this.#keep();
    try {
      const { etag = '' } = await sendChange(this.head.peek().id, change, this.#saved.etag);
      this.#saved = { items, etag };
      this.#sent = undefined;
      if (this.head.peek().state !== '草稿') this.head.value = { ...this.head.peek(), state: '草稿' };
    } catch (thrown) {
      const { reason } = asFailure(thrown);
      const isRead = (reason === 'changed_meanwhile' || reason === 'menu_pending') && (await this.#pull());
      // What is left is sent on top of what somebody else has changed, but not to a menu that waits for review.
      if (!isRead || reason === 'menu_pending') throw thrown;
    }
    return true;
  }

  #fail(failure: Failure): void {
    const isAllSaved = !this.#sent && isSame(this.#saved.items, this.history.peek().items);
    if (!passing.includes(failure.reason)) this.saving.value = { state: 'refused', failure };
    else if (!this.#theirs) this.saving.value = { state: isAllSaved ? 'saved' : 'unsent' };
  }

  /** Reads the menu and takes in what others have changed of it; false where it is as it was. */
  async #pull(isTold = true): Promise<boolean> {
    const read = await readMenu(this.head.peek().id, (this.#theirs ?? this.#saved).etag);
    const told = read ? this.#takeIn(read) : '';
    if (told !== '' && isTold) toast(`同事刚改了：${told}。`);
    return read !== undefined;
  }

  /** Takes in what others have made of the menu, and tells it; what waits for a choice is not told. */
  #takeIn(read: Read, choice?: Choice): string {
    const history = this.history.peek();
    const base = withArrived({ base: this.#saved.items, theirs: read.items }, this.#sent);
    const versions = { base, theirs: read.items };
    const merged = merge({ ...versions, mine: history.items }, choice);
    batch(() => {
      this.head.value = read.head;
      this.clashes.value = merged.clashes;
      if (merged.clashes.length > 0) {
        this.#theirs = read;
        this.saving.value = { state: 'conflict' };
        return;
      }
      this.#theirs = undefined;
      this.#sent = undefined;
      this.#saved = read;
      // Undoing an own step does not undo what others did.
      this.history.value = rebase(history, (items) =>
        items === history.items ? merged.items : merge({ ...versions, mine: items }, choice ?? 'theirs').items,
      );
    });
    return merged.clashes.length === 0 ? tellChanges(read.head, base, read.items) : '';
  }

  /** Keeps what is not saved, so that it outlives the tab. */
  async #keep(): Promise<void> {
    const { items } = this.history.peek();
    const work: Unsent = { base: this.#saved.items, items, sent: this.#sent };
    await keepUnsent(this.owner, this.#name, work);
  }
}

/** Under which name the unsent work of a menu is kept. */
export function unsentName(id: number): string {
  return `menu ${id}`;
}
