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
import { findDate, findItem, type Item, mealNames, partKey } from '../week.ts';

type DayPeopleWork = { readonly day: string; readonly people: Readonly<Record<string, string>> };

/** The dialog for the number of people on one day. The kitchen sheet, purchases and samples use it. */
export function DayPeople({ menu, onClose }: MenuDialogProps) {
  const { id, start, days, groups } = menu.facts.value;
  const dates = listDates(start, days);
  const dayChoices = dates.map((date, index) => ({ value: String(index + 1), text: formatLongDay(date) }));
  const dayField = { label: '哪一天', choices: dayChoices };
  const firstWork: DayPeopleWork = { day: `${Math.max(0, dates.indexOf(today())) + 1}`, people: {} };
  const peopleQuery = useQuery(`${id}`, () => read('/api/menu/people', { id }));
  // The service stores only numbers that differ from the usual ones.
  const findSavedPeople = (name: string, day: string) =>
    peopleQuery.data?.find(({ date, group }) => group === name && date === dates[Number(day) - 1])?.people;
  const write = async ({ day, people: typed }: DayPeopleWork) => {
    const counts = groups.flatMap(({ name, people }) => {
      const text = typed[name];
      return text === undefined ? [] : [{ group: name, people: parsePeople(text, people) }];
    });
    for (const count of counts) await send(api.POST('/api/menu/people', { body: { id, day: Number(day), ...count } }));
    const summary = counts.map(({ group, people }) => `${group} ${people === NO_NUMBER ? '按平时' : `${people} 人`}`);
    showToast(`${formatLongDay(dates[Number(day) - 1] ?? start)}：${summary.join('，')}。`);
    return undefined;
  };
  const form = { initial: { work: firstWork }, write, onClose };
  return (
    <FormDialog title="当天人数" {...form} isReady={({ people }) => Object.keys(people).length > 0}>
      {({ work: { day, people: typed }, change, field }) => (
        <>
          <p>采购、投料单和留样按当天人数算，食谱和公示表不变。填 -40 就是比平时少 40 人，清空就回到平时的人数。</p>
          <SelectField {...dayField} {...field('day')} onValue={(value) => change({ day: value, people: {} })} />
          {groups.map(({ name, people }) => (
            <TextField
              key={name}
              label={`${name}（平时 ${people} 人）`}
              type="number"
              value={typed[name] ?? `${findSavedPeople(name, day) ?? ''}`}
              hint={typed[name]?.startsWith('-') ? `${parsePeople(typed[name], people)} 人` : ''}
              onValue={(text) => change({ people: { ...typed, [name]: text } })}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

/** Parses a typed number of people: `-40` means 40 fewer than usual, an empty text the usual number. */
const parsePeople = (text: string, usualPeople: number) =>
  text === '' ? NO_NUMBER : Number(text) + (text.startsWith('-') ? usualPeople : 0);

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

/** Reads the published items of today and tomorrow, with the names of their slots and the standards that judge them. */
async function listServedItems({ facts }: OpenMenu) {
  const { id, published: revision = 0 } = facts.value;
  const menu = await menuCalls.readMenu({ id, revision });
  const dayNameByDate: Readonly<Record<string, string>> = { [today()]: '今天', [addDays(today(), 1)]: '明天' };
  return menu.items.flatMap((item) => {
    const dayName = dayNameByDate[findDate(menu, item.day)];
    const slotText = `${dayName}${mealNames[item.meal]}`;
    return dayName === undefined ? [] : [{ ...item, slotText, standards: menuCalls.joinStandards(menu, item) }];
  });
}

/** Lists what fits best instead of a served dish, if the draft still has it. Similar dishes may need what did not come. */
async function listProposals(menu: OpenMenu, item: Pick<Item, 'day' | 'meal' | 'dish'> | undefined) {
  if (!item || !findItem(menu.week.value.items, item)) return [];
  const alternatives = await menu.callWhenSaved(() => menuCalls.readAlternatives(menu.id, item, MAX_ALTERNATIVES));
  const similar = alternatives.filter(({ isSimilar }) => isSimilar);
  const others = alternatives.filter(({ isSimilar }) => !isSimilar);
  return [...similar.slice(0, MAX_FIRST), ...others, ...similar.slice(MAX_FIRST)].slice(0, MAX_PROPOSALS);
}

type ServedItems = Awaited<ReturnType<typeof listServedItems>>;

/** The most proposals, the most similar dishes that come first, and the most alternatives among which they are found. */
const [MAX_PROPOSALS, MAX_FIRST, MAX_ALTERNATIVES] = [5, 2, 60];

/** What the service wants confirmed, by the reason of its refusal. */
const confirmationByReason = new Map<string, menuCalls.ConfirmationKind>([
  ['allergens_unconfirmed', 'allergen'],
  ['forbidden_unconfirmed', 'forbidden'],
]);

function SwapForm({ menu, onClose, items }: MenuDialogProps & { readonly items: ServedItems }) {
  const { day: openedDay } = useSearchParams().params;
  const [swapped, setSwapped] = useState(items.find(({ day }) => `${day}` === openedDay) ?? items[0]);
  const [substitute, setSubstitute] = useState<Pick<Item, 'dish' | 'name'>>();
  const [unconfirmed, setUnconfirmed] = useState<readonly menuCalls.ConfirmationKind[]>([]);
  const isUnsafe = unconfirmed.length > 0;
  const write = async ({ comment }: { comment: string }) => {
    if (!swapped || !substitute) return undefined;
    const { day, meal, dish } = swapped;
    const confirm = isUnsafe && { confirm: menuCalls.toConfirmation(unconfirmed) };
    const body = { id: menu.id, day, meal, dish, with: substitute.dish, comment, ...confirm };
    const call = menu.callWhenSaved(() => send(api.POST('/api/menu/swap', { body })));
    await call.catch((thrown) => {
      const confirmation = confirmationByReason.get(requireFailure(thrown).reason);
      setUnconfirmed(confirmation ? [...unconfirmed, confirmation] : []);
      throw thrown;
    });
    showToast(`${swapped.slotText}的 ${swapped.name} 已换成 ${substitute.name}，大屏和家长页面马上更新。`);
    return undefined;
  };
  const choose = (dish: typeof substitute) => [setSubstitute(dish), setUnconfirmed([])];
  const proposalsQuery = useQuery(swapped ? partKey(swapped) : '', () => listProposals(menu, swapped));
  const choices = items.map((item) => ({ value: partKey(item), text: `${item.slotText}：${item.name}` }));
  const { standards = '' } = swapped ?? {};
  const find = async (keyword: string) => [...(await menuCalls.readDishes(standards, keyword)).values()];
  const chooseSwapped = (key: string) => setSwapped(items.find((item) => partKey(item) === key));
  const form = { initial: { work: { comment: '' } }, write, onClose, isReady: () => substitute !== undefined };
  return (
    <FormDialog title="临时换菜" submitLabel={isUnsafe ? '已核对，照样换' : '换菜'} {...form}>
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
            onPick={({ id: dish, name }) => choose({ dish, name })}
          />
          {proposalsQuery.draw((alternatives) => (
            <AlternativeList {...{ alternatives, groupName: '', onChoose: choose }} />
          ))}
        </>
      )}
    </FormDialog>
  );
}
