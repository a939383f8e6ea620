import { useState } from 'preact/hooks';
import { api, type Schemas, send } from '../../api/client.ts';
import { Actions } from '../../parts/actions.tsx';
import { ChooseOne, ChooseSome } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { figure } from '../../parts/format.ts';
import { Loaded, useQuery } from '../../parts/query.tsx';
import { useDropping } from './dragging.ts';
import { removeItem } from './keys.ts';
import * as css from './planner.module.css';
import type { ItemProps, PlanningProps } from './planning.ts';
import * as steps from './week.ts';
import { dayNumbers, findItem, type Item, isSameSlot, itemKey, type Outcome, slotName } from './week.ts';

/** The actions on the chosen dish. While a dish is dragged it is the target that removes the dish. */
export function ChosenDish({ planning }: PlanningProps) {
  const [isReplacing, setReplacing] = useState(false);
  const { chosen: item, open } = planning;
  if (planning.isDragging.value) return <RemovalTarget />;
  if (!item || !open.isEditable.value) return null;
  const lock = () => planning.applyEdit(steps.toggleLock(open.week.value, item));
  return (
    <>
      <section data-chosen class={`row ${css.chosen}`} aria-label="选中的菜">
        <p>
          <b>{item.name}</b> <span class="faint">{slotName(open.week.value, item)}</span>
        </p>
        <Portion planning={planning} item={item} />
        <Groups planning={planning} item={item} />
        <div class="actions">
          <MoveTo planning={planning} item={item} />
          <Actions
            actions={[
              { text: '替换', kind: 'button', run: () => setReplacing(true) },
              { text: item.locked ? '解锁' : '锁定', kind: 'button', run: lock },
              { text: '移除', kind: 'danger', run: () => removeItem(planning, item) },
            ]}
          />
        </div>
      </section>
      {isReplacing && <ReplaceDish planning={planning} item={item} onClose={() => setReplacing(false)} />}
    </>
  );
}

function RemovalTarget() {
  const ref = useDropping<HTMLElement>({ out: true });
  return (
    <section ref={ref} class={`${css.chosen} empty high`} aria-label="移除">
      拖到这里移除
    </section>
  );
}

function Portion({ planning, item }: ItemProps) {
  const grams = planning.grams(item);
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

/** The groups that get the dish, if the menu has several. */
function Groups({ planning: { open, applyEdit }, item }: ItemProps) {
  const names = open.head.value.groups.map(({ name }) => name);
  if (names.length < 2) return null;
  const give = (some: string[]) =>
    applyEdit(steps.setGroups(open.week.value, item, some.length === names.length ? [] : some));
  const choices = names.map((name) => ({ value: name, text: name }));
  return <ChooseSome label="给" choices={choices} values={item.groups ?? names} onValues={give} />;
}

/** Moves the dish to another slot. It is an alternative to dragging, for touch screens. */
function MoveTo({ planning: { open, applyEdit }, item }: ItemProps) {
  const week = open.week.value;
  const slots = dayNumbers(week).flatMap((day) => week.meals.map((meal) => ({ day, meal })));
  const otherSlots = slots.filter((slot) => !isSameSlot(slot, item));
  const go = (key: string) => {
    const slot = otherSlots.find((one) => itemKey(one) === key);
    if (slot) applyEdit(steps.move(week, item, slot), { ...slot, dish: item.dish });
  };
  return (
    <select aria-label="移动到…" value="" onChange={({ currentTarget }) => go(currentTarget.value)}>
      <option value="">移动到…</option>
      {otherSlots.map((slot) => (
        <option key={itemKey(slot)} value={itemKey(slot)}>
          {slotName(week, slot)}
        </option>
      ))}
    </select>
  );
}

type Alternative = Schemas['Alternative'];
type Change = Alternative['changes'][number]['figures'][number];

/** The dialog that replaces a dish by a recommended one, for all its groups or for one of them. */
function ReplaceDish({ planning, item, onClose }: ItemProps & { readonly onClose: () => void }) {
  const { open } = planning;
  const { day, meal, dish } = item;
  const eaters = item.groups ?? open.head.value.groups.map(({ name }) => name);
  const groupAtRisk = planning.warnings.value.get(itemKey(item))?.find(({ kind }) => kind === 'allergen')?.group;
  const [who, setWho] = useState(eaters.length > 1 ? (groupAtRisk ?? '') : '');
  const query = { id: open.id, day, meal, dish, library: 'true' } as const;
  const alternativesQuery = useQuery(`alternatives ${itemKey(item)}`, () =>
    open.callWhenSaved(() => send(api.GET('/api/menu/alternatives', { params: { query } }))),
  );
  const choose = (other: Alternative) => {
    const week = open.week.value;
    const outcome =
      who === '' ? steps.replace(week, item, other) : substitute(week, { ...item, groups: eaters }, who, other);
    if (planning.applyEdit(outcome, { day, meal, dish: other.dish })) onClose();
  };
  const groupChoices = ['', ...eaters].map((name) => ({ value: name, text: name || '所有人' }));
  return (
    <Dialog title={`${slotName(open.week.value, item)}的「${item.name}」换成…`} onClose={onClose} closeLabel="不换">
      {eaters.length > 1 && <ChooseOne label="给谁换" choices={groupChoices} value={who} onValue={setWho} />}
      <Loaded query={alternativesQuery}>
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

const MAX_FIGURES = 4;

type RowProps = { readonly alternative: Alternative; readonly who: string; readonly onChoose: () => void };

function AlternativeRow({ alternative: { name, marks, changes, warnings }, who, onChoose }: RowProps) {
  const { figures = [] } = changes.find((one) => who === '' || one.name === who) ?? {};
  const largest = [...figures].sort((one, other) => importance(other) - importance(one)).slice(0, MAX_FIGURES);
  return (
    <li>
      <button type="button" class="plain" onClick={onChoose}>
        换成 {name}
      </button>{' '}
      <small>{marks}</small>
      <p class="row">
        {largest.map(({ name, unit, before, after }) => (
          <span key={name} class={before.judgement === after.judgement ? 'faint' : tones[after.judgement ?? '适量']}>
            {name} {figure(before.value)} 变 {figure(after.value)} {unit}
            {before.judgement !== after.judgement && ` ${after.judgement}`}
          </span>
        ))}
        {largest.length === 0 && <span class="faint">各项几乎不变</span>}
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

/** The importance of a changed figure: changed judgements come first, then large changes. */
function importance({ before, after }: Change): number {
  const isJudgedAnew = before.judgement !== after.judgement;
  return (isJudgedAnew ? 10 : 0) + Math.abs(after.value - before.value) / Math.max(before.value, after.value, 1);
}

/** Serves another dish to one of the groups that get this dish; the other groups keep it. */
function substitute(
  week: steps.Week,
  item: Item & { readonly groups: readonly string[] },
  group: string,
  { dish, name }: Pick<Item, 'dish' | 'name'>,
): Outcome {
  const remaining = steps.withItem(week.items, { ...item, groups: item.groups.filter((one) => one !== group) });
  const summary = `${group}的 ${item.name} 换成 ${name}`;
  const served = findItem(week.items, { ...item, dish });
  // A dish without groups already reaches the group.
  if (served)
    return {
      items: served.groups ? steps.withItem(remaining, { ...served, groups: [...served.groups, group] }) : remaining,
      summary,
    };
  const outcome = steps.add({ ...week, items: remaining }, { dish, name, groups: [group] }, item);
  return 'items' in outcome ? { ...outcome, summary } : outcome;
}
