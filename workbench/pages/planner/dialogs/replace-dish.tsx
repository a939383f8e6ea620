import { useState } from 'preact/hooks';
import type { components } from '../../../../.build/workbench/api.ts';
import { api, send } from '../../../api/client.ts';
import { Loaded, useAsked } from '../../../parts/asked.tsx';
import { ChooseOne } from '../../../parts/choices.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { figure } from '../../../parts/format.ts';
import { placeName } from '../place.ts';
import type { Planning } from '../planning.ts';
import { add, type Item, itemAt, keyOf, type Outcome, replace, type Week, withItem } from '../week.ts';

type Alternative = components['schemas']['Alternative'];
type Change = Alternative['changes'][number]['figures'][number];

interface ReplaceProps {
  readonly planning: Planning;
  readonly item: Item;
  readonly onClose: () => void;
}

/** The dishes that do best in the place of another one, for all who get it or for one group with a diet of its own. */
export function ReplaceDish({ planning, item, onClose }: ReplaceProps) {
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
    const outcome = who === '' ? replace(week, item, other) : substitute(week, { ...item, groups: eaters }, who, other);
    if (planning.take(outcome, { day, meal, dish: other.dish })) onClose();
  };
  const whom = ['', ...eaters].map((name) => ({ value: name, text: name || '所有人' }));
  return (
    <Dialog title={`${placeName(open.week.value, item)}的「${item.name}」换成…`} onClose={onClose} close="不换">
      {eaters.length > 1 && <ChooseOne label="给谁换" choices={whom} value={who} onValue={setWho} />}
      <Loaded asked={asked}>
        {({ body }) => (
          <ul class="alternatives ruled">
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

/** So many figures are told of each dish. */
const MOST_TOLD = 4;

interface RowProps {
  readonly alternative: Alternative;
  readonly who: string;
  readonly onChoose: () => void;
}

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
  week: Week,
  item: Item & { readonly groups: readonly string[] },
  group: string,
  { dish, name }: Pick<Item, 'dish' | 'name'>,
): Outcome {
  const kept = withItem(week.items, { ...item, groups: item.groups.filter((one) => one !== group) });
  const step = `${group}的 ${item.name} 换成 ${name}`;
  const served = itemAt(week.items, { ...item, dish });
  // Whom a dish without groups reaches gets it already.
  if (served)
    return { items: served.groups ? withItem(kept, { ...served, groups: [...served.groups, group] }) : kept, step };
  const outcome = add({ ...week, items: kept }, { dish, name, groups: [group] }, item);
  return 'items' in outcome ? { ...outcome, step } : outcome;
}
