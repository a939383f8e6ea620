import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { Actions, Dialog } from '../../parts/actions.tsx';
import { formatEnergy } from '../../parts/energy.ts';
import { ChooseOne, ChooseSome, Options, toChoices } from '../../parts/field.tsx';
import { formatFigure, formatYuan } from '../../parts/format.ts';
import { useQuery } from '../../parts/page.tsx';
import { useDropTarget } from './dragging.ts';
import { removeAndRefocus } from './keys.ts';
import { readAlternatives } from './menu-calls.ts';
import * as css from './planner.module.css';
import type { ItemProps, PlanningProps } from './planning.ts';
import * as weeks from './week.ts';
import { describeSlot, isIn, listDayNumbers, partKey } from './week.ts';

/** The actions on the chosen dish. While a dish is dragged it is the target that removes the dish. */
export function ChosenDish({ planning }: PlanningProps) {
  const [isReplacing, setReplacing] = useState(false);
  const { chosenItem: item, menu } = planning;
  if (planning.isDragging.value) return <RemovalTarget />;
  if (!item || !menu.isEditable.value) return null;
  const toggleLock = () => planning.applyEdit(weeks.toggleLock(menu.week.value, item));
  const actions = [
    { text: '替换', kind: 'button', run: () => setReplacing(true) },
    { text: item.locked ? '解锁' : '锁定', kind: 'button', run: toggleLock },
    { text: '移除', kind: 'danger', run: () => removeAndRefocus(planning, item) },
  ] as const;
  return (
    <>
      <section data-chosen class={`row ${css.chosen}`} aria-label="选中的菜">
        <p>
          <b>{item.name}</b> <span class="faint">{describeSlot(menu.week.value, item)}</span>
        </p>
        <Portion planning={planning} item={item} />
        <Groups planning={planning} item={item} />
        <div class="actions">
          <MoveTo planning={planning} item={item} />
          <Actions actions={actions} />
        </div>
      </section>
      {isReplacing && <ReplaceDish planning={planning} item={item} onClose={() => setReplacing(false)} />}
    </>
  );
}

function RemovalTarget() {
  const ref = useDropTarget<HTMLElement>({ isOutside: true });
  return (
    <section ref={ref} class={`${css.chosen} high`} aria-label="移除">
      拖到这里移除
    </section>
  );
}

function Portion({ planning, item }: ItemProps) {
  const grams = planning.sumGrams(item);
  return (
    <fieldset class="row" aria-label="份量">
      <button type="button" aria-label="少一点" onClick={() => planning.changePortion(item, -1)}>
        −
      </button>
      <output>
        {item.portion} 份{grams > 0 && <small> {formatFigure(grams)} g</small>}
      </output>
      <button type="button" aria-label="多一点" onClick={() => planning.changePortion(item, 1)}>
        +
      </button>
    </fieldset>
  );
}

function Groups({ planning: { menu, applyEdit }, item }: ItemProps) {
  const names = menu.facts.value.groups.map(({ name }) => name);
  if (names.length < 2) return null;
  const setGroups = (chosen: string[]) =>
    applyEdit(weeks.setGroups(menu.week.value, item, chosen.length === names.length ? [] : chosen));
  return <ChooseSome label="给" choices={toChoices(names)} value={item.groups ?? names} onValue={setGroups} />;
}

/** Moves the dish to another slot. It is an alternative to dragging, for touch screens. */
function MoveTo({ planning: { menu, applyEdit }, item }: ItemProps) {
  const week = menu.week.value;
  const slots = listDayNumbers(week).flatMap((day) => week.meals.map((meal) => ({ day, meal })));
  const otherSlots = slots.filter((slot) => !isIn(slot, item));
  const choices = otherSlots.map((slot) => ({ value: partKey(slot), text: describeSlot(week, slot) }));
  const moveTo = (slotKey: string) => {
    const slot = otherSlots.find((candidate) => partKey(candidate) === slotKey);
    if (slot) applyEdit(weeks.moveItem(week, item, slot), { ...slot, dish: item.dish });
  };
  return (
    <select aria-label="移动到…" value="" onChange={({ currentTarget }) => moveTo(currentTarget.value)}>
      <Options choices={choices} none="移动到…" />
    </select>
  );
}

