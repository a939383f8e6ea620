import { useComputed } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { holds } from '../../api/session.ts';
import { day as dayName, figure, percent, today, yuan } from '../../parts/format.ts';
import { Steps } from '../../parts/steps.tsx';
import { toast } from '../../parts/toast.tsx';
import { UnmetHere } from './dialogs/plan-dialog.tsx';
import { useDragging, useDropping, useDrops } from './dragging.ts';
import { focusFirst, focusStop, pressKey, SEARCH_ID } from './keys.ts';
import * as css from './planner.module.css';
import { type ItemProps, type Planning, type PlanningProps, shortWarning } from './planning.ts';
import { dateOf, daysOf, itemsAt, keyOf, mealNames, type Place, placeName, type Spot, weekdayOf } from './week.ts';

/** The week: days across, meals down, in each place what is served there. */
export function WeekGrid({ planning }: PlanningProps) {
  const { open } = planning;
  useDrops(planning);
  useLayoutEffect(() => {
    if (planning.wanted !== undefined) focusStop(planning.wanted);
    planning.wanted = undefined;
  });
  const numbers = daysOf(open.head.value);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the keys are those of the buttons within
    <table class={css.week} onKeyDown={(event) => pressKey(planning, event)}>
      <caption class="hidden">一周的菜：方向键移动，Enter 添加，Alt 加方向键搬动，Delete 移除</caption>
      <thead>
        <tr>
          <td />
          {numbers.map((day) => (
            <DayHead key={day} planning={planning} day={day} />
          ))}
        </tr>
      </thead>
      <tbody>
        {open.week.value.meals.map((meal) => (
          <tr key={meal}>
            <th scope="row">{mealNames[meal]}</th>
            {numbers.map((day) => (
              <PlaceCell key={day} planning={planning} place={{ day, meal }} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What sets a day apart: today, a day off, and the one that a narrow window shows. */
function classOf(planning: Planning, day: number): string {
  const isToday = dateOf(planning.open.head.value, day) === today();
  const isOff = planning.daysOff.has(day);
  return [isToday && css.today, isOff && css.off, planning.dayShown === day && css.shown].filter(Boolean).join(' ');
}

function DayHead({ planning, day }: PlanningProps & { readonly day: number }) {
  const { start } = planning.open.head.value;
  const date = dateOf({ start }, day);
  const found = planning.level?.days.find((one) => one.day === day);
  const energy = found?.nutrients.find(({ key }) => key === 'energy');
  const isChosen = planning.day.value === day;
  const notes = [date === today() && '今天', planning.daysOff.has(day) && '休'].filter(Boolean).join(' ');
  return (
    <th scope="col" class={classOf(planning, day)}>
      <button
        type="button"
        aria-pressed={isChosen}
        title={isChosen ? '看每日平均' : '只看这一天'}
        onClick={() => (planning.day.value = isChosen ? undefined : day)}
      >
        <b>{weekdayOf({ start }, day)}</b> <span class={css.date}>{dayName(date)}</span>{' '}
        <span class="good">{notes}</span>
      </button>
      <p class="faint">
        {energy ? `${figure(energy.value)} ${energy.unit}` : '—'}
        {found?.cost && ` · ${yuan(found.cost.value)}`}
      </p>
    </th>
  );
}

type PlaceProps = PlanningProps & { readonly place: Place };

function PlaceCell({ planning, place }: PlaceProps) {
  const isEditable = planning.open.isEditable.value;
  const items = itemsAt(planning.open.week.value.items, place);
  const isEmpty = isEditable && items.length === 0;
  const ref = useDropping<HTMLTableCellElement>(isEditable ? { place } : undefined);
  return (
    <td ref={ref} class={classOf(planning, place.day)}>
      <div class={isEmpty ? `${css.place} empty` : css.place}>
        {items.map((item) => (
          <DishCard key={keyOf(item)} planning={planning} item={item} />
        ))}
        <UnmetHere planner={planning.planner} place={place} />
        {isEditable && <AddHere planning={planning} place={place} text={isEmpty ? '拖入菜品，或按 Enter' : '＋'} />}
        {isEmpty && holds(30) && <FillPlace planning={planning} place={place} />}
      </div>
    </td>
  );
}

/** What makes a button a stop of the week: it is chosen with the focus. */
function useStop({ open, stop }: Planning, { day, meal, dish }: Spot) {
  const key = keyOf({ day, meal, dish });
  // Drawn by themselves: where the focus is changes often, all else of the week seldom.
  const tabIndex = useComputed(() => (stop.value === key ? 0 : -1));
  const isChosen = useComputed(() => stop.value === key && open.selected.value !== undefined);
  const choose = () => (open.selected.value = { day, meal, dish });
  return { 'data-stop': key, tabIndex, 'aria-pressed': isChosen, onFocus: choose };
}

/** The way into a place: what is chosen in the list then comes here. */
function AddHere({ planning, place, text }: PlaceProps & { readonly text: string }) {
  const stop = useStop(planning, place);
  const click = () => {
    stop.onFocus();
    focusFirst(`#${SEARCH_ID}`);
  };
  return (
    <button type="button" class={`${css.add} faint`} {...stop} onClick={click}>
      <span class="hidden">{placeName(planning.open.week.value, place)} 添加菜品</span>
      <span aria-hidden="true">{text}</span>
    </button>
  );
}

/** Lets the service plan one empty place; all else of the week stays as it is. */
function FillPlace({ planning: { open, planner, take }, place }: PlaceProps) {
  const about = ` ${placeName(open.week.value, place)}`;
  const fill = async () => {
    const planned = await planner.planFor(place);
    if (planned.length === 0) toast('没有找到合适的菜，请自己选一道。');
    else take({ items: [...open.week.value.items, ...planned], step: `替我排${about}` });
  };
  return <Steps about={about} steps={[{ text: '替我排', kind: 'button', act: fill }]} />;
}

/** A dish in its place: how much of it, what is to be warned of, who gets it, and its share of what is asked about. */
function DishCard({ planning, item }: ItemProps) {
  const { open } = planning;
  const { name, groups, locked } = item;
  const key = keyOf(item);
  const isEditable = open.isEditable.value;
  const ref = useDropping<HTMLButtonElement>(isEditable ? { place: item, before: item.dish } : undefined);
  useDragging(ref, isEditable ? { item } : undefined);
  const stop = useStop(planning, item);
  const share = planning.shares.value.get(key);
  const [grams, energy] = [planning.gramsOf(item), planning.energyOf(item)];
  const warnings = planning.warnings.value.get(key) ?? [];
  const warned = [...new Set(warnings.map(shortWarning))].join(' ');
  const isNew = planning.planner.changed.has(key);
  const noted = [groups && `只给${groups.join('、')}`, locked && '锁定', isNew && '新排'].filter(Boolean).join(' ');
  const isAsked = planning.shares.value.size > 0;
  return (
    <button
      ref={ref}
      type="button"
      class={`row ${css.dish}`}
      {...stop}
      title={[energy !== undefined && `${figure(energy)} kJ`, ...warnings.map(({ text }) => text)]
        .filter(Boolean)
        .join('\n')}
      style={share === undefined ? undefined : { '--share': Math.min(1, share * 10) }}
      // Enter leads on to what can be done with it; Safari focuses no button that is clicked.
      onClick={({ detail, currentTarget }) =>
        detail === 0 ? focusFirst('[data-chosen] button') : currentTarget.focus()
      }
    >
      <span class={css.name}>{name}</span>
      <span class="hidden">{placeName(open.week.value, item)}</span>
      <span class="faint">
        {isAsked && share !== undefined && percent(share)}
        {!isAsked && (grams > 0 ? figure(grams) : `${item.portion} 份`)}
        {!isAsked && grams > 0 && ' g'}
        {!isAsked && energy !== undefined && <span aria-hidden="true"> {figure(energy)} kJ</span>}
      </span>
      {warned && <span class={`${css.note} low`}>{warned}</span>}
      {noted && <span class={`${css.note} good`}>{noted}</span>}
    </button>
  );
}
