import { signal } from '@preact/signals';
import { api, Failure, requireFailure, type Schemas, send } from '../../api/client.ts';
import { type RuleOptions, toRules } from './dialogs/plan-rules.tsx';
import { type Kitchen, toTemplate } from './meal-pattern.ts';
import { toDraft, toItemInput } from './menu-calls.ts';
import type { OpenMenu } from './open-menu.ts';
import { type TargetWeeks, type WrittenMenu, writeWeek } from './target-weeks.tsx';
import { findItem, type Item, isIn, listItemsIn, nameDays, partKey, replaceItems, type Slot } from './week.ts';

/** The most other menus that the service takes into account for a plan. */
const MAX_ADJACENT = 20;

type WeekPlan = Pick<Schemas['MenuPlan'], 'items' | 'unmet' | 'cost'>;
/** The weeks that get a menu too, and the ids of the menus in the weeks that do not. */
type FollowingWeeks = Pick<TargetWeeks, 'targets' | 'leftIds'>;

/** The most yuan that a budget can have. */
export const MAX_BUDGET = 10_000;

/** The typed options; an empty text means the default. `scope` is `all` but locked items, or the `rest` of the week. */
export type PlanOptions = RuleOptions &
  Readonly<Partial<Record<'scope' | 'library' | 'weeks' | 'budget' | 'minBudget', string>>>;

/** The key in `sessionStorage` of the options of the menu that was opened last, so that they survive a reload. */
const STORAGE_KEY = 'plan options';

function readStoredOptions(id: number): PlanOptions {
  // Only `Planner` writes this key.
  const stored: { id: number; options: PlanOptions } | null = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
  return stored?.id === id ? stored.options : { scope: 'all', library: 'true', weeks: '1' };
}

/** The rules that the options ask for. A budget is a maximum alone, or a range; only a range may lack a typed maximum. */
function toPlanRules({ budget = '', minBudget = '', ...options }: PlanOptions, { capacity }: Kitchen) {
  const max = budget === '' ? MAX_BUDGET : Number(budget);
  return {
    ...toRules(options),
    ...(capacity && { capacity }),
    ...(minBudget === '' ? budget !== '' && { budget: max } : { budget: { min: Number(minBudget), max } }),
  };
}

export type PlanState =
  | { readonly kind: 'idle' | 'running' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'done'; readonly plan: WeekPlan; readonly addedKeys: ReadonlySet<string> };

/** Lets the service plan an open menu. The plan is applied as one edit. */
export class Planner {
  readonly options;
  readonly kitchen = signal<Kitchen>({ template: {} });
  readonly state = signal<PlanState>({ kind: 'idle' });
  readonly writtenMenus = signal<readonly WrittenMenu[]>([]);
  readonly #menu: OpenMenu;
  #seed = 0;
  #abort = new AbortController();

