import { figure, percent } from '../../parts/format.ts';
import { Bar, describeVerdict, Figures, type Level, type Nutrient, type Totals } from './bars.tsx';
import { focusTabStop } from './keys.ts';
import * as css from './planner.module.css';
import type { PlanningProps } from './planning.ts';
import { dayNumbers, itemKey, slotName, weekdayOfDay } from './week.ts';

/** The nutrition of a group, on the average day or on one day, and the warnings. */
export function Findings({ planning }: PlanningProps) {
  const { level, day, open } = planning;
  const failure = open.judgementFailure.value;
  const totals = day.value === undefined ? level?.average : level?.days.find((one) => one.day === day.value);
  return (
    <aside class={css.findings} aria-label="营养分析">
      {failure && <p class="notice bad">{failure.advice}</p>}
      {!level && !failure && <p role="status">正在计算…</p>}
      {level && <Tabs planning={planning} />}
      {level && (totals ? <NutrientFigures {...{ planning, level, totals }} /> : <p>这一天还没有菜。</p>)}
      <Warnings planning={planning} />
    </aside>
  );
}

function Tabs({ planning: { open, group, day } }: PlanningProps) {
  const { start } = open.head.value;
  return (
    <>
      <div class="row tabs">
        {open.judgement.value?.levels.map(({ name, people }, index) => (
          <button key={name} type="button" aria-pressed={group.value === index} onClick={() => (group.value = index)}>
            {name} <small>{people} 人</small>
          </button>
        ))}
      </div>
      <div class="row tabs">
        {[undefined, ...dayNumbers(open.head.value)].map((one) => (
          <button key={one ?? 0} type="button" aria-pressed={day.value === one} onClick={() => (day.value = one)}>
            {one === undefined ? '每日平均' : weekdayOfDay({ start }, one)}
          </button>
        ))}
      </div>
    </>
  );
}

function NutrientFigures({ planning, ...figures }: PlanningProps & { readonly level: Level; readonly totals: Totals }) {
  const selected = planning.open.nutrient;
  const draw = (one: Nutrient) => {
    const { key, missing, missingCount = 0 } = one;
    const isSelected = selected.value === key;
    const select = () => (selected.value = isSelected ? undefined : key);
    const gap = missingCount > 0 ? `${missing?.join('、')}${missingCount > 10 ? '等' : ''}的含量未知` : undefined;
    return <Bar {...one} key={key} title={gap ?? '看哪些菜含得多'} isSelected={isSelected} onSelect={select} />;
  };
  return (
    <Figures {...figures} draw={draw} budget={planning.planner.options.value.budget}>
      <LargestContributors planning={planning} nutrients={figures.totals.nutrients} />
    </Figures>
  );
}

/** The dishes that contribute most to the selected nutrient. */
function LargestContributors({ planning, nutrients }: PlanningProps & { readonly nutrients: readonly Nutrient[] }) {
  const nutrient = nutrients.find(({ key }) => key === planning.open.nutrient.value);
  if (!nutrient) return null;
  const byName = new Map<string, number>();
  for (const item of planning.open.week.value.items) {
    const share = planning.shares.value.get(itemKey(item)) ?? 0;
    if (share > 0) byName.set(item.name, (byName.get(item.name) ?? 0) + share);
  }
  const largest = [...byName].sort(([, a], [, b]) => b - a).slice(0, 5);
  const { text, tone } = describeVerdict(nutrient);
  return (
    <p class={css.carriers} role="status">
      <b class={tone}>
        {nutrient.name}
        {tone === 'low' || tone === 'high' ? text : ` ${figure(nutrient.value)}`} {nutrient.unit}。
      </b>
      {largest.map(([name, share]) => `${name} ${percent(share)}`).join('，')}
    </p>
  );
}

/** The warnings. A warning about a slot is a link to it. */
function Warnings({ planning: { open } }: PlanningProps) {
  const { warnings = [] } = open.judgement.value ?? {};
  // The week itself shows its empty meals.
  const shown = warnings.filter(({ kind }) => kind !== 'empty_meal');
  const empty = warnings.length - shown.length;
  if (warnings.length === 0) return null;
  return (
    <section class={css.warnings} aria-label="提醒">
      <h2>提醒 {shown.length + Math.min(empty, 1)} 条</h2>
      <ul>
        {empty > 0 && <li>还有 {empty} 餐没有菜</li>}
        {shown.map(({ text, day, meal, dish }) => (
          <li key={`${text} ${day} ${meal}`}>
            {day === undefined || meal === undefined ? (
              text
            ) : (
              <button type="button" class="plain" onClick={() => focusTabStop(itemKey({ day, meal, dish }))}>
                {slotName(open.week.value, { day, meal })}：{text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
