import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { api, send } from '../../api/client.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { Page } from '../../parts/page.tsx';
import { ChosenDish } from './chosen-dish.tsx';
import { StateNotice } from './dialogs/going-on.tsx';
import { PlanBar } from './dialogs/plan-dialog.tsx';
import { DishList } from './dish-list.tsx';
import { Findings } from './findings.tsx';
import { useShortcuts } from './keys.ts';
import { dateOf, daysOf } from './place.ts';
import { PlannerHead } from './planner-head.tsx';
import { Planning, type PlanningProps } from './planning.ts';
import { type OpenMenu, openMenu } from './state.ts';
import { readDishes } from './stored-menu.ts';
import { WeekGrid } from './week-grid.tsx';

/** The week of a menu: what is served, what that gives, and all that can be done about it. */
export function PlannerPage() {
  const { query } = useLocation();
  const id = Number(query['id']) || undefined;
  return id === undefined ? <Newest /> : <Menu key={id} id={id} />;
}

/** Opens the newest week that can be edited, or says how to come by one. */
function Newest() {
  const { route } = useLocation();
  const asked = useAsked('menus', () => send(api.GET('/api/menu/select')));
  const editable = asked.answer?.body.filter(({ state }) => state !== '待审核');
  const newest = editable?.find(({ state }) => state !== '已发布') ?? editable?.[0] ?? asked.answer?.body[0];
  useEffect(() => {
    if (newest) route(`/w/planner?id=${newest.id}`, true);
  }, [newest, route]);
  return (
    <Page title="排餐">
      <Loaded asked={asked}>
        {({ body }) =>
          body.length === 0 && (
            <p class="empty">
              还没有食谱。先新建一周，再来排餐。{' '}
              {holds(30) && (
                <a class="button main" href="/w/menus">
                  新建食谱
                </a>
              )}
            </p>
          )
        }
      </Loaded>
    </Page>
  );
}

function Menu({ id }: { readonly id: number }) {
  const asked = useAsked(`menu ${id}`, () => readPlanning(id));
  if (asked.answer) return <Planner planning={asked.answer} />;
  return (
    <Page title="排餐">
      <Loaded asked={asked}>{() => null}</Loaded>
    </Page>
  );
}

async function readPlanning(id: number): Promise<Planning> {
  const [open, dishes] = await Promise.all([openMenu(id), readDishes()]);
  return new Planning(open, dishes, await readDaysOff(open));
}

/** The days off, for whoever may read the calendar; they are but shown. */
async function readDaysOff({ head }: OpenMenu): Promise<Set<number>> {
  if (!holds(21, 22)) return new Set();
  const { off, on, usual } = (await send(api.GET('/api/vender/calendar'))).body;
  const isOff = (date: string) => off.includes(date) || (usual?.off.includes(date) === true && !on.includes(date));
  return new Set(daysOf(head.value).filter((day) => isOff(dateOf(head.value, day))));
}

function Planner({ planning }: PlanningProps) {
  const { open } = planning;
  useEffect(() => open.watch(), [open]);
  useShortcuts(planning);
  return (
    <PlannerHead planning={planning}>
      <StateNotice open={open} />
      <PlanBar planner={planning.planner} />
      <div class="planner">
        {open.isEditable.value && <DishList planning={planning} />}
        <div class="middle">
          <WeekGrid planning={planning} />
          <ChosenDish planning={planning} />
        </div>
        <Findings planning={planning} />
      </div>
      <output class="hidden" aria-live="polite">
        {planning.told}
      </output>
    </PlannerHead>
  );
}
