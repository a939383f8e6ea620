import { signal } from '@preact/signals';
import type { components } from '../../../../.build/workbench/api.ts';
import { api, send } from '../../../api/client.ts';
import { asFailure, Failure } from '../../../api/failure.ts';
import { isSamePlace, type Place } from '../place.ts';
import type { OpenMenu } from '../state.ts';
import { toDraft, toSent } from '../stored-menu.ts';
import { type Item, itemAt, itemsAt, keyOf, replaceAll } from '../week.ts';

type Schemas = components['schemas'];
type Planned = Pick<Schemas['MenuPlan'], 'items' | 'unmet' | 'cost'> & { readonly start?: string };

/** What a plan is asked for, as it is typed: an empty text is the usual figure. `scope` is `all` but what is locked, or the `rest`. */
export type Wishes = Readonly<
  Partial<Record<'scope' | 'library' | 'weeks' | Exclude<keyof Schemas['PlanRules'], 'perWeek'>, string>>
>;

/** How planning stands, and what came of it. */
export type PlanState =
  | { readonly kind: 'idle' | 'running' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'done'; readonly plan: Planned; readonly changed: ReadonlySet<string>; readonly weeks: number };

/** Lets the service plan an open menu. What it plans is taken as one step. */
export class Planner {
  readonly wishes = signal<Wishes>({ scope: 'all', library: 'true', weeks: '1' });
  readonly state = signal<PlanState>({ kind: 'idle' });
  readonly #open: OpenMenu;
  #seed = 0;
  #stop = new AbortController();

  constructor(open: OpenMenu) {
    this.#open = open;
  }

  /** The items that the last plan has brought, by their `keyOf`. */
  get changed(): ReadonlySet<string> {
    return this.state.value.kind === 'done' ? this.state.value.changed : new Set();
  }

  /** What the last plan could not meet at a place; without one, in the week. What was changed since is not told any more. */
  unmet(place?: Place): readonly Schemas['Unmet'][] {
    if (this.state.value.kind !== 'done') return [];
    const { items, unmet } = this.state.value.plan;
    const tell = (some: readonly Item[], at: Place) => itemsAt(some, at).map(keyOf).join();
    return unmet.filter(({ day, meal }) => {
      if (day === undefined || meal === undefined) return place === undefined;
      if (place === undefined) return false;
      return isSamePlace(place, { day, meal }) && tell(items, place) === tell(this.#open.week.value.items, place);
    });
  }

  /** Plans anew, each time with another seed. */
  async run(): Promise<void> {
    const { items } = this.#open.week.peek();
    const isAll = this.wishes.peek().scope === 'all';
    const { changed } = this;
    // What the last plan has brought is planned anew.
    const kept = items.filter((item) => item.locked || !(isAll || changed.has(keyOf(item))));
    this.leave();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.state.value = { kind: 'running' };
    try {
      const plans = await this.#generate(kept, {}, signal);
      if (signal.aborted) return;
      const state = await this.#takePlans(plans, items);
      if (!signal.aborted) this.state.value = state;
    } catch (thrown) {
      if (!signal.aborted) this.state.value = { kind: 'failed', failure: asFailure(thrown) };
    }
  }

  /** Stops a plan that is being made, or forgets what came of the last one. */
  leave(): void {
    this.#stop.abort();
    this.state.value = { kind: 'idle' };
  }

  /** What it would serve at one place, with all else as it is. */
  async planFor(place: Place): Promise<Item[]> {
    const { meals, items } = this.#open.week.peek();
    // Other meals get nothing, so that all the work goes into this one.
    const template = Object.fromEntries(meals.filter((meal) => meal !== place.meal).map((meal) => [meal, []]));
    const plans = await this.#generate(items, { weeks: 1, template });
    return plans.flatMap((plan) => itemsAt(plan.items, place));
  }

  /** The plans of all weeks that keep these items. */
  async #generate(kept: readonly Item[], special: object, signal?: AbortSignal): Promise<Planned[]> {
    const { library, weeks, scope: _, ...rules } = this.wishes.peek();
    const set = Object.entries(rules).filter(([, text]) => text !== '');
    this.#seed += 1;
    const wished = {
      ...{ weeks: Number(weeks), locked: kept.map(toSent), seed: this.#seed },
      library: library === 'false' ? ('false' as const) : ('true' as const),
      rules: Object.fromEntries(set.map(([rule, text]) => [rule, Number(text)])),
    };
    const asked = { ...toDraft(this.#open.head.peek()), ...wished, ...special };
    const { body } = await send(api.POST('/api/menu/generate', { body: asked, ...(signal && { signal }) }));
    return 'weeks' in body ? body.weeks : [body];
  }

  /** Serves what was planned in place of these items; weeks that follow become menus of their own. */
  async #takePlans([plan, ...others]: readonly Planned[], items: readonly Item[]): Promise<PlanState> {
    if (!plan) return { kind: 'idle' };
    if (items !== this.#open.week.peek().items)
      throw new Failure({ reason: 'unavailable', desc: '排的时候食谱有了改动，没有采用' });
    const menu = toDraft(this.#open.head.peek());
    for (const { start = '', items: served } of others) {
      const name = `${menu.name.slice(0, 80)}（${start} 起）`;
      await send(api.PUT('/api/menu', { body: { ...menu, name, start, items: served.map(toSent) } }));
    }
    const planned = plan.items.map((item) => (itemAt(items, item)?.locked ? { ...item, locked: true } : item));
    this.#open.take(replaceAll(planned, '自动排餐'));
    const changed = new Set(planned.filter((item) => !itemAt(items, item)).map(keyOf));
    return { kind: 'done', plan, changed, weeks: others.length + 1 };
  }
}
