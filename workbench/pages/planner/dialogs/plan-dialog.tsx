import { signal } from '@preact/signals';
import { api, type Schemas, send } from '../../../api/client.ts';
import { Failure, requireFailure } from '../../../api/failure.ts';
import { holds } from '../../../api/session.ts';
import { Actions } from '../../../parts/actions.tsx';
import { ChooseOne } from '../../../parts/choices.tsx';
import { EditorDialog } from '../../../parts/editor-dialog.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';
import { formatYuan } from '../../../parts/format.ts';
import type { MenuDialogProps, OpenMenu } from '../open-menu.ts';
import * as css from '../planner.module.css';
import { toDraft, toItemInput } from '../stored-menu.ts';
import { findItem, type Item, isSameSlot, itemKey, listSlotItems, replaceItems, type Slot } from '../week.ts';

/** The planning rules with their labels and default values. */
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

/** The dialog with the options of a plan. */
export function PlanDialog({ menu, planner, onClose }: PlanProps & MenuDialogProps) {
  const { options } = planner;
  const bind = (name: keyof PlanOptions) => ({
    value: options.value[name] ?? '',
    onValue: (value: string) => {
      // The following weeks would repeat the fixed items.
      const scope = name === 'weeks' && value !== '1' ? { scope: 'all' } : {};
      options.value = { ...options.value, [name]: value, ...scope };
    },
  });
  const lockedCount = menu.week.value.items.filter((item) => item.locked).length;
  const planAll = { value: 'all', text: lockedCount > 0 ? `全部重排，锁定的 ${lockedCount} 道不动` : '全部重排' };
  const planRest = { value: 'rest', text: '已排的不动，只补空缺' };
  const run = async () => void planner.run();
  return (
    <EditorDialog title="自动排餐" submitLabel="开始排" run={run} onClose={onClose}>
      {() => (
        <>
          <ChooseOne
            label="排哪些"
            choices={options.value.weeks === '1' ? [planAll, planRest] : [planAll]}
            {...bind('scope')}
          />
          <ChooseOne label="用哪些菜" choices={sources} {...bind('library')} />
          {holds(21) && (
            <TextField label="每人每天至多多少元" type="number" placeholder="不限" step="any" {...bind('budget')} />
          )}
          <SelectField label="排几周" choices={cycles} {...bind('weeks')} />
          <details open={rules.some(([name]) => options.value[name])}>
            <summary>规则</summary>
            <div class="grid">
              {rules.map(([name, label, defaultValue]) => (
                <TextField key={name} label={label} type="number" placeholder={defaultValue} {...bind(name)} />
              ))}
            </div>
          </details>
        </>
      )}
    </EditorDialog>
  );
}

/** The progress or the result of planning, with a button for another plan. */
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
        <PlanSummary planner={planner} />
      </div>
      <Actions
        actions={[
          { text: '换一种', kind: 'button', run: () => planner.run(), isAllowed: !(isRunning || isCycle) },
          { text: isRunning ? '停下' : '知道了', kind: 'button', run: () => planner.dismiss() },
        ]}
      />
    </section>
  );
}

function PlanSummary({ planner }: PlanProps) {
  if (planner.state.value.kind !== 'done') return null;
  const { addedKeys, plan, weeks } = planner.state.value;
  const weekUnmet = planner.findUnmet().length;
  const cost = plan.cost && `每人每天约 ${formatYuan(plan.cost.estimate)}。`;
  return (
    <>
      {addedKeys.size > 0 ? `排好了，换上 ${addedKeys.size} 道菜。` : '排好了，和现在的一样。'}
      {cost}
      {weeks > 1 && `后面 ${weeks - 1} 周已新建为草稿。`}
      {plan.unmet.length > weekUnmet && `有 ${plan.unmet.length - weekUnmet} 处没做到，写在那一餐里。`}
      {weekUnmet > 0 && (
        <details>
          <summary>整周有 {weekUnmet} 条没做到</summary>
          <UnmetList planner={planner} />
        </details>
      )}
    </>
  );
}

