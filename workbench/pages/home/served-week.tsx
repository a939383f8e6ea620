import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { day, dayAfter, today, weekday } from '../../parts/format.ts';
import { type Meal, mealNames } from '../planner/place.ts';

type LiveDay = components['schemas']['LiveDay'];

const WORKDAYS = 5;
const meals = Object.keys(mealNames) as Meal[];

/** What is served in a week, day by day, as it was published. Days on which nobody eats are left out at the weekend. */
export function ServedWeek({ monday }: { readonly monday: string }) {
  const query = { from: monday, to: dayAfter(monday, 6) };
  const asked = useAsked(monday, async () => (await send(api.GET('/api/menu/live', { params: { query } }))).body);
  const dates = Array.from({ length: 7 }, (_, index) => dayAfter(monday, index));
  return (
    <section>
      <h2>本周吃什么</h2>
      <Loaded asked={asked}>
        {(days) => (
          <ul class="by-day ruled">
            {dates
              .map((date) => ({ date, served: listServed(days.find((one) => one.date === date)) }))
              .filter(({ served }, index) => served.length > 0 || index < WORKDAYS)
              .map(({ date, served }) => (
                <li key={date} aria-current={date === today() ? 'date' : undefined}>
                  <h3>
                    {weekday(date)} <small>{date === today() ? '今天' : day(date)}</small>
                  </h3>
                  <Meals served={served} />
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Meals({ served }: { readonly served: ReturnType<typeof listServed> }) {
  if (served.length === 0) return <p class="faint">没有已发布的食谱</p>;
  return (
    <dl>
      {served.map(({ meal, dishes }) => (
        <div key={meal}>
          <dt>{mealNames[meal]}</dt>
          <dd>{dishes.join('、')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The dishes of each meal over all menus and groups, each once. */
function listServed(served: LiveDay | undefined) {
  const all = (served?.menus ?? []).flatMap(({ groups }) => groups.flatMap((group) => group.meals));
  return meals
    .map((meal) => {
      const names = all.filter((one) => one.meal === meal).flatMap((one) => one.dishes.map(({ name }) => name));
      return { meal, dishes: [...new Set(names)] };
    })
    .filter(({ dishes }) => dishes.length > 0);
}
