import type { ComponentChildren } from 'preact';
import { isPlatform } from '../../api/session.ts';
import { formatSecondUnit, toShownUnit } from '../../parts/energy.ts';
import { EvaluationTable } from '../../parts/findings.tsx';
import { formatFigure, formatPercent, formatYuan, nameCategory, toPercent } from '../../parts/format.ts';
import type { Analysis } from './menu-calls.ts';
import * as css from './planner.module.css';

/** The analysis of a group. */
export type Level = Analysis['levels'][number];
/** The totals of a group, on the average day or on one day. */
export type Totals = Level['days'][number] | Level['average'];
export type Nutrient = Totals['nutrients'][number];
type Figure = Pick<Nutrient, 'value' | 'min' | 'max' | 'judgement'>;

/** Describes how far a figure is outside its range. */
export function describeVerdict({ judgement, value, min, max }: Figure): { text: string; tone: string } {
  if (judgement === '不足') return { text: `还差 ${formatFigure((min ?? value) - value)}`, tone: 'low' };
  if (judgement === '过量') return { text: `多 ${formatFigure(value - (max ?? value))}`, tone: 'high' };
  return { text: judgement ?? '', tone: judgement === '适量' ? 'good' : 'faint' };
}

type BarProps = Figure & { name: string; unit?: string; title?: string; isSelected?: boolean; onSelect?: () => void };

/** A figure with its range and its verdict. With `onSelect` it is a button that shows the contributions to it. */
export function Bar({ name, title, isSelected, onSelect, ...amounts }: BarProps) {
  const figure = toShownUnit({ unit: 'g', ...amounts });
  const { text, tone } = describeVerdict(figure);
  const content = (
    <>
      <span>
        {/* There is no room for the activity equivalents in which vitamin A is counted. */}
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

/** The food categories whose amount is a maximum. For the others it is a minimum. */
const maximumCategories = ['植物油', '盐', '糖'];

interface FiguresProps {
  readonly level: Level;
  readonly totals: Totals;
  /** Draws the bar of a nutrient; absent: a bar that cannot be clicked. */
  readonly drawNutrient?: (nutrient: Nutrient) => ComponentChildren;
  /** The typed budget in yuan per person and day. */
  readonly budget?: string | undefined;
  readonly children?: ComponentChildren;
}

/** All totals of a group, on the average day or on one day. */
export function GroupFigures({ level, totals, budget, drawNutrient = drawBar, children }: FiguresProps) {
  const isJudged = ({ judgement }: Nutrient) => !level.judged || judgement !== undefined;
  const unjudged = totals.nutrients.filter((nutrient) => !isJudged(nutrient));
  // The average day alone has them.
  const { judgedShares = [] }: Partial<Level['average']> = totals;
  return (
    <>
      {!level.judged && (
        <p class="notice warn">没有选营养标准，或者标准里没有「{level.level}」，只列出含量。在「食谱设置」里选。</p>
      )}
      <ul class={css.bars}>{totals.nutrients.filter(isJudged).map(drawNutrient)}</ul>
      {children}
      <OtherTotals {...{ level, totals, budget }} />
      {judgedShares.length > 0 && (
        <ul class={css.bars} aria-label="供能比">
          {judgedShares.map(toPercent).map((share) => (
            <Bar {...share} key={share.name} />
          ))}
        </ul>
      )}
      {totals.categories.length > 0 && (
        <ul class={css.bars} aria-label="食物类别">
          {totals.categories.map(({ name, amount, ...category }) => {
            const bound = maximumCategories.includes(name) ? { max: amount } : { min: amount };
            return <Bar key={name} {...category} {...bound} name={nameCategory(name)} />;
          })}
        </ul>
      )}
      <details>
        <summary>膳食评价</summary>
        <EvaluationTable evaluation={level.average.evaluation} />
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

const drawBar = (nutrient: Nutrient) => <Bar {...nutrient} key={nutrient.key} />;

function OtherTotals({ level, totals: { kinds, salt, cost }, budget }: Omit<FiguresProps, 'drawNutrient'>) {
  const { protein, fat, carbohydrate } = level.average.energyShares;
  const gapText = cost && cost.missingCount > 0 ? `，${cost.missingCount} 种食材没有价格` : '';
  const costText = cost && `${formatYuan(cost.value)}${budget ? `，预算 ${budget} 元` : ''}${gapText}`;
  const energyText = `蛋白质 ${formatPercent(protein)}，脂肪 ${formatPercent(fat)}，碳水 ${formatPercent(carbohydrate)}`;
  const sums: { name: string; text: string; title?: string }[] = [
    { name: '食物种类', text: `${formatFigure(kinds)} 种，一周 ${level.week.kinds} 种` },
    { name: '食盐（全部钠折算）', text: `${formatFigure(salt)} g` },
    ...(costText ? [{ name: '成本', text: costText, title: cost.missing.join('、') }] : []),
    { name: '供能', text: energyText },
  ];
  return (
    <dl class={css.sums}>
      {sums.map(({ name, text, title }) => (
        <div key={name} title={title}>
          <dt>{name}</dt>
          <dd>
            {text} {title && !isPlatform() && <a href="/w/ingredient">去填价格</a>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A bar with a value and its range: the recommended part is green. Screen readers skip it. */
function RangeBar({ value, min, max, tone }: Omit<Figure, 'judgement'> & { readonly tone: string }) {
  // Beyond the range there is room for a figure that is too high.
  const scaleEnd = Math.max(value, (max ?? 0) * 1.25, (min ?? 0) * 1.6) || 1;
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
