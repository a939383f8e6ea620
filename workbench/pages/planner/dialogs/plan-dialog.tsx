import { holds } from '../../../api/session.ts';
import { Actions } from '../../../parts/actions.tsx';
import { ChooseOne } from '../../../parts/choices.tsx';
import { EditorDialog } from '../../../parts/editor-dialog.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';
import { addDays, formatYuan } from '../../../parts/format.ts';
import { PageLink } from '../../../parts/page-link.tsx';
import type { MenuDialogProps } from '../open-menu.ts';
import * as css from '../planner.module.css';
import type { Planner, PlanOptions } from '../planner.ts';
import { TakenWeeks, useTargetWeeks } from '../target-weeks.tsx';
import type { Slot } from '../week.ts';

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
  text: count === 1 ? '只排这一周' : `连排 ${count} 周，每周一份食谱`,
}));

export type PlanProps = { readonly planner: Planner };

/** The dialog with the options of a plan. */
export function PlanDialog({ menu, planner, onClose }: PlanProps & MenuDialogProps) {
  const { options } = planner;
  const weeks = useTargetWeeks(menu, addDays(menu.head.value.start, 7), Number(options.value.weeks) - 1);
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
  const run = async () => void planner.run(weeks);
  const { isReady } = weeks;
  return (
    <EditorDialog title="自动排餐" submitLabel="开始排" {...{ run, onClose, isReady }}>
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
          <TakenWeeks {...weeks} />
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
  const [state, written] = [planner.state.value, planner.written.value];
  if (state.kind === 'idle' && written.length === 0) return null;
  const isRunning = state.kind === 'running';
  return (
    <section class={`notice row ${state.kind === 'failed' ? 'bad' : ''}`} aria-label="自动排餐">
      <div role="status">
        {isRunning && '正在排，一般几秒钟…'}
        {state.kind === 'failed' && state.failure.advice}
        <PlanSummary planner={planner} />
        {written.length > 0 && '别的周已存为草稿：'}
        {written.map(({ id, name }) => (
          <p key={id}>
            <PageLink to={`/w/planner?id=${id}`}>{name}</PageLink>
          </p>
        ))}
      </div>
      <Actions
        actions={[
          { text: '换一种', kind: 'button', run: () => planner.run(), isAllowed: !isRunning && written.length === 0 },
          { text: isRunning ? '停下' : '知道了', kind: 'button', run: () => planner.dismiss() },
        ]}
      />
    </section>
  );
}

function PlanSummary({ planner }: PlanProps) {
  if (planner.state.value.kind !== 'done') return null;
  const { addedKeys, plan } = planner.state.value;
  const weekUnmet = planner.findUnmet().length;
  const cost = plan.cost && `每人每天约 ${formatYuan(plan.cost.estimate)}。`;
  return (
    <>
      {addedKeys.size > 0 ? `排好了，换上 ${addedKeys.size} 道菜。` : '排好了，和现在的一样。'}
      {cost}
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
