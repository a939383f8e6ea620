import { useState } from 'preact/hooks';
import { api, Failure, type Schemas, send } from '../../api/client.ts';
import { may } from '../../api/session.ts';
import { addDays, formatDaySpan } from '../../parts/dates.ts';
import { SelectField } from '../../parts/field.tsx';
import { useQuery } from '../../parts/page.tsx';
import { listMenus, makeMenuName, readMenuIfChanged, toDraft, toItemInput } from './menu-calls.ts';
import type { OpenMenu } from './open-menu.ts';
import type { Item } from './week.ts';

type Menu = Schemas['Menu'];

/** A week that gets a menu: a new one beside its `menus`, or the content of a draft is replaced. */
type TargetWeek = { readonly start: string; readonly menus: readonly Menu[]; readonly replaced?: Menu | undefined };

export type WrittenMenu = Pick<Menu, 'id' | 'name'>;

/** The weeks that a plan or a copy is for, with the person's choices. */
export type TargetWeeks = ReturnType<typeof useTargetWeeks>;

/** Finds which of `count` weeks from `start` have a menu. A choice is `leave`, `add`, or the id of the draft to replace. */
export function useTargetWeeks(menu: OpenMenu, start: string, count: number) {
  const { days } = menu.facts.value;
  const query = useQuery(`${start} ${count}`, () => readWeeks(start, count, days));
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const weeks = (query.data ?? []).map((week) => {
    // A week with a menu is left as it is until the person chooses otherwise.
    const choice = choices[week.start] ?? (week.menus.length === 0 ? 'add' : 'leave');
    return { ...week, choice, choose: (chosen: string) => setChoices({ ...choices, [week.start]: chosen }) };
  });
  const targets = weeks.flatMap(({ start, menus, choice }) =>
    choice === 'leave' ? [] : [{ start, menus, replaced: menus.find(({ id }) => String(id) === choice) }],
  );
  /** The menus that stay as they are, in the weeks that get none. */
  const leftIds = weeks.flatMap(({ menus, choice }) => (choice === 'leave' ? menus.map(({ id }) => id) : []));
  return { menu, query, weeks, targets, leftIds, isReady: query.data !== undefined && !query.isFetching };
}

async function readWeeks(start: string, count: number, days: number) {
  if (start === '') return [];
  const starts = Array.from({ length: count }, (_, index) => addDays(start, index * 7));
  const to = addDays(starts.at(-1) ?? start, days - 1);
  const menus = count === 0 ? [] : (await listMenus({ from: start, to, pageSize: 50 })).content;
  const isInWeek = (menu: Menu, first: string) =>
    menu.start < addDays(first, days) && addDays(menu.start, menu.days) > first;
  return starts.map((first) => ({ start: first, menus: menus.filter((menu) => isInWeek(menu, first)) }));
}

/** Asks what happens to the weeks that have a menu already. */
export function TakenWeeks({ menu, query, weeks }: TargetWeeks) {
  const { id: ownId, days } = menu.facts.value;
  const listChoices = (menus: readonly Menu[]) => [
    { value: 'leave', text: '不动' },
    ...menus
      .filter(({ id, state }) => state === '草稿' && id !== ownId && may('menu.edit'))
      .map(({ id, name }) => ({ value: String(id), text: `替换草稿「${name}」` })),
    { value: 'add', text: '另外新建一份' },
  ];
  return query.draw(() =>
    weeks
      .filter(({ menus }) => menus.length > 0)
      .map(({ start, menus, choice, choose }) => (
        <SelectField
          key={start}
          label={`${formatDaySpan(start, addDays(start, days - 1))}已有${menus.map(({ name, state }) => `「${name}」（${state}）`).join('、')}`}
          choices={listChoices(menus)}
          value={choice}
          onValue={choose}
        />
      )),
  );
}

/**
 * Writes a week: a new menu that is named by its dates, or the content of the replaced draft, which keeps its name.
 * Without `items` it is a copy. @throws Failure also if the draft has changed since the person was asked
 */
export async function writeWeek(menu: OpenMenu, week: TargetWeek, items?: readonly Item[]): Promise<WrittenMenu> {
  const [facts, { start, menus, replaced }] = [menu.facts.peek(), week];
  const name = replaced?.name ?? makeMenuName(start, facts.days, menus);
  const body = { ...toDraft(facts), name, start, items: (items ?? menu.week.peek().items).map(toItemInput) };
  if (!replaced) {
    const copyBody = { id: facts.id, start, name };
    const { ids } = await send(items ? api.PUT('/api/menu', { body }) : api.PUT('/api/menu/copy', { body: copyBody }));
    return { id: ids[0] ?? 0, name };
  }
  const { id } = replaced;
  const current = await readMenuIfChanged(id);
  if (current?.facts.modify !== replaced.modify)
    throw new Failure({ reason: 'changed_meanwhile', desc: `「${name}」刚被人改过，没有替换` });
  await send(api.POST('/api/menu', { params: { header: { 'If-Match': current.etag } }, body: { id, ...body } }));
  return { id, name };
}
