import { toShownUnit } from '../../parts/energy.ts';
import { Tabs } from '../../parts/field.tsx';
import { formatFigure, formatPercent } from '../../parts/format.ts';
import { describeVerdict, FigureBar, type FiguresProps, GroupFigures, type Nutrient } from './group-figures.tsx';
import { focusTabStop } from './keys.ts';
import { isUrgent } from './menu-calls.ts';
import * as css from './planner.module.css';
import type { PlanningProps } from './planning.ts';
import { describeSlot, listDayNumbers, partKey, weekdayOf } from './week.ts';

/** The nutrition of a group, on the average day or on one day, and the warnings. */
export function AnalysisPanel({ planning }: PlanningProps) {
  const { group, shownDay, menu } = planning;
  const failure = menu.analysisFailure.value;
  const totals = shownDay.value === undefined ? group?.average : group?.days.find(({ day }) => day === shownDay.value);
  return (
    <aside class={`${css.findings} ${failure ? css.outdated : ''}`} aria-label="营养分析">
      {failure && (
        <p class="notice bad">
          {failure.advice}
          {group && '灰色的是先前的数。'}
        </p>
      )}
      {!group && !failure && <p role="status">正在计算…</p>}
      {group && <GroupsAndDays planning={planning} />}
      {group && (totals ? <NutrientFigures {...{ planning, group, totals }} /> : <p>这一天还没有菜。</p>)}
      <Warnings planning={planning} />
    </aside>
  );
}

function GroupsAndDays({ planning: { menu, groupIndex, shownDay } }: PlanningProps) {
  const { facts, analysis } = menu;
  const { levels = [] } = analysis.value ?? {};
  const groupTabs = levels.map(({ name, people }, value) => ({
    ...{ value, text: [`${name} `, <small key="people">{people} 人</small>] },
  }));
  const weekdayTabs = listDayNumbers(facts.value).map((value) => ({ value, text: weekdayOf(facts.value, value) }));
  const dayTabs = [{ value: undefined, text: '每日平均' }, ...weekdayTabs];
  return (
    <>
      <Tabs tabs={groupTabs} value={groupIndex.value} onValue={(index) => (groupIndex.value = index)} />
      <Tabs tabs={dayTabs} value={shownDay.value} onValue={(day) => (shownDay.value = day)} />
    </>
  );
}

function NutrientFigures({ planning, ...figures }: PlanningProps & Pick<FiguresProps, 'group' | 'totals'>) {
  const selectedKey = planning.menu.nutrient;
  const drawNutrient = (nutrient: Nutrient) => {
    const { key, missing = [], missingCount = 0 } = nutrient;
    const isSelected = selectedKey.value === key;
    const select = () => (selectedKey.value = isSelected ? undefined : key);
    const gapText = `${missing.join('、')}${missingCount > missing.length ? '等' : ''}的含量未知`;
    const title = missingCount > 0 ? gapText : '看哪些菜含得多';
    return <FigureBar {...nutrient} key={key} title={title} isSelected={isSelected} onSelect={select} />;
  };
  return (
    <GroupFigures {...figures} drawNutrient={drawNutrient} budget={planning.planner.options.value.budget}>
      <LargestContributors planning={planning} nutrients={figures.totals.nutrients} />
    </GroupFigures>
  );
}

const MAX_CONTRIBUTORS = 5;

function LargestContributors({ planning, nutrients }: PlanningProps & { readonly nutrients: readonly Nutrient[] }) {
  const nutrient = nutrients.find(({ key }) => key === planning.menu.nutrient.value);
  if (!nutrient) return null;
  const shareByDishName = new Map<string, number>();
  for (const item of planning.menu.week.value.items) {
    const share = planning.shareByKey.value.get(partKey(item)) ?? 0;
    if (share > 0) shareByDishName.set(item.name, (shareByDishName.get(item.name) ?? 0) + share);
  }
  const largest = [...shareByDishName].sort(([, a], [, b]) => b - a).slice(0, MAX_CONTRIBUTORS);
  const shownNutrient = toShownUnit(nutrient);
  const { text, tone } = describeVerdict(shownNutrient);
  return (
    <p class={css.contributors} role="status">
      <b class={tone}>
        {nutrient.name}
        {tone === 'low' || tone === 'high' ? text : ` ${formatFigure(shownNutrient.value)}`} {shownNutrient.unit}。
      </b>
      {largest.map(([name, share]) => `${name} ${formatPercent(share)}`).join('，')}
    </p>
  );
}

function Warnings({ planning: { menu } }: PlanningProps) {
  const { warnings = [] } = menu.analysis.value ?? {};
  // The week itself shows its empty meals.
  const listedWarnings = warnings.filter(({ kind }) => kind !== 'empty_meal');
  const emptyMealCount = warnings.length - listedWarnings.length;
  if (warnings.length === 0) return null;
  return (
    <section class={css.warnings} aria-label="提醒">
      <h2>提醒 {listedWarnings.length + Math.min(emptyMealCount, 1)} 条</h2>
      <ul>
        {emptyMealCount > 0 && <li>还有 {emptyMealCount} 餐没有菜</li>}
        {listedWarnings.map(({ kind, text, day, meal, dish }) => (
          <li key={`${text} ${day} ${meal}`} class={isUrgent({ kind }) ? 'high' : ''}>
            {day === undefined || meal === undefined ? (
              text
            ) : (
              <button type="button" class="plain" onClick={() => focusTabStop(partKey({ day, meal, dish }))}>
                {describeSlot(menu.week.value, { day, meal })}：{text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
