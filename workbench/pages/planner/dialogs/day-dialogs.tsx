import { useState } from 'preact/hooks';
import { api, NO_NUMBER, read, requireFailure, send } from '../../../api/client.ts';
import { Dialog, showToast } from '../../../parts/actions.tsx';
import { addDays, formatLongDay, listDates, today } from '../../../parts/dates.ts';
import { SelectField, TextAreaField, TextField } from '../../../parts/field.tsx';
import { Finder } from '../../../parts/finder.tsx';
import { FormDialog } from '../../../parts/form.tsx';
import { useQuery, useSearchParams } from '../../../parts/page.tsx';
import { AlternativeList } from '../chosen-dish.tsx';
import * as menuCalls from '../menu-calls.ts';
import type { MenuDialogProps, OpenMenu } from '../open-menu.ts';
import { dateOf, findItem, type Item, listDayChoices, mealNames, partKey } from '../week.ts';

/** `typedByGroup` has what was typed since the dialog was opened: a number of people, or `-40` for 40 fewer than usual. */
type DayPeopleWork = { readonly day: string; readonly typedByGroup: Readonly<Record<string, string>> };

/** The dialog for the number of people on one day. The kitchen sheet, purchases and samples use it. */
export function DayPeople({ menu, onClose }: MenuDialogProps) {
  const { id, start, days, groups } = menu.facts.value;
  const dates = listDates(start, days);
  const dayField = { label: '哪一天', choices: listDayChoices(menu.facts.value) };
  const initialWork: DayPeopleWork = { day: `${Math.max(0, dates.indexOf(today())) + 1}`, typedByGroup: {} };
  const savedQuery = useQuery(`${id}`, () => read('/api/menu/people', { id }));
  // The service stores only numbers that differ from the usual ones.
  const findSaved = (name: string, day: string) =>
    savedQuery.data?.find(({ date, group }) => group === name && date === dates[Number(day) - 1])?.people;
  const write = async ({ day, typedByGroup }: DayPeopleWork) => {
    const counts = groups.flatMap(({ name, people: usual }) => {
      const typed = typedByGroup[name];
      return typed === undefined ? [] : [{ group: name, people: parsePeople(typed, usual) }];
    });
    for (const count of counts) await send(api.POST('/api/menu/people', { body: { id, day: Number(day), ...count } }));
    const summary = counts.map(({ group, people }) => `${group} ${people === NO_NUMBER ? '按平时' : `${people} 人`}`);
    showToast(`${formatLongDay(dates[Number(day) - 1] ?? start)}：${summary.join('，')}。`);
  };
  const form = { initial: { work: initialWork }, write, onClose };
  return (
    <FormDialog title="当天人数" {...form} isReady={({ typedByGroup }) => Object.keys(typedByGroup).length > 0}>
      {({ work: { day, typedByGroup }, change, field }) => (
        <>
          <p>采购、投料单和留样按当天人数算，食谱和公示表不变。填 -40 就是比平时少 40 人，清空就回到平时的人数。</p>
          <SelectField {...dayField} {...field('day')} onValue={(value) => change({ day: value, typedByGroup: {} })} />
          {groups.map(({ name, people: usual }) => (
            <TextField
              key={name}
              label={`${name}（平时 ${usual} 人）`}
              type="number"
              value={typedByGroup[name] ?? `${findSaved(name, day) ?? ''}`}
              hint={typedByGroup[name]?.startsWith('-') ? `${parsePeople(typedByGroup[name], usual)} 人` : ''}
              onValue={(typed) => change({ typedByGroup: { ...typedByGroup, [name]: typed } })}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

/** Parses a typed number of people: `-40` means 40 fewer than usual, an empty text the usual number. */
const parsePeople = (typed: string, usual: number) =>
  typed === '' ? NO_NUMBER : Number(typed) + (typed.startsWith('-') ? usual : 0);

/** The dialog that replaces a published dish of today or tomorrow, for example after a missed delivery. */
export function SwapDish({ menu, onClose }: MenuDialogProps) {
  const servedQuery = useQuery('served', () => listServedItems(menu));
  if (servedQuery.data?.length) return <SwapForm menu={menu} onClose={onClose} items={servedQuery.data} />;
  return (
    <Dialog title="临时换菜" onClose={onClose} closeLabel="知道了">
      {servedQuery.draw(() => (
        <p>这份食谱今天和明天都不供餐，在食谱里改就行。</p>
      ))}
    </Dialog>
  );
}

/** A published item with the name of its slot (今天午餐), and the ids of the standards that judge it, joined by commas. */
type ServedItem = Item & Readonly<Record<'slotText' | 'standards', string>>;

/** Reads the published items of today and tomorrow. */
async function listServedItems({ facts }: OpenMenu): Promise<ServedItem[]> {
  const { id, published: revision = 0 } = facts.value;
  const menu = await menuCalls.readMenu({ id, revision });
  const dayNameByDate: Readonly<Record<string, string>> = { [today()]: '今天', [addDays(today(), 1)]: '明天' };
  return menu.items.flatMap((item) => {
    const dayName = dayNameByDate[dateOf(menu, item.day)];
    if (dayName === undefined) return [];
    return [{ ...item, slotText: `${dayName}${mealNames[item.meal]}`, standards: menuCalls.joinStandards(menu, item) }];
  });
}

/** Lists substitutes for a dish of the draft. Only two similar ones come first: they may need the same missing delivery. */
async function listProposals(menu: OpenMenu, item: Pick<Item, 'day' | 'meal' | 'dish'> | undefined) {
  if (!item || !findItem(menu.week.value.items, item)) return [];
  const alternatives = await menu.callWhenSaved(() => menuCalls.readAlternatives(menu.id, item, MAX_ALTERNATIVES));
  const similar = alternatives.filter(({ isSimilar }) => isSimilar);
  const rest = alternatives.filter(({ isSimilar }) => !isSimilar);
  return [...similar.slice(0, MAX_SIMILAR_FIRST), ...rest, ...similar.slice(MAX_SIMILAR_FIRST)].slice(0, MAX_PROPOSALS);
}

const MAX_PROPOSALS = 5;
const MAX_SIMILAR_FIRST = 2;
/** The most alternatives that are asked for: enough to have others among them than similar ones. */
const MAX_ALTERNATIVES = 60;

/** The confirmation that each refusal asks for. */
const confirmationByReason = new Map<string, menuCalls.ConfirmationKind>([
  ['allergens_unconfirmed', 'allergen'],
  ['forbidden_unconfirmed', 'forbidden'],
]);

interface Swap {
  readonly swapped: ServedItem | undefined;
  readonly substitute?: Pick<Item, 'dish' | 'name'>;
  /** What the service has asked to confirm of just these two dishes. Whoever chooses another is asked again. */
  readonly requiredConfirmations: readonly menuCalls.ConfirmationKind[];
}

async function sendSwap(menu: OpenMenu, { swapped, substitute, requiredConfirmations }: Swap, comment: string) {
  if (!swapped || !substitute) return;
  const { day, meal, dish } = swapped;
  const confirm = requiredConfirmations.length > 0 && { confirm: menuCalls.toConfirmation(requiredConfirmations) };
  const body = { id: menu.id, day, meal, dish, with: substitute.dish, comment, ...confirm };
  await menu.callWhenSaved(() => send(api.POST('/api/menu/swap', { body })));
  showToast(`${swapped.slotText}的 ${swapped.name} 已换成 ${substitute.name}，大屏和家长页面马上更新。`);
}

function SwapForm({ menu, onClose, items }: MenuDialogProps & { readonly items: readonly ServedItem[] }) {
  const { day: openedDay } = useSearchParams().params;
  const firstSwapped = items.find(({ day }) => `${day}` === openedDay) ?? items[0];
  const [swap, setSwap] = useState<Swap>({ swapped: firstSwapped, requiredConfirmations: [] });
  const { swapped, substitute, requiredConfirmations } = swap;
  const choose = (choice: Partial<Swap>) => setSwap({ ...swap, ...choice, requiredConfirmations: [] });
  const chooseSwapped = (key: string) => choose({ swapped: items.find((item) => partKey(item) === key) });
  const onChoose = (chosen: Pick<Item, 'dish' | 'name'>) => choose({ substitute: chosen });
  const write = ({ comment }: { comment: string }) =>
    sendSwap(menu, swap, comment).catch((thrown) => {
      const required = confirmationByReason.get(requireFailure(thrown).reason);
      const refused = { ...swap, requiredConfirmations: required ? [...requiredConfirmations, required] : [] };
      setSwap((latest) => (latest === swap ? refused : latest));
      throw thrown;
    });
  const proposalsQuery = useQuery(swapped ? partKey(swapped) : '', () => listProposals(menu, swapped));
  const choices = items.map((item) => ({ value: partKey(item), text: `${item.slotText}：${item.name}` }));
  const { standards = '' } = swapped ?? {};
  const find = async (keyword: string) => [...(await menuCalls.readDishes(standards, keyword)).values()];
  const form = { initial: { work: { comment: '' } }, write, onClose, isReady: () => substitute !== undefined };
  return (
    <FormDialog title="临时换菜" submitLabel={requiredConfirmations.length > 0 ? '已核对，照样换' : '换菜'} {...form}>
      {({ field }) => (
        <>
          <SelectField label="换掉" choices={choices} value={swapped ? partKey(swapped) : ''} onValue={chooseSwapped} />
          <TextAreaField label="为什么换（平台会看到）" maxLength={500} rows={2} {...field('comment')} aria-required />
          <Finder
            key={standards}
            {...{ label: '换成', hint: substitute ? `已选 ${substitute.name}` : '输入菜名或拼音', find }}
            resultKey={({ id }) => id}
            drawResult={({ name, marks }) => `${name} ${marks}`}
            omission={{ applies: ({ figures }) => figures?.forbidden === true, reason: '标准禁止供应' }}
            onPick={({ id: dish, name }) => onChoose({ dish, name })}
          />
          {proposalsQuery.draw((alternatives) => (
            <AlternativeList {...{ alternatives, groupName: '', onChoose }} />
          ))}
        </>
      )}
    </FormDialog>
  );
}
