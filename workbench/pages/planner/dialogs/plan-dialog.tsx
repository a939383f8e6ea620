import { signal } from '@preact/signals';
import { api, type Schemas, send } from '../../../api/client.ts';
import { asFailure, Failure } from '../../../api/failure.ts';
import { holds } from '../../../api/session.ts';
import { ChooseOne } from '../../../parts/choices.tsx';
import { EditorDialog } from '../../../parts/editor-dialog.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';
import { yuan } from '../../../parts/format.ts';
import { Steps } from '../../../parts/steps.tsx';
import * as css from '../planner.module.css';
import type { MenuDialogProps, OpenMenu } from '../state.ts';
import { toDraft, toSent } from '../stored-menu.ts';
import { type Item, isSamePlace, itemAt, itemsAt, keyOf, type Place, replaceAll } from '../week.ts';

/** The rules that people set, and the usual figures. */
const rules = [
  ['repeatDays', '几天内不重复', '3'],
  ['kindsPerDay', '每天至少几种食物', '12'],
  ['kindsPerWeek', '一周至少几种食物', '25'],
  ['mainPerWeek', '同一主料一周至多几次', '2'],
  ['methodPerDay', '同一做法一天至多几道', '2'],
  ['friedPerWeek', '油炸一周至多几次', '2'],
  ['darkAtLunch', '午餐至少几道深色蔬菜', '1'],
] as const;

const sources = [
  { value: 'true', text: '自己的和平台的' },
  { value: 'false', text: '只用自己的' },
];

const cycles = [1, 2, 3, 4].map((count) => ({
  value: String(count),
  text: count === 1 ? '只排这一周' : `连排 ${count} 周，另外新建 ${count - 1} 份食谱`,
}));

type PlanProps = { readonly planner: Planner };

/** What a plan observes: what stays, which dishes may be served, the budget, the rules, and for how many weeks it is. */
export function PlanDialog({ open, planner, onClose }: PlanProps & MenuDialogProps) {
  const { wishes } = planner;
  const bind = (name: keyof Wishes) => ({
    value: wishes.value[name] ?? '',
    onValue: (value: string) => {
      // Weeks that follow would repeat what stays.
      const scope = name === 'weeks' && value !== '1' ? { scope: 'all' } : {};
      wishes.value = { ...wishes.value, [name]: value, ...scope };
    },
  });
  const locked = open.week.value.items.filter((item) => item.locked).length;
  const all = { value: 'all', text: locked > 0 ? `全部重排，锁定的 ${locked} 道不动` : '全部重排' };
  const rest = { value: 'rest', text: '已排的不动，只补空缺' };
  const run = async () => void planner.run();
  return (
    <EditorDialog title="自动排餐" action="开始排" run={run} onClose={onClose}>
      {() => (
        <>
          <ChooseOne label="排哪些" choices={wishes.value.weeks === '1' ? [all, rest] : [all]} {...bind('scope')} />
          <ChooseOne label="用哪些菜" choices={sources} {...bind('library')} />
          {holds(21) && (
            <TextField label="每人每天至多多少元" type="number" placeholder="不限" step="any" {...bind('budget')} />
          )}
          <SelectField label="排几周" choices={cycles} {...bind('weeks')} />
          <details open={rules.some(([name]) => wishes.value[name])}>
            <summary>规则</summary>
            <div class="grid">
              {rules.map(([name, label, usual]) => (
                <TextField key={name} label={label} type="number" placeholder={usual} {...bind(name)} />
              ))}
            </div>
          </details>
        </>
      )}
    </EditorDialog>
  );
}

/** How planning stands: it runs, or what came of it, with another plan by one click. */
export function PlanBar({ planner }: PlanProps) {
  const state = planner.state.value;
  if (state.kind === 'idle') return null;
  const isRunning = state.kind === 'running';
  const isCycle = state.kind === 'done' && state.weeks > 1;
  return (
    <section class={`notice row ${state.kind === 'failed' ? 'bad' : ''}`} aria-label="自动排餐">
      <div role="status">
        {isRunning && '正在排，一般几秒钟…'}
        {state.kind === 'failed' && state.failure.advice}
        <Told planner={planner} />
      </div>
      <Steps
        steps={[
          { text: '换一种', kind: 'button', act: () => planner.run(), may: !(isRunning || isCycle) },
          { text: isRunning ? '停下' : '知道了', kind: 'button', act: () => planner.leave() },
        ]}
      />
    </section>
  );
}

function Told({ planner }: PlanProps) {
  if (planner.state.value.kind !== 'done') return null;
  const { changed, plan, weeks } = planner.state.value;
  const inWeek = planner.unmet().length;
  const cost = plan.cost && `每人每天约 ${yuan(plan.cost.estimate)}。`;
  return (
    <>
      {changed.size > 0 ? `排好了，换上 ${changed.size} 道菜。` : '排好了，和现在的一样。'}
      {cost}
      {weeks > 1 && `后面 ${weeks - 1} 周已新建为草稿。`}
      {plan.unmet.length > inWeek && `有 ${plan.unmet.length - inWeek} 处没做到，写在那一餐里。`}
      {inWeek > 0 && (
        <details>
          <summary>整周有 {inWeek} 条没做到</summary>
          <UnmetHere planner={planner} />
        </details>
      )}
    </>
  );
}

/** What the last plan could not meet at a place; without one, in the week. */
export function UnmetHere({ planner, place }: PlanProps & { readonly place?: Place }) {
  const unmet = planner.unmet(place);
  if (unmet.length === 0) return null;
  return (
    <ul class={`${css.unmet} low`} aria-label="没做到">
      {unmet.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

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
