import { useComputed } from '@preact/signals';
import { figure, percent } from '../../parts/format.ts';
import { useDragging, useDropping } from './dragging.ts';
import { focusChosen } from './keys.ts';
import { placeName } from './place.ts';
import { type PlanningProps, shortWarning } from './planning.ts';
import { type Item, keyOf } from './week.ts';

interface CardProps extends PlanningProps {
  readonly item: Item;
}

/** A dish in its place: how much of it, what is to be warned of, who gets it, and its share of what is asked about. */
export function DishCard({ planning, item }: CardProps) {
  const { open } = planning;
  const { day, meal, dish, name, groups, locked } = item;
  const key = keyOf(item);
  const place = { day, meal };
  const isEditable = open.isEditable.value;
  const ref = useDropping<HTMLButtonElement>(isEditable ? { place, before: dish } : undefined);
  useDragging(ref, isEditable ? { item } : undefined);
  // Drawn by themselves: where the focus is changes often, all else of the card seldom.
  const tab = useComputed(() => (planning.stop.value === key ? 0 : -1));
  const isChosen = useComputed(() => planning.stop.value === key && open.selected.value !== undefined);
  const share = planning.shares.value.get(key);
  const grams = planning.gramsOf(item);
  const warnings = planning.warnings.value.get(key) ?? [];
  const shorts = new Set(warnings.map(shortWarning));
  const isNew = planning.planner.changed.has(key);
  const notes = [...shorts, groups && `只给${groups.join('、')}`, locked && '锁定', isNew && '新排'].filter(Boolean);
  const isAsked = planning.shares.value.size > 0;
  return (
    <button
      ref={ref}
      type="button"
      class="row dish"
      data-stop={key}
      tabIndex={tab}
      aria-pressed={isChosen}
      title={warnings.map(({ text }) => text).join('\n') || undefined}
      style={share === undefined ? undefined : { '--share': Math.min(1, share * 10) }}
      onFocus={() => (open.selected.value = { day, meal, dish })}
      // Enter leads on to what can be done with it; Safari focuses no button that is clicked.
      onClick={({ detail, currentTarget }) => (detail === 0 ? focusChosen() : currentTarget.focus())}
    >
      <span class="name">{name}</span>
      <span class="hidden">{placeName(open.week.value, place)}</span>
      <span class="faint">
        {isAsked && (share === undefined ? '' : percent(share))}
        {!isAsked && (grams > 0 ? figure(grams) : `${item.portion} 份`)}
        {!isAsked && grams > 0 && <span class="hidden"> g</span>}
      </span>
      {notes.map((note) => (
        <span key={note} class={`note ${shorts.has(`${note}`) ? 'low' : 'good'}`}>
          {note}
        </span>
      ))}
    </button>
  );
}