type Alternative = Schemas['Alternative'];

function ReplaceDish({ planning, item, onClose }: ItemProps & { readonly onClose: () => void }) {
  const { menu } = planning;
  const { day, meal } = item;
  const groupNames = item.groups ?? menu.facts.value.groups.map(({ name }) => name);
  const groupAtRisk = planning.warningsByKey.value.get(partKey(item))?.find(({ kind }) => kind === 'allergen')?.group;
  const [groupName, setGroupName] = useState(groupNames.length > 1 ? (groupAtRisk ?? '') : '');
  const alternativesQuery = useQuery(`alternatives ${partKey(item)}`, () =>
    menu.callWhenSaved(() => readAlternatives(menu.id, item)),
  );
  const choose = (other: Alternative) => {
    const week = menu.week.value;
    const replaceForGroup = () => weeks.replaceDishForGroup(week, { ...item, groups: groupNames }, groupName, other);
    const outcome = groupName === '' ? weeks.replaceDish(week, item, other) : replaceForGroup();
    if (planning.applyEdit(outcome, { day, meal, dish: other.dish })) onClose();
  };
  const groupChoices = ['', ...groupNames].map((name) => ({ value: name, text: name || '所有人' }));
  return (
    <Dialog title={`${describeSlot(menu.week.value, item)}的「${item.name}」换成…`} onClose={onClose} closeLabel="不换">
      {groupNames.length > 1 && (
        <ChooseOne label="给谁换" choices={groupChoices} value={groupName} onValue={setGroupName} />
      )}
      {alternativesQuery.draw((alternatives) =>
        alternatives.length === 0 ? (
          <p class="empty">没有更合适的菜。可以从左边的菜品里自己选。</p>
        ) : (
          <AlternativeList {...{ alternatives, groupName, onChoose: choose }} />
        ),
      )}
    </Dialog>
  );
}

/** The most improvements, and the most drawbacks, that are told of a dish. */
const MAX_CHANGES = 4;
type ListProps = { alternatives: readonly Alternative[]; groupName: string; onChoose: (other: Alternative) => void };

/** Recommended dishes for a slot, each with what it would change for a group; with an empty name, for the first group. */
export const AlternativeList = ({ alternatives, groupName, onChoose }: ListProps) => (
  <ul class={`${css.alternatives} ruled`}>
    {alternatives.map((alternative) => {
      const { dish, name, changes, warnings } = alternative;
      const { better = [], worse = [] } = changes.find((change) => groupName === '' || change.name === groupName) ?? {};
      return (
        <li key={dish}>
          <button type="button" class="plain" onClick={() => onChoose(alternative)}>
            换成 {name}
          </button>{' '}
          <small>{describeFacts(alternative)}</small>
          <p class="row">
            {better.slice(0, MAX_CHANGES).map((text) => drawChange(text, 'good'))}
            {worse.slice(0, MAX_CHANGES).map((text) => drawChange(text, 'high'))}
            {better.length + worse.length === 0 && <span class="faint">各项几乎不变</span>}
            {warnings.map(({ text }) => drawChange(text, 'low'))}
          </p>
        </li>
      );
    })}
  </ul>
);

function describeFacts({ marks, energy, cost, liking, nearDays, allergens, allergensKnown }: Alternative): string {
  const facts = [
    marks,
    formatEnergy(energy),
    cost !== undefined && formatYuan(cost),
    liking !== undefined && `学生喜爱 ${liking}/5`,
    nearDays.length > 0 && '前后一天有',
    allergens.length > 0 && `过敏原：${allergens.join('、')}`,
    !allergensKnown && '有成分不明',
  ];
  return facts.filter(Boolean).join(' · ');
}

const drawChange = (text: string, tone: string) => (
  <span key={text} class={tone}>
    {text}
  </span>
);
