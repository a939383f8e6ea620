import { batch, computed, type Signal, signal } from '@preact/signals';
import { Failure, type Reason, requireFailure } from '../../api/client.ts';
import { deleteUnsent, type Owner, storeUnsent } from '../../api/unsent.ts';
import { showToast } from '../../parts/actions.tsx';
import { beginHistory, type History, listItems, readStoredHistory, rebaseHistory, recordEdit } from './history.ts';
import { type MenuFacts, type MenuVersion, readMenuIfChanged, sendChange } from './menu-calls.ts';
import * as merging from './merge.ts';
import type { Item } from './week.ts';

/** The reasons of failures that a retry may solve. */
const transientReasons: readonly Reason[] = ['offline', 'unavailable', 'internal'];

/** The unsaved changes of a menu, as the browser stores them. */
export interface Unsent {
  /** The items of the service's version with which the changes were last merged. */
  readonly base: readonly Item[];
  readonly items: readonly Item[];
  /** The items of a request without an answer, if any. The service may have them. */
  readonly sent: readonly Item[] | undefined;
}

/** `unsent` waits for the network, `conflict` for a choice; `refused` failed, and is retried with the next edit. */
export type Saving =
  | { readonly state: 'saved' | 'saving' | 'unsent' | 'conflict' }
  | { readonly state: 'refused'; readonly failure: Failure };

/**
 * A menu that saves its items after each edit, one call at a time, and merges other people's changes. While `#theirVersion`
 * is set, a choice about the `conflicts` with it is missing: `saving` says so, and nothing is sent. If `#sentItems` is set,
 * the service may already have them, so the menu is read before anything else is sent.
 */
export class SavedMenu {
  /** All but the items, as they were read last. */
  readonly facts: Signal<MenuFacts>;
  readonly history: Signal<History>;
  /** The items with all edits, saved or not. */
  readonly items = computed(() => listItems(this.history.value));
  readonly saving = signal<Saving>({ state: 'saved' });
  readonly conflicts = signal<readonly merging.ItemConflict[]>([]);
  /** The person for whom the browser stores the unsent changes. */
  protected readonly owner: Owner;
  readonly #unsentName: string;
  protected readonly historyName: string;
  /** The latest version of the service with which the edits have been merged. */
  #savedVersion: Omit<MenuVersion, 'facts'>;
  #sentItems: Unsent['sent'];
  /** A newer version, with other people's changes, that conflicts with the edits. */
  #theirVersion: MenuVersion | undefined;
  /** Settles when the last call has ended. The next call waits for it. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(loaded: MenuVersion, owner: Owner, unsent: Unsent | undefined) {
    this.owner = owner;
    this.#unsentName = toUnsentName(loaded.facts.id);
    // The stored base has no version, so the next read is a full one.
    this.#savedVersion = unsent ? { items: unsent.base, etag: '' } : loaded;
    this.#sentItems = unsent?.sent;
    this.facts = signal(loaded.facts);
    this.historyName = `${owner.vender} ${owner.uid} ${this.#unsentName}`;
    const begun = beginHistory(this.#savedVersion.items);
    const history = unsent ? recordEdit(begun, { items: unsent.items, summary: '上次未发送的修改' }) : begun;
    this.history = signal(readStoredHistory(this.historyName, listItems(history)) ?? history);
    if (!unsent) return;
    this.saving.value = { state: 'unsent' };
    this.#mergeTheirs(loaded);
  }

  /** Replaces the history, stores the changes in the browser and saves them. `OpenMenu` calls it for each edit. */
  protected apply(history: History): void {
    this.history.value = history;
    if (this.saving.peek().state === 'saved') this.saving.value = { state: 'saving' };
    void this.#storeUnsentChanges();
    void this.#runExclusive(() => this.#saveAll());
  }