  constructor(menu: OpenMenu) {
    this.#menu = menu;
    this.options = signal(readStoredOptions(menu.id));
    this.options.subscribe((options) => sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ id: menu.id, options })));
  }

  /** The keys of the items that the last plan added. */
  get addedKeys(): ReadonlySet<string> {
    return this.state.value.kind === 'done' ? this.state.value.addedKeys : new Set();
  }

  /** The unmet rules of the last plan, in a slot or in the whole week. A slot that has been edited since has none. */
  listUnmet(slot?: Slot): readonly Schemas['Unmet'][] {
    if (this.state.value.kind !== 'done') return [];
    const { items, unmet } = this.state.value.plan;
    const joinKeys = (someItems: readonly Item[], part: Slot) => listItemsIn(someItems, part).map(partKey).join();
    const listed = unmet.filter(({ day, meal }) => {
      if (day === undefined || meal === undefined) return slot === undefined;
      if (slot === undefined || !isIn(slot, { day, meal })) return false;
      return joinKeys(items, slot) === joinKeys(this.#menu.week.value.items, slot);
    });
    return listed.map((rule) => ({ ...rule, text: nameDays(this.#menu.facts.value, rule.text) }));
  }

  /** Plans the menu, each time with another seed, and then the following weeks. */
  async run(following: FollowingWeeks = { targets: [], leftIds: [] }): Promise<void> {
    const { items } = this.#menu.week.peek();
    const isAll = this.options.peek().scope === 'all';
    // Items of the last plan are not fixed.
    const fixed = items.filter((item) => item.locked || !(isAll || this.addedKeys.has(partKey(item))));
    await this.#runTask(async (stop) => {
      const adjacent = following.leftIds.slice(0, MAX_ADJACENT).join(); // Those of the nearest weeks.
      const plan = await this.#generate(fixed, { adjacent }, stop);
      if (stop.aborted) return { kind: 'idle' };
      const state = this.#applyPlan(plan, items);
      await this.#writeWeeks(following, fixed, stop);
      return state;
    });
  }

  /** Copies the menu to other weeks. With `fixed` only these items stay, and all others are planned anew. */
  async copy(targetWeeks: FollowingWeeks, fixed?: readonly Item[]): Promise<void> {
    await this.#runTask(async (stop) => {
      await this.#writeWeeks(targetWeeks, fixed, stop);
      return { kind: 'idle' };
    });
  }

  /** Cancels planning, or forgets the last result. After a cancellation the menus that were written stay named. */
  dismiss(): void {
    if (this.state.peek().kind !== 'running') this.writtenMenus.value = [];
    this.#abort.abort();
    this.state.value = { kind: 'idle' };
  }

  /** Runs a task instead of the one that is running. The task returns the state in which it leaves the planner. */
  async #runTask(task: (stop: AbortSignal) => Promise<PlanState>): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal: stop } = this.#abort;
    this.state.value = { kind: 'running' };
    this.writtenMenus.value = [];
    try {
      const state = await task(stop);
      if (!stop.aborted) this.state.value = state;
    } catch (thrown) {
      if (!stop.aborted) this.state.value = { kind: 'failed', failure: requireFailure(thrown) };
    }
  }

  /** Writes weeks one after the other. Each plan avoids what this menu, the left menus and the earlier weeks serve. */
  async #writeWeeks({ targets, leftIds }: FollowingWeeks, fixed: readonly Item[] | undefined, stop: AbortSignal) {
    // The service reads the saved menu.
    if (targets.length > 0) await this.#menu.callWhenSaved(async () => undefined);
    for (const week of targets) {
      const adjacentIds = [...leftIds, this.#menu.id, ...this.writtenMenus.peek().map(({ id }) => id)];
      const adjacent = adjacentIds.slice(-MAX_ADJACENT).join(); // The newest written ones stay.
      const plan = fixed && (await this.#generate(fixed, { start: week.start, adjacent }, stop));
      if (stop.aborted) return;
      const menu = await writeWeek(this.#menu, week, plan?.items);
      this.writtenMenus.value = [...this.writtenMenus.peek(), menu];
    }
  }

  /** Plans an empty slot. All items of the week stay as they are. */
  async planSlot(slot: Slot): Promise<Item[]> {
    const { meals, items } = this.#menu.week.peek();
    // The other meals are empty in the template, so that all the work goes into this meal, on all days.
    const otherMeals = meals.filter((meal) => meal !== slot.meal).map((meal) => [meal, []]);
    const template = { ...toTemplate(this.kitchen.peek().template), ...Object.fromEntries(otherMeals) };
    return listItemsIn((await this.#generate(items, { template })).items, slot);
  }

  /** Fetches a plan of a week, which contains the fixed items. `overrides` replace fields of the request. */
  async #generate(fixed: readonly Item[], overrides: object, stop?: AbortSignal): Promise<WeekPlan> {
    const [options, kitchen] = [this.options.peek(), this.kitchen.peek()];
    this.#seed += 1;
    const body = {
      ...{ ...toDraft(this.#menu.facts.peek()), locked: fixed.map(toItemInput), seed: this.#seed },
      library: options.library === 'false' ? ('false' as const) : ('true' as const),
      ...{ template: toTemplate(kitchen.template), rules: toPlanRules(options, kitchen), ...overrides },
    };
    const { body: plan } = await send(api.POST('/api/menu/generate', { body, ...(stop && { signal: stop }) }));
    if ('weeks' in plan) throw new TypeError('Several weeks were answered');
    return plan;
  }

  /** Applies a plan of the menu that had the items `before`. @throws Failure if the menu has changed since */
  #applyPlan(plan: WeekPlan, before: readonly Item[]): PlanState {
    if (before !== this.#menu.week.peek().items)
      throw new Failure({ reason: 'unavailable', desc: '排的时候食谱有了改动，没有采用' });
    const planned = plan.items.map((item) => (findItem(before, item)?.locked ? { ...item, locked: true } : item));
    this.#menu.applyEdit(replaceItems(planned, '自动排餐'));
    return { kind: 'done', plan, addedKeys: new Set(planned.filter((item) => !findItem(before, item)).map(partKey)) };
  }
}
