import { read, type Schemas } from '../../api/client.ts';
import { download, openPrintPage } from '../../api/file.ts';
import { holds } from '../../api/session.ts';
import { type Action, Actions } from '../../parts/actions.tsx';
import { addDays, findMonday, formatDay, formatWeekday, listDates, today } from '../../parts/dates.ts';
import { PageLink, Section, toAddress, useQuery } from '../../parts/page.tsx';
import { type Meal, mealNames } from '../planner/week.ts';
import * as css from './home.module.css';

type LiveDay = Schemas['LiveDay'];
type LiveMenu = LiveDay['menus'][number];

const WORKDAYS = 5;
const meals = Object.keys(mealNames) as Meal[];

/** The kitchen's week: what is done today and tomorrow, and what is served on the other days. */
export function Kitchen() {
  const near = [today(), addDays(today(), 1)];
  return useQuery(today(), readShownWeek).draw((days) =>
    days.every(({ menus }) => menus.length === 0) ? (
      <Section title="本周吃什么">
        <p class="empty">
          本周没有已发布的食谱。 <PageLink to="/w/menus">去看食谱</PageLink>
        </p>
      </Section>
    ) : (
      <div class="stack">
        {near.map((date) => (
          <KitchenDay key={date} date={date} menus={findMenus(days, date)} />
        ))}
        <Section title="本周吃什么">
          <ul class={`${css.byDay} ruled`}>
            {days
              .filter(({ date, menus }, index) => !near.includes(date) && (menus.length > 0 || index < WORKDAYS))
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

/** Reads this week; at its weekend the seven days from today, if anything is live on them. */
async function readShownWeek() {
  const monday = findMonday(today());
  const nextDays = addDays(monday, WORKDAYS) > today() ? [] : await readWeek(today());
  return nextDays.some(({ menus }) => menus.length > 0) ? nextDays : readWeek(monday);
}

/** Reads what is live in the seven days from the first, with the heads of each day. */
async function readWeek(first: string): Promise<LiveDay[]> {
  const days = await read('/api/menu/live', { from: first, to: addDays(first, 6) });
  const ids = [...new Set(days.flatMap(({ menus }) => menus.map(({ id }) => id)))];
  const exceptions = await Promise.all(ids.map((id) => read('/api/menu/people', { id })));
  return listDates(first, 7).map((date) => {
    const correctPeople = (menu: LiveMenu) => {
      const ofDay = exceptions[ids.indexOf(menu.id)]?.filter((exception) => exception.date === date);
      const findPeople = (name: string) => ofDay?.find(({ group }) => group === name)?.people;
      return menu.groups.map((group) => ({ ...group, people: findPeople(group.name) ?? group.people }));
    };
    return { date, menus: findMenus(days, date).map((menu) => ({ ...menu, groups: correctPeople(menu) })) };
  });
}

const findMenus = (days: readonly LiveDay[], date: string): readonly LiveMenu[] =>
  days.find((day) => day.date === date)?.menus ?? [];

function KitchenDay({ date, menus }: { readonly date: string; readonly menus: readonly LiveMenu[] }) {
  const [isToday, name] = date === today() ? [true, '今天'] : [false, '明天'];
  const dayText = <small>{`${formatDay(date)} ${formatWeekday(date)}`}</small>;
  return (
    <Section title={[`${name} `, dayText]}>
      {menus.length === 0 && <p class="faint">没有已发布的食谱</p>}
      {menus.map((menu) => (
        <div key={menu.id} class="stack">
          <div class="row">
            <p>{menu.groups.map((group) => `${group.name} ${group.people} 人`).join('，')}</p>
            <Actions target={`「${name}${menu.name}」`} actions={listActions(menu, date, isToday)} />
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
    { text: '当天人数', kind: 'button', to: openDialog('people'), isAllowed: isToday && holds(31) },
    { text: '临时换菜', kind: 'button', to: openDialog('swap'), isAllowed: holds(31) },
    { text: '投料单', kind: 'button', run: () => openPrintPage(sheet) },
    { text: '采购', kind: 'button', to: purchases, isAllowed: !isToday && holds(29) },
    { text: '留样', kind: 'button', run: downloadSamples, isAllowed: isToday },
  ];
}

function Meals({ menus }: Pick<LiveDay, 'menus'>) {
  const servedMeals = listServedMeals(menus);
  if (servedMeals.length === 0) return <p class="faint">没有已发布的食谱</p>;
  return (
    <dl>
      {servedMeals.map(({ meal, dishes }) => (
        <div key={meal}>
          <dt>{mealNames[meal]}</dt>
          <dd>{dishes.join('、')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The dishes of each meal over all menus and groups, without repetitions. */
function listServedMeals(menus: readonly LiveMenu[]) {
  const allMeals = menus.flatMap(({ groups }) => groups.flatMap((group) => group.meals));
  const listNames = (meal: Meal) =>
    allMeals.filter((served) => served.meal === meal).flatMap(({ dishes }) => dishes.map(({ name }) => name));
  const servedMeals = meals.map((meal) => ({ meal, dishes: [...new Set(listNames(meal))] }));
  return servedMeals.filter(({ dishes }) => dishes.length > 0);
}
