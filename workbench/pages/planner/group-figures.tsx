import type { ComponentChildren } from 'preact';
import { isPlatform } from '../../api/session.ts';
import { formatSecondUnit, toShownUnit } from '../../parts/energy.ts';
import { EvaluationTable } from '../../parts/findings.tsx';
import { formatFigure, formatPercent, formatYuan, nameCategory, toPercent } from '../../parts/format.ts';
import type { GroupAnalysis } from './menu-calls.ts';
import * as css from './planner.module.css';

/** The totals of a group, on the average day or on one day. */
type Totals = GroupAnalysis['days'][number] | GroupAnalysis['average'];
export type Nutrient = Totals['nutrients'][number];
type Figure = Pick<Nutrient, 'value' | 'min' | 'max' | 'judgement'>;

type Tone = 'low' | 'high' | 'good' | 'faint';

/** Describes how far a figure is outside its range. */
export function describeVerdict({ judgement, value, min, max }: Figure): { text: string; tone: Tone } {
  if (judgement === '不足') return { text: `还差 ${formatFigure((min ?? value) - value)}`, tone: 'low' };
  if (judgement === '过量') return { text: `多 ${formatFigure(value - (max ?? value))}`, tone: 'high' };
  return { text: judgement ?? '', tone: judgement === '适量' ? 'good' : 'faint' };
}

type BarProps = Figure & { name: string; unit?: string; title?: string; isSelected?: boolean; onSelect?: () => void };

/** A figure with its range and its verdict. With `onSelect` the bar is a button that shows what contributes to the figure. */
export function FigureBar({ name, title, isSelected, onSelect, ...amounts }: BarProps) {
  const figure = toShownUnit({ unit: 'g', ...amounts });
  const { text, tone } = describeVerdict(figure);
  const content = (
    <>
      <span>
        {/* The bar has no room for RAE, the equivalents in which vitamin A is counted. */}
        {name.replace('（RAE）', '')} <small>{figure.unit.replace(' RAE', '')}</small>
      </span>
      <RangeBar {...figure} tone={tone} />
      <span class="number">
        {formatFigure(figure.value)} <small>{formatSecondUnit(figure)}</small>
      </span>
      <b class={tone}>{text}</b>
    </>
  );
  if (!onSelect) return <li class={css.bar}>{content}</li>;
  return (
    <li>
      <button type="button" class={css.bar} aria-pressed={isSelected} title={title} onClick={onSelect}>
        {content}
      </button>
    </li>
  );
}

/** The food categories whose amount is a maximum, as the service judges them. For the others it is a minimum. */
const maximumCategories = ['植物油', '盐', '糖'];

export interface FiguresProps {
  readonly group: GroupAnalysis;
  readonly totals: Totals;
  /** Draws the bar of a nutrient; absent: a bar that cannot be clicked. */
  readonly drawNutrient?: (nutrient: Nutrient) => ComponentChildren;
  /** The typed budget in yuan per person and day. */
  readonly budget?: string | undefined;
  readonly children?: ComponentChildren;
}

/** All totals of a group, on the average day or on one day. */
export function GroupFigures({ group, totals, budget, drawNutrient = drawBar, children }: FiguresProps) {
  const isJudged = ({ judgement }: Nutrient) => !group.judged || judgement !== undefined;
  const unjudged = totals.nutrients.filter((nutrient) => !isJudged(nutrient));
  // Only the average day has judged shares.
  const { judgedShares = [] }: Partial<GroupAnalysis['average']> = totals;
  return (
    <>
      {!group.judged && (
        <p class="notice warn">没有选营养标准，或者标准里没有「{group.level}」，只列出含量。在「食谱设置」里选。</p>
      )}
      <ul class={css.bars}>{totals.nutrients.filter(isJudged).map(drawNutrient)}</ul>
      {children}
      <OtherTotals {...{ group, totals, budget }} />
      {judgedShares.length > 0 && (
        <ul class={css.bars} aria-label="供能比">
          {judgedShares.map(toPercent).map((share) => (
            <FigureBar {...share} key={share.name} />
          ))}
        </ul>
      )}
      {totals.categories.length > 0 && (
        <ul class={css.bars} aria-label="食物类别">
          {totals.categories.map(({ name, amount, ...category }) => {
            const bound = maximumCategories.includes(name) ? { max: amount } : { min: amount };
            return <FigureBar key={name} {...category} {...bound} name={nameCategory(name)} />;
          })}
        </ul>
      )}
      <details>
        <summary>膳食评价</summary>
        <EvaluationTable evaluation={group.average.evaluation} />
      </details>
      {unjudged.length > 0 && (
        <details>
          <summary>另外 {unjudged.length} 种营养素</summary>
          <ul class={css.bars}>{unjudged.map(drawNutrient)}</ul>
        </details>
      )}
    </>
  );
}

const drawBar = (nutrient: Nutrient) => <FigureBar {...nutrient} key={nutrient.key} />;

function OtherTotals({ group, totals, budget }: Omit<FiguresProps, 'drawNutrient'>) {
  const { kinds: foodKindCount, salt, cost } = totals;
  const { protein, fat, carbohydrate } = group.average.energyShares;
  const gapText = cost && cost.missingCount > 0 ? `，${cost.missingCount} 种食材没有价格` : '';
  const costText = cost && `${formatYuan(cost.value)}${budget ? `，预算 ${budget} 元` : ''}${gapText}`;
  const energyText = `蛋白质 ${formatPercent(protein)}，脂肪 ${formatPercent(fat)}，碳水 ${formatPercent(carbohydrate)}`;
  const sums: { name: string; text: string; unpricedFoods?: string }[] = [
    { name: '食物种类', text: `${formatFigure(foodKindCount)} 种，一周 ${group.week.kinds} 种` },
    { name: '食盐（全部钠折算）', text: `${formatFigure(salt)} g` },
    ...(costText ? [{ name: '成本', text: costText, unpricedFoods: cost.missing.join('、') }] : []),
    { name: '供能', text: energyText },
  ];
  return (
    <dl class={css.sums}>
      {sums.map(({ name, text, unpricedFoods }) => (
        <div key={name} title={unpricedFoods}>
          <dt>{name}</dt>
          <dd>
            {text} {unpricedFoods && !isPlatform() && <a href="/w/ingredient">去填价格</a>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How long a bar is in relation to a bound of its range. The rest is room for a figure that is too high. */
const [LENGTH_PER_MAX, LENGTH_PER_MIN] = [1.25, 1.6];

/** A bar with a value and its range: the recommended part is green. Screen readers skip it. */
function RangeBar({ value, min, max, tone }: Omit<Figure, 'judgement'> & { readonly tone: Tone }) {
  const scaleEnd = Math.max(value, (max ?? 0) * LENGTH_PER_MAX, (min ?? 0) * LENGTH_PER_MIN) || 1;
  const percent = (amount: number) => `${Math.min(100, (amount / scaleEnd) * 100)}%`;
  const [rangeStart, rangeEnd] = [Math.min(min ?? 0, scaleEnd), Math.min(max ?? scaleEnd, scaleEnd)];
  const track = { y: 6, height: 4, rx: 2 };
  return (
    <svg class={`range-bar ${tone}`} aria-hidden="true">
      <rect {...track} width="100%" fill="var(--line)" />
      {(min ?? max) !== undefined && (
        <rect {...track} x={percent(rangeStart)} width={percent(rangeEnd - rangeStart)} fill="var(--green-soft)" />
      )}
      <circle cx={percent(value)} cy={8} r={4} fill="currentcolor" />
    </svg>
  );
}
