import { read, type Schemas } from '../../api/client.ts';
import { download, openPrintPage } from '../../api/file.ts';
import { may } from '../../api/session.ts';
import { type Action, Actions } from '../../parts/actions.tsx';
import { addDays, formatDay, formatWeekday, listDates, today, toMonday } from '../../parts/dates.ts';
import { PageLink, Section, toAddress, useQuery } from '../../parts/page.tsx';
import { type Meal, mealNames } from '../planner/week.ts';
import * as css from './home.module.css';

type LiveDay = Schemas['LiveDay'];
type LiveMenu = LiveDay['menus'][number];

/** Whether the date is a day from Monday to Friday. */
const isWorkday = (date: string) => date < addDays(toMonday(date), 5);
const mealOrder = Object.keys(mealNames) as Meal[];

/** The kitchen's week: what is done today and tomorrow, and what is served on the other days. */
export function Kitchen() {
  const nearDates = [today(), addDays(today(), 1)];
  return useQuery(today(), readShownWeek).draw((days) =>
    days.every(({ menus }) => menus.length === 0) ? (
      <Section title="本周吃什么">
        <p class="empty">
          本周没有已发布的食谱。 <PageLink to="/w/menus">去看食谱</PageLink>
        </p>
      </Section>
    ) : (
      <div class="stack">
        {nearDates.map((date) => (
          <KitchenDay key={date} date={date} menus={menusOn(days, date)} />
        ))}
        <Section title="本周吃什么">
          <ul class={`${css.byDay} ruled`}>
            {days
              .filter(({ date, menus }) => !nearDates.includes(date) && (menus.length > 0 || isWorkday(date)))
              .map((day) => (
                <li key={day.date}>
                  <h3>
                    {formatWeekday(day.date)} <small>{formatDay(day.date)}</small>
                  </h3>
                  <Meals menus={day.menus} />
                </li>
              ))}
          </ul>
        </Section>
      </div>
    ),
  );
}

/** Reads this week; at its weekend the seven days from today, so that tomorrow is among them, if anything is live then. */
async function readShownWeek() {
  const nextDays = isWorkday(today()) ? [] : await readWeek(today());
  return nextDays.some(({ menus }) => menus.length > 0) ? nextDays : readWeek(toMonday(today()));
}

/** Reads what is live in seven days, with the number of people on each day. */
async function readWeek(firstDate: string): Promise<LiveDay[]> {
  const days = await read('/api/menu/live', { from: firstDate, to: addDays(firstDate, 6) });
  const ids = [...new Set(days.flatMap(({ menus }) => menus.map(({ id }) => id)))];
  const readExceptions = async (id: number) => [id, await read('/api/menu/people', { id })] as const;
  const exceptionsById = new Map(await Promise.all(ids.map(readExceptions)));
  return listDates(firstDate, 7).map((date) => {
    const correctGroups = ({ id, groups }: LiveMenu) => {
      const exceptions = exceptionsById.get(id)?.filter((exception) => exception.date === date);
      const findPeople = (name: string) => exceptions?.find(({ group }) => group === name)?.people;
      return groups.map((group) => ({ ...group, people: findPeople(group.name) ?? group.people }));
    };
    return { date, menus: menusOn(days, date).map((menu) => ({ ...menu, groups: correctGroups(menu) })) };
  });
}

const menusOn = (days: readonly LiveDay[], date: string): readonly LiveMenu[] =>
  days.find((day) => day.date === date)?.menus ?? [];

function KitchenDay({ date, menus }: { readonly date: string; readonly menus: readonly LiveMenu[] }) {
  const isToday = date === today();
  const dayName = isToday ? '今天' : '明天';
  const dayText = <small>{`${formatDay(date)} ${formatWeekday(date)}`}</small>;
  return (
    <Section title={[`${dayName} `, dayText]}>
      {menus.length === 0 && <p class="faint">没有已发布的食谱</p>}
      {menus.map((menu) => (
        <div key={menu.id} class="stack">
          <div class="row">
            <p>{menu.groups.map((group) => `${group.name} ${group.people} 人`).join('，')}</p>
            <Actions target={`「${dayName}${menu.name}」`} actions={listActions(menu, date, isToday)} />
          </div>
          <Meals menus={[menu]} />
        </div>
      ))}
    </Section>
  );
}

function listActions({ id, day }: LiveMenu, date: string, isToday: boolean): readonly Action[] {
  const openDialog = (dialog: string) => toAddress('/w/planner', { id: `${id}`, dialog, day: `${day}` });
  const sheet = toAddress('/api/menu/kitchen.html', { id: `${id}`, day: `${day}` });
  const purchases = toAddress('/w/purchase', { menu: `${id}`, day: date });
  const downloadSamples = () => download('/api/menu/samples.xlsx', { id, from: date, to: date });
  return [
    { text: '当天人数', kind: 'button', to: openDialog('people'), isAllowed: isToday && may('menu.edit') },
    { text: '临时换菜', kind: 'button', to: openDialog('swap'), isAllowed: may('menu.edit') },
    { text: '投料单', kind: 'button', run: () => openPrintPage(sheet) },
    { text: '采购', kind: 'button', to: purchases, isAllowed: !isToday && may('menu.view') },
    { text: '留样', kind: 'button', run: downloadSamples, isAllowed: isToday },
  ];
}

function Meals({ menus }: Pick<LiveDay, 'menus'>) {
  const servedMeals = listServedMeals(menus);
  if (servedMeals.length === 0) return <p class="faint">没有已发布的食谱</p>;
  return (
    <dl>
      {servedMeals.map(({ meal, dishNames }) => (
        <div key={meal}>
          <dt>{mealNames[meal]}</dt>
          <dd>{dishNames.join('、')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The names of each meal's dishes over all menus and groups, each name once; meals without a dish are left out. */
function listServedMeals(menus: readonly LiveMenu[]) {
  const allMeals = menus.flatMap(({ groups }) => groups.flatMap((group) => group.meals));
  const listDishNames = (meal: Meal) =>
    allMeals.filter((served) => served.meal === meal).flatMap(({ dishes }) => dishes.map(({ name }) => name));
  const servedMeals = mealOrder.map((meal) => ({ meal, dishNames: [...new Set(listDishNames(meal))] }));
  return servedMeals.filter(({ dishNames }) => dishNames.length > 0);
}
