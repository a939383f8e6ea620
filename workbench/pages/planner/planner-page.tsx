import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { api, send } from '../../api/client.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { Conflict } from '../../parts/editor.tsx';
import { dayAfter, daySpan, daysBetween, mondayOf } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Steps } from '../../parts/steps.tsx';
import { ChosenDish } from './chosen-dish.tsx';
import { GoingOn, StateNotice } from './dialogs/going-on.tsx';
import { PlanBar } from './dialogs/plan-dialog.tsx';
import { DishList } from './dish-list.tsx';
import { Findings } from './findings.tsx';
import { stepNames } from './history.ts';
import { useShortcuts } from './keys.ts';
import type { Clash } from './merge.ts';
import * as css from './planner.module.css';
import { Planning, type PlanningProps } from './planning.ts';
import { type OpenMenu, type OpenProps, openMenu } from './state.ts';
import { readDishes, stateTones } from './stored-menu.ts';
import { dateOf, daysOf, type Item, placeName } from './week.ts';
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
              <Steps steps={[{ text: '新建食谱', kind: 'main', to: '/w/menus', may: holds(30) }]} />
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
  const { name, start, days, state } = open.head.value;
  return (
    <Page
      title={`第 ${weekNumber(start)} 周食谱`}
      about={
        <>
          {name} · {daySpan(start, dateOf({ start }, days))} · <b class={stateTones[state]}>{state}</b> ·{' '}
          <Saved open={open} />
        </>
      }
      actions={
        <>
          {open.isEditable.value && <UndoRedo open={open} />}
          <GoingOn planning={planning} />
        </>
      }
    >
      <StateNotice open={open} />
      <PlanBar planner={planning.planner} />
      <div class={css.planner}>
        {open.isEditable.value && <DishList planning={planning} />}
        <div class={css.middle}>
          <WeekGrid planning={planning} />
          <ChosenDish planning={planning} />
        </div>
        <Findings planning={planning} />
      </div>
      <output class="hidden" aria-live="polite">
        {planning.told}
      </output>
    </Page>
  );
}

/** The number of a date's week in its year, as ISO 8601 counts: the week of the year's first Thursday is the first. */
function weekNumber(date: string): number {
  const thursday = dayAfter(mondayOf(date), 3);
  return Math.floor(daysBetween(thursday.slice(0, 4), thursday) / 7) + 1;
}

const signs = { saved: '已保存', saving: '正在保存…', unsent: '未发送（离线），联网后自动保存' } as const;

function Saved({ open }: OpenProps) {
  const saving = open.saving.value;
  if (saving.state === 'conflict') return <Clashes open={open} />;
  if (saving.state !== 'refused') return <output>{signs[saving.state]}</output>;
  return (
    <>
      <output class="high">没有保存：{saving.failure.advice}</output>{' '}
      <Steps steps={[{ text: '放弃修改', kind: 'button', act: () => open.discard() }]} />
    </>
  );
}

function UndoRedo({ open }: OpenProps) {
  const { undo, redo } = stepNames(open.history.value);
  return (
    <Steps
      steps={[
        { text: '撤销', kind: 'button', title: undo ?? '没有可撤销的', isDisabled: !undo, act: () => open.undo() },
        { text: '重做', kind: 'button', title: redo ?? '没有可重做的', isDisabled: !redo, act: () => open.redo() },
      ]}
    />
  );
}

/** Asks whose dishes stay where somebody else has set the same ones; at once, and later again by a button. */
function Clashes({ open }: OpenProps) {
  const [isAsking, setAsking] = useState(true);
  if (isAsking) {
    return (
      <Conflict
        what="同样的菜"
        differences={open.clashes.value.map((clash) => toDifference(open, clash))}
        onMine={() => open.settle('mine')}
        onTheirs={() => open.settle('theirs')}
        onClose={() => setAsking(false)}
      />
    );
  }
  return <Steps steps={[{ text: '同事也改了，请选择', kind: 'danger', act: () => setAsking(true) }]} />;
}

/** What is asked about an item that at least one of both still has. */
function toDifference({ week }: OpenMenu, { mine, theirs }: Clash) {
  const item = mine ?? theirs;
  const isForSome = (mine?.groups ?? theirs?.groups) !== undefined;
  const tell = (one: Item | undefined) => {
    const whom = isForSome ? `，给${one?.groups?.join('、') ?? '所有人'}` : '';
    return one ? `${one.portion} 份${whom}` : '移除';
  };
  return { name: item ? `${placeName(week.value, item)} ${item.name}` : '', mine: tell(mine), theirs: tell(theirs) };
}
