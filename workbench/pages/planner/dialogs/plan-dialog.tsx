import { holds } from '../../../api/session.ts';
import { ChooseOne } from '../../../parts/choices.tsx';
import { EditorDialog } from '../../../parts/editor-dialog.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';
import { yuan } from '../../../parts/format.ts';
import { Steps } from '../../../parts/steps.tsx';
import type { Place } from '../place.ts';
import type { MenuDialogProps } from '../state.ts';
import type { Planner, Wishes } from './plan.ts';

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

interface PlanProps {
  readonly planner: Planner;
}

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
    <ul class="unmet low" aria-label="没做到">
      {unmet.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