/** The unmet rules of a slot; without one those of the whole week. */
export function UnmetList({ planner, slot }: PlanProps & { readonly slot?: Slot }) {
  const unmet = planner.findUnmet(slot);
  if (unmet.length === 0) return null;
  return (
    <ul class={`${css.unmet} low`} aria-label="没做到">
      {unmet.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

type WeekPlan = Pick<Schemas['MenuPlan'], 'items' | 'unmet' | 'cost'> & { readonly start?: string };

/** The typed options; an empty text means the default. `scope` is `all` but locked items, or the `rest` of the week. */
export type PlanOptions = Readonly<
  Partial<Record<'scope' | 'library' | 'weeks' | Exclude<keyof Schemas['PlanRules'], 'perWeek'>, string>>
>;

/** The state of planning, and its result. */
export type PlanState =
  | { readonly kind: 'idle' | 'running' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'done'; readonly plan: WeekPlan; readonly addedKeys: ReadonlySet<string>; readonly weeks: number };

/** Lets the service plan an open menu. The plan is applied as one edit. */
export class Planner {
  readonly options = signal<PlanOptions>({ scope: 'all', library: 'true', weeks: '1' });
  readonly state = signal<PlanState>({ kind: 'idle' });
  readonly #menu: OpenMenu;
  #seed = 0;
  #abort = new AbortController();

  constructor(menu: OpenMenu) {
    this.#menu = menu;
  }

  /** The keys of the items that the last plan has added. */
  get addedKeys(): ReadonlySet<string> {
    return this.state.value.kind === 'done' ? this.state.value.addedKeys : new Set();
  }

  /** The unmet rules of the last plan, in a slot or in the whole week. A slot that has been edited since has none. */
  findUnmet(slot?: Slot): readonly Schemas['Unmet'][] {
    if (this.state.value.kind !== 'done') return [];
    const { items, unmet } = this.state.value.plan;
    const slotKeys = (items: readonly Item[], slot: Slot) => listSlotItems(items, slot).map(itemKey).join();
    return unmet.filter(({ day, meal }) => {
      if (day === undefined || meal === undefined) return slot === undefined;
      if (slot === undefined) return false;
      return isSameSlot(slot, { day, meal }) && slotKeys(items, slot) === slotKeys(this.#menu.week.value.items, slot);
    });
  }

  /** Makes a plan, each time with another seed. */
  async run(): Promise<void> {
    const { items } = this.#menu.week.peek();
    const isAll = this.options.peek().scope === 'all';
    const { addedKeys } = this;
    // Items of the last plan are not fixed.
    const fixed = items.filter((item) => item.locked || !(isAll || addedKeys.has(itemKey(item))));
    this.dismiss();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.state.value = { kind: 'running' };
    try {
      const plans = await this.#generate(fixed, {}, signal);
      if (signal.aborted) return;
      const state = await this.#applyPlans(plans, items);
      if (!signal.aborted) this.state.value = state;
    } catch (thrown) {
      if (!signal.aborted) this.state.value = { kind: 'failed', failure: requireFailure(thrown) };
    }
  }

  /** Cancels planning, or forgets the last result. */
  dismiss(): void {
    this.#abort.abort();
    this.state.value = { kind: 'idle' };
  }

  /** Plans one slot; all other items are fixed. */
  async planSlot(slot: Slot): Promise<Item[]> {
    const { meals, items } = this.#menu.week.peek();
    // The other meals are empty in the template, so that all the work goes into this slot.
    const template = Object.fromEntries(meals.filter((meal) => meal !== slot.meal).map((meal) => [meal, []]));
    const plans = await this.#generate(items, { weeks: 1, template });
    return plans.flatMap((plan) => listSlotItems(plan.items, slot));
  }

  /** Fetches the plans of all weeks. They contain the fixed items. */
  async #generate(fixed: readonly Item[], overrides: object, signal?: AbortSignal): Promise<WeekPlan[]> {
    const { library, weeks, scope: _, ...rules } = this.options.peek();
    const typedRules = Object.entries(rules).filter(([, text]) => text !== '');
    this.#seed += 1;
    const planRequest = {
      ...{ weeks: Number(weeks), locked: fixed.map(toItemInput), seed: this.#seed },
      library: library === 'false' ? ('false' as const) : ('true' as const),
      rules: Object.fromEntries(typedRules.map(([rule, text]) => [rule, Number(text)])),
    };
    const body = { ...toDraft(this.#menu.head.peek()), ...planRequest, ...overrides };
    const { body: plan } = await send(api.POST('/api/menu/generate', { body, ...(signal && { signal }) }));
    return 'weeks' in plan ? plan.weeks : [plan];
  }

  /** Applies the first plan to the menu; the following weeks become menus of their own. */
  async #applyPlans([plan, ...laterPlans]: readonly WeekPlan[], items: readonly Item[]): Promise<PlanState> {
    if (!plan) return { kind: 'idle' };
    if (items !== this.#menu.week.peek().items)
      throw new Failure({ reason: 'unavailable', desc: '排的时候食谱有了改动，没有采用' });
    const menu = toDraft(this.#menu.head.peek());
    for (const { start = '', items: laterItems } of laterPlans) {
      const name = `${menu.name.slice(0, 80)}（${start} 起）`;
      await send(api.PUT('/api/menu', { body: { ...menu, name, start, items: laterItems.map(toItemInput) } }));
    }
    const planned = plan.items.map((item) => (findItem(items, item)?.locked ? { ...item, locked: true } : item));
    this.#menu.applyEdit(replaceItems(planned, '自动排餐'));
    const addedKeys = new Set(planned.filter((item) => !findItem(items, item)).map(itemKey));
    return { kind: 'done', plan, addedKeys, weeks: laterPlans.length + 1 };
  }
}
