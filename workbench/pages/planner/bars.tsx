import type { ComponentChildren } from 'preact';
import { figure, percent, yuan } from '../../parts/format.ts';
import * as css from './planner.module.css';
import type { Analysis } from './stored-menu.ts';

export type Level = Analysis['levels'][number];
/** What a group gets on the mean day, or on one day. */
export type Found = Level['days'][number] | Level['average'];
export type Nutrient = Found['nutrients'][number];
type Figure = Pick<Nutrient, 'value' | 'min' | 'max' | 'judgement'>;

/** How far a figure is off its range, as people say it. */
export function verdictOf({ judgement, value, min, max }: Figure): { text: string; tone: string } {
  if (judgement === '不足') return { text: `还差 ${figure((min ?? value) - value)}`, tone: 'low' };
  if (judgement === '过量') return { text: `多 ${figure(value - (max ?? value))}`, tone: 'high' };
  return { text: judgement ?? '', tone: judgement === '适量' ? 'good' : 'faint' };
}

interface BarProps extends Figure {
  readonly name: string;
  readonly unit?: string;
  readonly title?: string;
  /** Whether one asks what brings it; absent: one cannot. */
  readonly isAsked?: boolean;
  readonly onAsk?: () => void;
}

/** A figure on its range, and how far it is off. */
export function Bar({ name, unit = 'g', title, isAsked, onAsk, ...figures }: BarProps) {
  const { text, tone } = verdictOf(figures);
  const parts = (
    <>
      <span>
        {name.replace('（RAE）', '')} <small>{unit.replace(' RAE', '')}</small>
      </span>
      <RangeBar {...figures} tone={tone} />
      <span class="number">{figure(figures.value)}</span>
      <b class={tone}>{text}</b>
    </>
  );
  if (!onAsk) return <li class={css.bar}>{parts}</li>;
  return (
    <li>
      <button type="button" class={css.bar} aria-pressed={isAsked} title={title} onClick={onAsk}>
        {parts}
      </button>
    </li>
  );
}

/** Food categories: their amounts are the least, those of these names the most. */
const most = ['植物油', '盐', '糖'];

function Categories({ categories }: { readonly categories: Found['categories'] }) {
  return (
    <ul class={css.bars} aria-label="食物类别">
      {categories.map(({ amount, ...one }) => (
        <Bar key={one.name} {...one} {...(most.includes(one.name) ? { max: amount } : { min: amount })} />
      ))}
    </ul>
  );
}

interface FiguresProps {
  readonly level: Level;
  readonly found: Found;
  /** Draws the bar of a nutrient; absent: one cannot ask what brings it. */
  readonly draw?: (nutrient: Nutrient) => ComponentChildren;
  /** The most yuan per head and day, as it is typed for a plan. */
  readonly budget?: string | undefined;
  readonly children?: ComponentChildren;
}

/** What a group gets, on the mean day or on one day. */
export function Figures({ level, found, budget, draw = drawBar, children }: FiguresProps) {
  const isJudged = ({ judgement }: Nutrient) => !level.judged || judgement !== undefined;
  const others = found.nutrients.filter((one) => !isJudged(one));
  return (
    <>
      {!level.judged && <p class="notice warn">营养标准里没有「{level.level}」，只列出含量。</p>}
      <ul class={css.bars}>{found.nutrients.filter(isJudged).map(draw)}</ul>
      {children}
      <Sums {...{ level, found, budget }} />
      {found.categories.length > 0 && <Categories categories={found.categories} />}
      {others.length > 0 && (
        <details>
          <summary>另外 {others.length} 种营养素</summary>
          <ul class={css.bars}>{others.map(draw)}</ul>
        </details>
      )}
    </>
  );
}

const drawBar = (one: Nutrient) => <Bar {...one} key={one.key} />;

/** Kinds, salt, cost and energy shares. */
function Sums({ level, found: { kinds, salt, cost }, budget }: Omit<FiguresProps, 'draw'>) {
  const { protein, fat, carbohydrate } = level.average.energyShares;
  const gap = cost && cost.missingCount > 0 ? `，${cost.missingCount} 种食材没有价格` : '';
  const priced = cost && `${yuan(cost.value)}${budget ? `，预算 ${budget} 元` : ''}${gap}`;
  const sums: [name: string, told: string | undefined, title?: string | undefined][] = [
    ['食物种类', `${figure(kinds)} 种，一周 ${level.week.kinds} 种`],
    ['食盐', `${figure(salt)} g`],
    ['成本', priced, cost?.missing.join('、')],
    ['供能', `蛋白质 ${percent(protein)}，脂肪 ${percent(fat)}，碳水 ${percent(carbohydrate)}`],
  ];
  return (
    <dl class={css.sums}>
      {sums.map(
        ([name, told, title]) =>
          told && (
            <div key={name} title={title}>
              <dt>{name}</dt>
              <dd>{told}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A value on its range, as on the wall: the recommended part is green, the value a point. For the eye alone. */
function RangeBar({ value, min, max, tone }: Omit<Figure, 'judgement'> & { readonly tone: string }) {
  const end = Math.max(value, (max ?? 0) * 1.25, (min ?? 0) * 1.6) || 1;
  const share = (amount: number) => `${Math.min(100, (amount / end) * 100)}%`;
  return (
    <div class={`range-bar ${tone}`} aria-hidden="true">
      {(min !== undefined || max !== undefined) && (
        <div
          class="range"
          style={{ left: share(min ?? 0), width: `calc(${share(max ?? end)} - ${share(min ?? 0)})` }}
        />
      )}
      <div class="mark" style={{ left: share(value) }} />
    </div>
  );
}
