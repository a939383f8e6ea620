import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { read } from '../../api/client.ts';
import { may } from '../../api/session.ts';
import { Actions } from '../../parts/actions.tsx';
import { addDays, countDays, formatDaySpan, toMonday } from '../../parts/dates.ts';
import { Conflict } from '../../parts/editor.tsx';
import { Page, useQuery } from '../../parts/page.tsx';
import { AnalysisPanel } from './analysis-panel.tsx';
import { ChosenDish } from './chosen-dish.tsx';
import { MenuActions, StateNotice } from './dialogs/menu-actions.tsx';
import { PlanBar } from './dialogs/plan-dialog.tsx';
import { DishList } from './dish-list.tsx';
import { describeUndo } from './history.ts';
import { usePageShortcuts } from './keys.ts';
import { joinStandards, readDishes, stateTones } from './menu-calls.ts';
import type { ItemConflict } from './merge.ts';
import { type MenuProps, type OpenMenu, openMenu } from './open-menu.ts';
import * as css from './planner.module.css';
import { Planning, type PlanningProps } from './planning.ts';
import { dateOf, describeSlot, type Item, listDayNumbers } from './week.ts';
import { WeekGrid } from './week-grid.tsx';

/** 排餐: the planner of one menu. */
export function PlannerPage() {
  const id = Number(useLocation().query['id']) || undefined;
  return id === undefined ? <NewestMenu /> : <MenuById key={id} id={id} />;
}

/** Opens the newest editable menu, or explains how to create one. */
function NewestMenu() {
  const { route } = useLocation();
  const menusQuery = useQuery('menus', () => read('/api/menu/select'));
  const editableMenus = menusQuery.data?.filter(({ state }) => state !== '待审核');
  const newest = editableMenus?.find(({ state }) => state !== '已发布') ?? editableMenus?.[0] ?? menusQuery.data?.[0];
  useEffect(() => {
    if (newest) route(`/w/planner?id=${newest.id}`, true);
  }, [newest, route]);
  return (
    <Page title="排餐">
      {menusQuery.draw(
        (menus) =>
          menus.length === 0 && (
            <p class="empty">
              还没有食谱。先新建一周，再来排餐。{' '}
              <Actions actions={[{ text: '新建食谱', kind: 'main', to: '/w/menus', isAllowed: may('menu.create') }]} />
            </p>
          ),
      )}
    </Page>
  );
}

function MenuById({ id }: { readonly id: number }) {
  const planningQuery = useQuery(`menu ${id}`, () => readPlanning(id));
  if (planningQuery.data) return <MenuPlanner planning={planningQuery.data} />;
  return <Page title="排餐">{planningQuery.draw(() => null)}</Page>;
}

async function readPlanning(id: number): Promise<Planning> {
  const menu = await openMenu(id);
  const [dishes, daysOff] = await Promise.all([readDishes(joinStandards(menu.facts.value)), readDaysOff(menu)]);
  return new Planning(menu, dishes, daysOff);
}

/** The days off, if the person may read the calendar. They are shown, but do not restrict edits. */
async function readDaysOff({ facts }: OpenMenu): Promise<Set<number>> {
  if (!may('calendar.view', 'calendar.edit')) return new Set();
  const { off, on, usual } = await read('/api/vender/calendar');
  const isOff = (date: string) => off.includes(date) || (usual?.off.includes(date) === true && !on.includes(date));
  return new Set(listDayNumbers(facts.value).filter((day) => isOff(dateOf(facts.value, day))));
}

function MenuPlanner({ planning }: PlanningProps) {
  const { menu } = planning;
  useEffect(() => menu.watch(), [menu]);
  usePageShortcuts(planning);
  const { name, start, days, state } = menu.facts.value;
  return (
    <Page
      title={`第 ${toWeekNumber(start)} 周食谱`}
      subtitle={
        <>
          {name} · {formatDaySpan(start, dateOf({ start }, days))} · <b class={stateTones[state]}>{state}</b> ·{' '}
          <SavingState menu={menu} />
        </>
      }
      tools={
        <>
          {menu.isEditable.value && <UndoRedo menu={menu} />}
          <MenuActions planning={planning} />
        </>
      }
    >
      <StateNotice menu={menu} />
      <PlanBar planner={planning.planner} />
      <div class={css.planner}>
        {menu.isEditable.value && <DishList planning={planning} />}
        <div class={css.middle}>
          <WeekGrid planning={planning} />
          <ChosenDish planning={planning} />
        </div>
        <AnalysisPanel planning={planning} />
      </div>
      <output class="hidden" aria-live="polite">
        {planning.announcement}
      </output>
    </Page>
  );
}

/** The ISO 8601 week number of a date: the first week has the year's first Thursday. */
function toWeekNumber(date: string): number {
  const thursday = addDays(toMonday(date), 3);
  return Math.floor(countDays(thursday.slice(0, 4), thursday) / 7) + 1;
}

const savingTexts = { saved: '已保存', saving: '正在保存…', unsent: '未发送（离线），联网后自动保存' } as const;

function SavingState({ menu }: MenuProps) {
  const saving = menu.saving.value;
  if (saving.state === 'conflict') return <ConflictChoice menu={menu} />;
  if (saving.state !== 'refused') return <output>{savingTexts[saving.state]}</output>;
  return (
    <>
      <output class="high">没有保存：{saving.failure.advice}</output>{' '}
      <Actions actions={[{ text: '放弃修改', kind: 'button', run: () => menu.discard() }]} />
    </>
  );
}

function UndoRedo({ menu }: MenuProps) {
  const { undo, redo } = describeUndo(menu.history.value);
  const actions = [
    { text: '撤销', kind: 'button', title: undo ?? '没有可撤销的', isDisabled: !undo, run: () => menu.undo() },
    { text: '重做', kind: 'button', title: redo ?? '没有可重做的', isDisabled: !redo, run: () => menu.redo() },
  ] as const;
  return <Actions actions={actions} />;
}

/** Asks which version stays when two people have changed the same dishes. A button opens the dialog again. */
function ConflictChoice({ menu }: MenuProps) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return <Actions actions={[{ text: '同事也改了，请选择', kind: 'danger', run: () => setOpen(true) }]} />;
  return (
    <Conflict
      subject="同样的菜"
      differences={menu.conflicts.value.map((conflict) => toDifference(menu, conflict))}
      onMine={() => menu.resolveConflicts('mine')}
      onTheirs={() => menu.resolveConflicts('theirs')}
      onClose={() => setOpen(false)}
    />
  );
}

/** Converts a conflict to the texts that compare both versions of its item. */
function toDifference({ week }: OpenMenu, { mine, theirs }: ItemConflict) {
  const item = mine ?? theirs;
  const isForSomeGroups = (mine?.groups ?? theirs?.groups) !== undefined;
  const describe = (version: Item | undefined) => {
    const whom = isForSomeGroups ? `，给${version?.groups?.join('、') ?? '所有人'}` : '';
    return version ? `${version.portion} 份${whom}` : '移除';
  };
  const name = item ? `${describeSlot(week.value, item)} ${item.name}` : '';
  return { name, mine: describe(mine), theirs: describe(theirs) };
}