  /** Reads other people's changes and sends unsent ones. */
  sync(): Promise<void> {
    return this.#runExclusive(async () => {
      if (this.saving.peek().state === 'unsent') return this.#saveAll();
      const isChanged = await this.#readTheirs().catch((thrown) => this.#setFailed(requireFailure(thrown)));
      if (isChanged) await this.#saveAll();
    });
  }

  /** Merges their version by the person's choice, and saves. */
  resolveConflicts(choice: merging.Choice): Promise<void> {
    return this.#runExclusive(() => {
      if (this.#theirVersion) this.#mergeTheirs(this.#theirVersion, choice);
      return this.#saveAll();
    });
  }

  /** Saves all, makes a call about the saved menu, such as submitting it, and reads it again. @throws Failure */
  callWhenSaved<Result>(call: (etag: string) => Promise<Result>): Promise<Result> {
    return this.#runExclusive(async () => {
      await this.#saveAll();
      const saving = this.saving.peek();
      if (saving.state === 'refused') throw saving.failure;
      if (saving.state === 'unsent') throw new Failure({ reason: 'offline', desc: '连接不上服务' });
      if (saving.state === 'conflict') throw new Failure({ reason: 'changed_meanwhile', desc: '同事刚改了同样的菜' });
      const result = await call(this.#savedVersion.etag);
      // The call has succeeded even if the menu cannot be read now. The next sync reads it.
      await this.#readTheirs(false).catch(requireFailure);
      return result;
    });
  }

  /** Gives the unsaved changes up for the newest known version, as an edit that can be undone. */
  discard(): Promise<void> {
    return this.#runExclusive(() => {
      this.#savedVersion = this.#theirVersion ?? this.#savedVersion;
      this.#theirVersion = undefined;
      this.conflicts.value = [];
      const edit = { items: this.#savedVersion.items, summary: '放弃没有保存的修改' };
      this.history.value = recordEdit(this.history.peek(), edit);
      return this.#saveAll();
    });
  }

  #runExclusive<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(run);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Saves until all changes are saved or a call fails. */
  async #saveAll(): Promise<void> {
    try {
      let hasMore = true;
      while (hasMore && !this.#theirVersion) hasMore = await this.#sendNext();
    } catch (thrown) {
      this.#setFailed(requireFailure(thrown));
    }
  }

  /** Makes the next call that saves or reads. Returns false if all is saved. */
  async #sendNext(): Promise<boolean> {
    const items = this.items.peek();
    if (this.#sentItems) {
      if (!(await this.#readTheirs())) this.#sentItems = undefined;
      return true;
    }
    const change = merging.findChange(this.#savedVersion.items, items);
    if (!change) {
      this.saving.value = { state: 'saved' };
      await deleteUnsent(this.owner, this.#unsentName);
      return false;
    }
    if (this.saving.peek().state !== 'unsent') this.saving.value = { state: 'saving' };
    this.#sentItems = items;
    await this.#storeUnsentChanges();
    try {
      const { etag = '' } = await sendChange(this.facts.peek().id, change, this.#savedVersion.etag);
      this.#savedVersion = { items, etag };
      this.#sentItems = undefined;
      if (this.facts.peek().state !== '草稿') this.facts.value = { ...this.facts.peek(), state: '草稿' };
    } catch (thrown) {
      const { reason } = requireFailure(thrown);
      const isOutdated = reason === 'changed_meanwhile' || reason === 'menu_pending';
      if (!isOutdated || !(await this.#readTheirs())) throw thrown;
      // The remaining changes are sent on top of theirs, unless the menu waits for review.
      if (reason === 'menu_pending') throw thrown;
    }
    return true;
  }

  #setFailed(failure: Failure): void {
    // A read that fails loses nothing, so what was saved stays so.
    const isAllSaved = !this.#sentItems && merging.isSavedAlike(this.#savedVersion.items, this.items.peek());
    if (!transientReasons.includes(failure.reason)) this.saving.value = { state: 'refused', failure };
    else if (!this.#theirVersion) this.saving.value = { state: isAllSaved ? 'saved' : 'unsent' };
  }

  /** Reads the menu and merges other people's changes. Returns false if the menu has not changed. */
  async #readTheirs(isAnnounced = true): Promise<boolean> {
    const theirs = await readMenuIfChanged(this.facts.peek().id, (this.#theirVersion ?? this.#savedVersion).etag);
    const changes = theirs ? this.#mergeTheirs(theirs) : '';
    if (changes !== '' && isAnnounced) showToast(`同事刚改了：${changes}。`);
    return theirs !== undefined;
  }

  /** Merges their version. Returns a description of the changes; empty if there are conflicts. */
  #mergeTheirs(theirs: MenuVersion, choice?: merging.Choice): string {
    const mine = this.items.peek();
    const base = merging.includeDelivered({ base: this.#savedVersion.items, theirs: theirs.items }, this.#sentItems);
    const versions = { base, theirs: theirs.items };
    const merged = merging.mergeItems({ ...versions, mine }, choice);
    batch(() => {
      this.facts.value = theirs.facts;
      this.conflicts.value = merged.conflicts;
      if (merged.conflicts.length > 0) {
        this.#theirVersion = theirs;
        this.saving.value = { state: 'conflict' };
        return;
      }
      this.#theirVersion = undefined;
      this.#sentItems = undefined;
      this.#savedVersion = theirs;
      // Undoing an own edit must not undo other people's changes. No choice was made for an earlier state: theirs stays.
      this.history.value = rebaseHistory(this.history.peek(), (items) =>
        items === mine ? merged.items : merging.mergeItems({ ...versions, mine: items }, choice ?? 'theirs').items,
      );
    });
    return merged.conflicts.length === 0 ? merging.describeChanges(theirs.facts, base, theirs.items) : '';
  }

  async #storeUnsentChanges(): Promise<void> {
    const work: Unsent = { base: this.#savedVersion.items, items: this.items.peek(), sent: this.#sentItems };
    await storeUnsent(this.owner, this.#unsentName, work);
  }
}

/** The name under which the browser stores the unsent changes of a menu. */
export const toUnsentName = (id: number): string => `menu ${id}`;
