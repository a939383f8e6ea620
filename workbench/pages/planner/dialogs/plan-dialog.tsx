import { may } from '../../../api/session.ts';
import { Actions } from '../../../parts/actions.tsx';
import { addDays } from '../../../parts/dates.ts';
import { ChooseOne, SelectField, TextField, toNamedChoices } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form.tsx';
import { formatYuan } from '../../../parts/format.ts';
import { PageLink } from '../../../parts/page.tsx';
import type { MenuDialogProps } from '../open-menu.ts';
import * as css from '../planner.module.css';
import { MAX_BUDGET, type Planner, type PlanOptions } from '../planner.ts';
import { TakenWeeks, useTargetWeeks } from '../target-weeks.tsx';
import type { Slot } from '../week.ts';
import { KitchenFields } from './kitchen-fields.tsx';
import { RuleFields } from './plan-rules.tsx';

const libraryChoices = toNamedChoices({ true: '自己的和平台的', false: '只用自己的' });
const otherCounts = [2, 3, 4].map((count) => ({ value: String(count), text: `连排 ${count} 周，每周一份食谱` }));
const weekCountChoices = [{ value: '1', text: '只排这一周' }, ...otherCounts];

const moneyInput = { type: 'number', step: 'any', min: 0, max: MAX_BUDGET } as const;

export type PlanProps = { readonly planner: Planner };

export function PlanDialog({ menu, planner, onClose }: PlanProps & MenuDialogProps) {
  const { options } = planner;
  const weeks = useTargetWeeks(menu, addDays(menu.facts.value.start, 7), Number(options.value.weeks) - 1);
  const change = (changes: PlanOptions) => (options.value = { ...options.value, ...changes });
  const bind = (name: keyof PlanOptions) => ({
    value: options.value[name] ?? '',
    onValue: (value: string) => {
      // With `rest` the following weeks would repeat the fixed items.
      const scope = name === 'weeks' && value !== '1' ? { scope: 'all' } : {};
      change({ [name]: value, ...scope });
    },
  });
  const lockedCount = menu.week.value.items.filter((item) => item.locked).length;
  const planAll = { value: 'all', text: lockedCount > 0 ? `全部重排，锁定的 ${lockedCount} 道不动` : '全部重排' };
  const planRest = { value: 'rest', text: '已排的不动，只补空缺' };
  const scopes = options.value.weeks === '1' ? [planAll, planRest] : [planAll];
  const write = async () => void planner.run(weeks); // The dialog closes at once; the bar shows the progress.
  return (
    <FormDialog title="自动排餐" submitLabel="开始排" isWide {...{ write, onClose }} isReady={() => weeks.isReady}>
      {() => (
        <>
          <ChooseOne label="排哪些" choices={scopes} {...bind('scope')} />
          <ChooseOne label="用哪些菜" choices={libraryChoices} {...bind('library')} />
          <div class="grid">
            {may('price.view') && (
              <>
                <TextField {...moneyInput} label="每人每天至多多少元" placeholder="不限" {...bind('budget')} />
                <TextField {...moneyInput} label="至少用到多少元" placeholder="至多的九成" {...bind('minBudget')} />
              </>
            )}
            <SelectField label="排几周" choices={weekCountChoices} {...bind('weeks')} />
          </div>
          <TakenWeeks {...weeks} />
          <KitchenFields meals={menu.week.value.meals} changes={planner.kitchen} />
          <RuleFields options={options.value} onOptions={change} />
        </>
      )}
    </FormDialog>
  );
}

/** The progress or the result of planning, with a button for another plan. */
export function PlanBar({ planner }: PlanProps) {
  const [state, writtenMenus] = [planner.state.value, planner.writtenMenus.value];
  if (state.kind === 'idle' && writtenMenus.length === 0) return null;
  const isRunning = state.kind === 'running';
  const actions = [
    { text: '换一种', kind: 'button', run: () => planner.run(), isAllowed: !isRunning && writtenMenus.length === 0 },
    { text: isRunning ? '停下' : '知道了', kind: 'button', run: () => planner.dismiss() },
  ] as const;
  return (
    <section class={`notice row ${state.kind === 'failed' ? 'bad' : ''}`} aria-label="自动排餐">
      <div role="status">
        {isRunning && '正在排，每周几秒钟…'}
        {state.kind === 'failed' && state.failure.advice}
        <PlanSummary planner={planner} />
        {writtenMenus.length > 0 && '别的周已存为草稿：'}
        {writtenMenus.map(({ id, name }) => (
          <p key={id}>
            <PageLink to={`/w/planner?id=${id}`}>{name}</PageLink>
          </p>
        ))}
      </div>
      <Actions actions={actions} />
    </section>
  );
}

function PlanSummary({ planner }: PlanProps) {
  if (planner.state.value.kind !== 'done') return null;
  const { addedKeys, plan } = planner.state.value;
  const weekUnmetCount = planner.listUnmet().length;
  return (
    <>
      {addedKeys.size > 0 ? `排好了，换上 ${addedKeys.size} 道菜，左边有绿线。` : '排好了，和现在的一样。'}
      {plan.cost?.estimate && `每人每天约 ${formatYuan(plan.cost.estimate)}。`}
      {plan.unmet.length > weekUnmetCount && `有 ${plan.unmet.length - weekUnmetCount} 处没做到，写在那一餐里。`}
      {weekUnmetCount > 0 && <p>整周有 {weekUnmetCount} 条没做到</p>}
      <UnmetList planner={planner} />
    </>
  );
}

/** Why a rule is unmet, in the order of the list: what people can mend first. A rule without a reason comes before them. */
const reasonTexts = {
  impossible: '现有的菜做不到',
  diet: '因为忌口',
  conflict: '要让位给更要紧的',
  search: '这次没找到，可以换一种',
};

const rankReason = ({ reason = '' }) => Object.keys(reasonTexts).indexOf(reason);

/** With three groups a plan may have ten unmet rules of three lines each. The other rules are folded. */
const MAX_OPEN_UNMET = 3;

/** The unmet rules of a slot; without one those of the whole week. */
export function UnmetList({ planner, slot }: PlanProps & { readonly slot?: Slot }) {
  const unmet = [...planner.listUnmet(slot)].sort((one, other) => rankReason(one) - rankReason(other));
  if (unmet.length === 0) return null;
  const drawLines = (lines: typeof unmet) => (
    <ul class={`${css.unmet} low`} aria-label="没做到">
      {lines.map(({ rule, text, reason }) => (
        <li key={text}>
          {reason && <b>{reasonTexts[reason]}：</b>}
          {text} {rule === 'price' && <PageLink to="/w/ingredient">去填价格</PageLink>}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {drawLines(unmet.slice(0, MAX_OPEN_UNMET))}
      {unmet.length > MAX_OPEN_UNMET && (
        <details>
          <summary>还有 {unmet.length - MAX_OPEN_UNMET} 条</summary>
          {drawLines(unmet.slice(MAX_OPEN_UNMET))}
        </details>
      )}
    </>
  );
}
