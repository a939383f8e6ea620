import { useState } from 'preact/hooks';
import { ChooseSome } from '../../parts/choices.tsx';
import { figure } from '../../parts/format.ts';
import { Steps } from '../../parts/steps.tsx';
import { ReplaceDish } from './dialogs/replace-dish.tsx';
import { useDropping } from './dragging.ts';
import { removeItem } from './keys.ts';
import { daysOf, isSamePlace, placeName } from './place.ts';
import type { ItemProps, PlanningProps } from './planning.ts';
import { keyOf, move, setGroups, toggleLock } from './week.ts';

/** What can be done with the dish that is chosen; while one is dragged, the way to drop it out of the week. */
export function ChosenDish({ planning }: PlanningProps) {
  const [isReplacing, setReplacing] = useState(false);
  const { chosen: item, open } = planning;
  if (planning.isDragging.value) return <WayOut />;
  if (!item || !open.isEditable.value) return null;
  const lock = () => planning.take(toggleLock(open.week.value, item));
  return (
    <>
      <section class="row chosen" aria-label="选中的菜">
        <p>
          <b>{item.name}</b> <span class="faint">{placeName(open.week.value, item)}</span>
        </p>
        <Portion planning={planning} item={item} />
        <Groups planning={planning} item={item} />
        <div class="actions">
          <MoveTo planning={planning} item={item} />
          <Steps
            steps={[
              { text: '替换', kind: 'button', act: () => setReplacing(true) },
              { text: item.locked ? '解锁' : '锁定', kind: 'button', act: lock },
              { text: '移除', kind: 'danger', act: () => removeItem(planning, item) },
            ]}
          />
        </div>
      </section>
      {isReplacing && <ReplaceDish planning={planning} item={item} onClose={() => setReplacing(false)} />}
    </>
  );
}

function WayOut() {
  const ref = useDropping<HTMLElement>({ out: true });
  return (
    <section ref={ref} class="chosen empty high" aria-label="移除">
      拖到这里移除
    </section>
  );
}

function Portion({ planning, item }: ItemProps) {
  const grams = planning.gramsOf(item);
  return (
    <fieldset class="row" aria-label="份量">
      <button type="button" aria-label="少一点" onClick={() => planning.changePortion(item, -1)}>
        −
      </button>
      <output>
        {item.portion} 份{grams > 0 && <small> {figure(grams)} g</small>}
      </output>
      <button type="button" aria-label="多一点" onClick={() => planning.changePortion(item, 1)}>
        +
      </button>
    </fieldset>
  );
}

/** Who gets it, where not all eat the same. */
function Groups({ planning: { open, take }, item }: ItemProps) {
  const names = open.head.value.groups.map(({ name }) => name);
  if (names.length < 2) return null;
  const give = (some: string[]) => take(setGroups(open.week.value, item, some.length === names.length ? [] : some));
  const choices = names.map((name) => ({ value: name, text: name }));
  return <ChooseSome label="给" choices={choices} values={item.groups ?? names} onValues={give} />;
}

/** All other places of the week: the way for fingers, which drag nothing. */
function MoveTo({ planning: { open, take }, item }: ItemProps) {
  const week = open.week.value;
  const all = daysOf(week).flatMap((day) => week.meals.map((meal) => ({ day, meal })));
  const places = all.filter((place) => !isSamePlace(place, item));
  const go = (key: string) => {
    const place = places.find((one) => keyOf(one) === key);
    if (place) take(move(week, item, place), { ...place, dish: item.dish });
  };
  return (
    <select aria-label="移动到…" value="" onChange={({ currentTarget }) => go(currentTarget.value)}>
      <option value="">移动到…</option>
      {places.map((place) => (
        <option key={keyOf(place)} value={keyOf(place)}>
          {placeName(week, place)}
        </option>
      ))}
    </select>
  );
}
