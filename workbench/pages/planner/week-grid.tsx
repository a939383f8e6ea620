import { useComputed } from '@preact/signals';
import type { TargetedMouseEvent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { may } from '../../api/session.ts';
import { Actions, showToast } from '../../parts/actions.tsx';
import { formatDay, today } from '../../parts/dates.ts';
import { formatEnergy } from '../../parts/energy.ts';
import { formatFigure, formatPercent, formatYuan } from '../../parts/format.ts';
import { UnmetList } from './dialogs/plan-dialog.tsx';
import { useDraggable, useDrops, useDropTarget } from './dragging.ts';
import { focusFirst, focusTabStop, handleWeekKey, SEARCH_ID } from './keys.ts';
import { isUrgent } from './menu-calls.ts';
import type { MenuProps } from './open-menu.ts';
import * as css from './planner.module.css';
import { type ItemProps, type Planning, type PlanningProps, shortenWarning } from './planning.ts';
import * as weeks from './week.ts';

/** The week as a table: a column for each day, a row for each meal. */
export function WeekGrid({ planning }: PlanningProps) {
  const { menu } = planning;
  useDrops(planning);
  useLayoutEffect(() => {
    if (planning.nextFocus !== undefined) focusTabStop(planning.nextFocus);
    planning.nextFocus = undefined;
  });
  const dayNumbers = weeks.listDayNumbers(menu.facts.value);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the keys are those of the buttons within
    <table class={css.week} onKeyDown={(event) => handleWeekKey(planning, event)}>
      <caption class="hidden">一周的菜：方向键移动，Enter 添加，Alt 加方向键搬动，Delete 移除</caption>
      <thead>
        <tr>
          <td />
          {dayNumbers.map((day) => (
            <DayHead key={day} planning={planning} day={day} />
          ))}
        </tr>
      </thead>
      <tbody>
        {menu.week.value.meals.map((meal) => (
          <tr key={meal}>
            <th scope="row">{weeks.mealNames[meal]}</th>
            {dayNumbers.map((day) => (
              <SlotCell key={day} planning={planning} slot={{ day, meal }} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function listDayClasses(planning: Planning, day: number): string {
  const isToday = weeks.dateOf(planning.menu.facts.value, day) === today();
  const isShown = planning.narrowWindowDay === day;
  return [isToday && css.today, planning.daysOff.has(day) && css.off, isShown && css.shown].filter(Boolean).join(' ');
}

function DayHead({ planning, day }: PlanningProps & { readonly day: number }) {
  const { start } = planning.menu.facts.value;
  const date = weeks.dateOf({ start }, day);
  const totals = planning.group?.days.find((totals) => totals.day === day);
  const energy = totals?.nutrients.find(({ key }) => key === 'energy');
  const isChosen = planning.shownDay.value === day;
  const toggle = () => (planning.shownDay.value = isChosen ? undefined : day);
  const notes = [date === today() && '今天', planning.daysOff.has(day) && '休'].filter(Boolean).join(' ');
  return (
    <th scope="col" class={listDayClasses(planning, day)}>
      <button type="button" aria-pressed={isChosen} title={isChosen ? '看每日平均' : '只看这一天'} onClick={toggle}>
        <b>{weeks.weekdayOf({ start }, day)}</b> <span class={css.date}>{formatDay(date)}</span>{' '}
        <span class="good">{notes}</span>
      </button>
      <p class="faint">
        {energy ? formatEnergy(energy.value) : '—'}
        {totals?.cost && ` ${formatYuan(totals.cost.value)}`}
      </p>
      <Comments menu={planning.menu} part={{ day }} />
    </th>
  );
}

function Comments({ menu, part }: MenuProps & { readonly part: Partial<weeks.Selection> }) {
  return weeks
    .listComments(menu.facts.value.comments, part)
    .map((text) => <span key={text} class={`${css.note} high`}>{`意见：${text}`}</span>);
}

const FULL_TINT_SHARE = 0.1; // A dish with this share of the nutrient, or more, is tinted fully.
type SlotProps = PlanningProps & { readonly slot: weeks.Slot };

function SlotCell({ planning, slot }: SlotProps) {
  const isEditable = planning.menu.isEditable.value;
  const items = weeks.listItemsIn(planning.menu.week.value.items, slot);
  const isEmpty = isEditable && items.length === 0;
  const ref = useDropTarget<HTMLTableCellElement>(isEditable ? { slot } : undefined);
  return (
    <td ref={ref} class={listDayClasses(planning, slot.day)}>
      <div class={isEmpty ? `${css.place} empty` : css.place}>
        {items.map((item) => (
          <DishCard key={weeks.partKey(item)} planning={planning} item={item} />
        ))}
        <Comments menu={planning.menu} part={slot} />
        <UnmetList planner={planning.planner} slot={slot} />
        {isEditable && <AddButton planning={planning} slot={slot} text={isEmpty ? '点这里选菜，或拖入' : '＋'} />}
        {isEmpty && may('menu.create') && <FillSlot planning={planning} slot={slot} />}
      </div>
    </td>
  );
}

/** The attributes of a button that is a tab stop of the week. Focusing it selects its item or slot. */
function useTabStop({ menu, tabStop }: Planning, { day, meal, dish }: weeks.Selection) {
  const key = weeks.partKey({ day, meal, dish });
  // Computed signals, so that moving the focus does not render the whole week.
  const tabIndex = useComputed(() => (tabStop.value === key ? 0 : -1));
  const isChosen = useComputed(() => tabStop.value === key && menu.selected.value !== undefined);
  const select = () => (menu.selected.value = { day, meal, dish });
  return { 'data-stop': key, tabIndex, 'aria-pressed': isChosen, onFocus: select };
}

function AddButton({ planning, slot, text }: SlotProps & { readonly text: string }) {
  const stop = useTabStop(planning, slot);
  const selectAndSearch = () => {
    stop.onFocus();
    focusFirst(`#${SEARCH_ID}`);
  };
  return (
    <button type="button" class={`${css.add} faint`} {...stop} onClick={selectAndSearch}>
      <span class="hidden">{weeks.describeSlot(planning.menu.week.value, slot)} 添加菜品</span>
      <span aria-hidden="true">{text}</span>
    </button>
  );
}

function FillSlot({ planning: { menu, planner, applyEdit }, slot }: SlotProps) {
  const target = ` ${weeks.describeSlot(menu.week.value, slot)}`;
  const fillSlot = async () => {
    const planned = await planner.planSlot(slot);
    if (planned.length === 0) showToast('没有找到合适的菜，请自己选一道。');
    else applyEdit({ items: [...menu.week.value.items, ...planned], summary: `替我排${target}` });
  };
  return <Actions target={target} actions={[{ text: '替我排', kind: 'button', run: fillSlot }]} />;
}

function DishCard({ planning, item }: ItemProps) {
  const { menu } = planning;
  const { name, groups, locked } = item;
  const key = weeks.partKey(item);
  const isEditable = menu.isEditable.value;
  const ref = useDropTarget<HTMLButtonElement>(isEditable ? { slot: item, beforeDish: item.dish } : undefined);
  useDraggable(ref, isEditable ? { item } : undefined);
  const stop = useTabStop(planning, item);
  const share = planning.shareByKey.value.get(key);
  const [grams, energy] = [planning.sumGrams(item), planning.sumEnergy(item)];
  const amount = grams > 0 ? `${formatFigure(grams)} g` : `${item.portion} 份`;
  const warnings = planning.warningsByKey.value.get(key) ?? [];
  const warningText = [...new Set(warnings.map(shortenWarning))].join(' ');
  const warningTone = warnings.some(isUrgent) ? 'high' : 'low';
  const isNew = planning.planner.addedKeys.has(key);
  const hasShares = planning.shareByKey.value.size > 0;
  const energyText = energy === undefined ? '' : formatEnergy(energy);
  const title = [energyText, ...warnings.map(({ text }) => text)].filter(Boolean).join('\n');
  // Enter moves the focus to the actions. Safari does not focus a clicked button by itself.
  const onClick = ({ detail, currentTarget }: TargetedMouseEvent<HTMLButtonElement>) =>
    detail === 0 ? focusFirst('[data-chosen] button') : currentTarget.focus();
  return (
    <button
      {...{ ref, type: 'button', title, ...stop, onClick }}
      class={`row ${css.dish} ${isNew ? css.planned : ''}`}
      style={share === undefined ? undefined : { '--share': Math.min(1, share / FULL_TINT_SHARE) }}
    >
      <span class={css.name}>{name}</span>
      <span class="hidden">{weeks.describeSlot(menu.week.value, item)}</span>
      <span class={`${css.amount} faint`}>
        {hasShares ? share !== undefined && formatPercent(share) : amount}
        {!hasShares && energyText && <span aria-hidden="true"> {energyText.replace(/（.*/, '')}</span>}
      </span>
      {warningText && <span class={`${css.note} ${warningTone}`}>{warningText}</span>}
      {groups && <span class={`${css.note} good`}>只给{groups.join('、')}</span>}
      {locked && <small class="good">锁定</small>}
      {isNew && <span class="hidden">新排</span>}
      <Comments menu={menu} part={item} />
    </button>
  );
}
