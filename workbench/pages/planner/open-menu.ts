import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { api, Failure, read, requireFailure, send } from '../../api/client.ts';
import { may, requireSession, session } from '../../api/session.ts';
import { readUnsent, storeUnsent } from '../../api/unsent.ts';
import { showToast } from '../../parts/actions.tsx';
import * as histories from './history.ts';
import { type Analysis, type MenuVersion, readMenuIfChanged, toDraft, toItemInput } from './menu-calls.ts';
import { SavedMenu, toUnsentName, type Unsent } from './saving.ts';
import { type Item, type Outcome, partKey, type Selection, type Week } from './week.ts';

/** Other people's changes are read, and unsent ones retried, at this interval: colleagues see each other's edits soon. */
const SYNC_INTERVAL_MS = 8000;

/** An open menu with its unsaved changes and its analysis. Pages read its signals. */
export class OpenMenu extends SavedMenu {
  /** The days, meals and items with all local changes. */
  readonly week: ReadonlySignal<Week> = computed(() => ({ ...this.facts.value, items: this.items.value }));
  /** Whether the person may edit the menu in its state. */
  readonly isEditable = computed(() => this.facts.value.state !== '待审核' && may('menu.edit') && this.isOwn);
  readonly selected: Signal<Selection | undefined> = signal(undefined);
  /** The nutrient whose contributions are shown, if any. */
  readonly nutrient: Signal<string | undefined> = signal(undefined);
  readonly analysis = signal<Analysis | undefined>(undefined);
  readonly analysisFailure = signal<Failure | undefined>(undefined);
  #isAnalysing = false;
  readonly #analysisRequest = computed(() => ({
    ...{ facts: this.facts.value, items: this.items.value },
    ...{ nutrient: this.nutrient.value, isEditable: this.isEditable.value },
  }));

  get id(): number {
    return this.facts.peek().id;
  }

  get isOwn(): boolean {
    return session.value?.vender === this.facts.value.vender;
  }

  /** Applies an edit. If it was refused, this shows why and returns false. */
  applyEdit(outcome: Outcome): boolean {
    if ('refusal' in outcome) {
      showToast(outcome.refusal);
      return false;
    }
    this.apply(histories.recordEdit(this.history.peek(), outcome));
    return true;
  }

  readonly undo = () => this.apply(histories.undo(this.history.peek()));
  readonly redo = () => this.apply(histories.redo(this.history.peek()));

  /** Analyses each change, stores history and locks, and synchronizes regularly. Returns a function that stops all this. */
  watch(): () => void {
    const sync = () => {
      if (document.visibilityState === 'visible' || this.saving.peek().state === 'unsent') void this.sync();
      if (this.analysisFailure.peek()) void this.#analyse();
    };
    const locks = computed(() => this.items.value.flatMap((item) => (item.locked ? partKey(item) : [])).join('\n'));
    const unsubscribers = [
      this.#analysisRequest.subscribe(() => void this.#analyse()),
      this.history.subscribe((history) => histories.storeHistory(this.historyName, history)),
      // The service does not store locks.
      locks.subscribe((keys) => void storeUnsent(this.owner, toLocksName(this.id), keys)),
    ];
    const timer = setInterval(sync, SYNC_INTERVAL_MS);
    const stopping = new AbortController();
    window.addEventListener('online', sync, stopping);
    document.addEventListener('visibilitychange', sync, stopping);
    sync();
    return () => {
      clearInterval(timer);
      stopping.abort();
      for (const stop of unsubscribers) stop();
    };
  }

  /** Analyses the week until the latest state is done. One call runs at a time; outdated answers are dropped. */
  async #analyse(): Promise<void> {
    // Signing out changes `isEditable`, and nobody may analyse any more.
    if (this.#isAnalysing || !session.peek()) return;
    this.#isAnalysing = true;
    let request: AnalysisRequest | undefined;
    while (request !== this.#analysisRequest.peek()) {
      request = this.#analysisRequest.peek();
      const result = await analyse(request).catch(requireFailure);
      if (request !== this.#analysisRequest.peek()) continue;
      this.analysisFailure.value = result instanceof Failure ? result : undefined;
      if (!(result instanceof Failure)) this.analysis.value = result;
    }
    this.#isAnalysing = false;
  }
}

/** What an analysis is of. Two requests are the same only if they are the same object. */
type AnalysisRequest = Pick<MenuVersion, 'facts' | 'items'> & { nutrient: string | undefined; isEditable: boolean };

/** Analyses the local items of an editable menu, the stored ones of another menu, or the submitted revision. */
async function analyse({ facts, items, nutrient, isEditable }: AnalysisRequest): Promise<Analysis> {
  const selection = nutrient === undefined ? {} : { nutrient };
  if (isEditable) {
    const body = { ...toDraft(facts), items: items.map(toItemInput), ...selection };
    return (await send(api.POST('/api/menu/analysis', { body }))).body;
  }
  const { id, state, revision } = facts;
  return read('/api/menu/analysis', { id, ...selection, ...(state === '待审核' && { revision }) });
}

export type MenuProps = { readonly menu: OpenMenu };
export type MenuDialogProps = MenuProps & { readonly onClose: () => void };

/** Reads a menu and opens it with the unsent changes of an earlier visit. */
export async function openMenu(id: number): Promise<OpenMenu> {
  const owner = requireSession();
  const [loaded, unsent, locks] = await Promise.all([
    readMenuIfChanged(id),
    readUnsent<Unsent>(owner, toUnsentName(id)),
    readUnsent<string>(owner, toLocksName(id)),
  ]);
  if (!loaded) throw new TypeError('A menu was answered as unchanged, although no version of it is known');
  const isLocked = (item: Item) => locks?.split('\n').includes(partKey(item)) === true;
  const items = loaded.items.map((item) => (isLocked(item) ? { ...item, locked: true } : item));
  return new OpenMenu({ ...loaded, items }, owner, unsent);
}

/** Sends the unsent changes of menus that are not open. Menus that cannot be read are retried later. */
export async function sendUnsentMenus(ids: readonly number[]): Promise<void> {
  for (const id of ids) await sendUnsentMenu(id).catch(requireFailure);
}

async function sendUnsentMenu(id: number): Promise<void> {
  const menu = await openMenu(id);
  await menu.sync();
  const { name } = menu.facts.value;
  const { state } = menu.saving.value;
  if (state === 'saved') showToast(`食谱「${name}」上次没有发送的修改已保存。`);
  else if (state !== 'unsent') showToast(`食谱「${name}」有没有保存的修改，请打开排餐处理。`);
}

const toLocksName = (id: number): string => `locks ${id}`;
