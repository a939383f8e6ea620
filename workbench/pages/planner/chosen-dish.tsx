import { useState } from 'preact/hooks';
import { api, type Schemas, send } from '../../api/client.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { ChooseOne, ChooseSome } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { figure } from '../../parts/format.ts';
import { Steps } from '../../parts/steps.tsx';
import { useDropping } from './dragging.ts';
import { removeItem } from './keys.ts';
import * as css from './planner.module.css';
import type { ItemProps, PlanningProps } from './planning.ts';
import * as steps from './week.ts';
import { daysOf, type Item, isSamePlace, itemAt, keyOf, type Outcome, placeName } from './week.ts';

/** What can be done with the dish that is chosen; while one is dragged, the way to drop it out of the week. */
export function ChosenDish({ planning }: PlanningProps) {
  const [isReplacing, setReplacing] = useState(false);
  const { chosen: item, open } = planning;
  if (planning.isDragging.value) return <WayOut />;
  if (!item || !open.isEditable.value) return null;
  const lock = () => planning.take(steps.toggleLock(open.week.value, item));
  return (
    <>
      <section data-chosen class={`row ${css.chosen}`} aria-label="选中的菜">
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
    <section ref={ref} class={`${css.chosen} empty high`} aria-label="移除">
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
  const give = (some: string[]) =>
    take(steps.setGroups(open.week.value, item, some.length === names.length ? [] : some));
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
    if (place) take(steps.move(week, item, place), { ...place, dish: item.dish });
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

type Alternative = Schemas['Alternative'];
type Change = Alternative['changes'][number]['figures'][number];

/** The dishes that do best in the place of another one, for all who get it or for one group with a diet of its own. */
function ReplaceDish({ planning, item, onClose }: ItemProps & { readonly onClose: () => void }) {
  const { open } = planning;
  const { day, meal, dish } = item;
  const eaters = item.groups ?? open.head.value.groups.map(({ name }) => name);
  const harmed = planning.warnings.value.get(keyOf(item))?.find(({ kind }) => kind === 'allergen')?.group;
  const [who, setWho] = useState(eaters.length > 1 ? (harmed ?? '') : '');
  const query = { id: open.id, day, meal, dish, library: 'true' } as const;
  const asked = useAsked(`alternatives ${keyOf(item)}`, () =>
    open.inTurn(() => send(api.GET('/api/menu/alternatives', { params: { query } }))),
  );
  const choose = (other: Alternative) => {
    const week = open.week.value;
    const outcome =
      who === '' ? steps.replace(week, item, other) : substitute(week, { ...item, groups: eaters }, who, other);
    if (planning.take(outcome, { day, meal, dish: other.dish })) onClose();
  };
  const whom = ['', ...eaters].map((name) => ({ value: name, text: name || '所有人' }));
  return (
    <Dialog title={`${placeName(open.week.value, item)}的「${item.name}」换成…`} onClose={onClose} close="不换">
      {eaters.length > 1 && <ChooseOne label="给谁换" choices={whom} value={who} onValue={setWho} />}
      <Loaded asked={asked}>
        {({ body }) => (
          <ul class={`${css.alternatives} ruled`}>
            {body.map((one) => (
              <AlternativeRow key={one.dish} alternative={one} who={who} onChoose={() => choose(one)} />
            ))}
            {body.length === 0 && <li class="empty">没有更合适的菜。可以从左边的菜品里自己选。</li>}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}

const MOST_TOLD = 4;

type RowProps = { readonly alternative: Alternative; readonly who: string; readonly onChoose: () => void };

function AlternativeRow({ alternative: { name, marks, changes, warnings }, who, onChoose }: RowProps) {
  const { figures = [] } = changes.find((one) => who === '' || one.name === who) ?? {};
  const told = [...figures].sort((one, other) => weigh(other) - weigh(one)).slice(0, MOST_TOLD);
  return (
    <li>
      <button type="button" class="plain" onClick={onChoose}>
        换成 {name}
      </button>{' '}
      <small>{marks}</small>
      <p class="row">
        {told.map(({ name, unit, before, after }) => (
          <span key={name} class={before.judgement === after.judgement ? 'faint' : tones[after.judgement ?? '适量']}>
            {name} {figure(before.value)} 变 {figure(after.value)} {unit}
            {before.judgement !== after.judgement && ` ${after.judgement}`}
          </span>
        ))}
        {told.length === 0 && <span class="faint">各项几乎不变</span>}
        {warnings.map(({ text }) => (
          <span key={text} class="low">
            {text}
          </span>
        ))}
      </p>
    </li>
  );
}

const tones = { 适量: 'good', 过量: 'high', 不足: 'low', 数据不足: 'low' } as const;

/** What is judged otherwise is told first, then what changes most. */
function weigh({ before, after }: Change): number {
  const isJudgedAnew = before.judgement !== after.judgement;
  return (isJudgedAnew ? 10 : 0) + Math.abs(after.value - before.value) / Math.max(before.value, after.value, 1);
}

/** Serves another dish to one of the groups that get this one; the others keep it. */
function substitute(
  week: steps.Week,
  item: Item & { readonly groups: readonly string[] },
  group: string,
  { dish, name }: Pick<Item, 'dish' | 'name'>,
): Outcome {
  const kept = steps.withItem(week.items, { ...item, groups: item.groups.filter((one) => one !== group) });
  const step = `${group}的 ${item.name} 换成 ${name}`;
  const served = itemAt(week.items, { ...item, dish });
  // Whom a dish without groups reaches gets it already.
  if (served)
    return {
      items: served.groups ? steps.withItem(kept, { ...served, groups: [...served.groups, group] }) : kept,
      step,
    };
  const outcome = steps.add({ ...week, items: kept }, { dish, name, groups: [group] }, item);
  return 'items' in outcome ? { ...outcome, step } : outcome;
}
