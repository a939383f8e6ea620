import type { ComponentChildren } from 'preact';
import { dayAfter, daySpan, mondayOf } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Clashes } from './clashes.tsx';
import { GoingOn } from './dialogs/going-on.tsx';
import { stepNames } from './history.ts';
import { dateOf } from './place.ts';
import type { PlanningProps } from './planning.ts';
import type { OpenMenu } from './state.ts';

const WEEK_MS = 7 * 86_400_000;

/** The number of a date's week in its year, as ISO 8601 counts: the week of the year's first Thursday is the first. */
function weekNumber(date: string): number {
  const thursday = dayAfter(mondayOf(date), 3);
  return Math.floor((Date.parse(thursday) - Date.parse(thursday.slice(0, 4))) / WEEK_MS) + 1;
}

/** Which week it is, how it stands, and what can be done with it as a whole. */
export function PlannerHead({ planning, children }: PlanningProps & { readonly children: ComponentChildren }) {
  const { open } = planning;
  const { name, start, days, state } = open.head.value;
  return (
    <Page
      title={`第 ${weekNumber(start)} 周食谱`}
      about={
        <>
          {name} · {daySpan(start, dateOf({ start }, days))} · <b class={`state ${states[state]}`}>{state}</b> ·{' '}
          <Saved open={open} />
        </>
      }
      actions={
        <>
          <Actions open={open} />
          <GoingOn planning={planning} />
        </>
      }
    >
      {children}
    </Page>
  );
}

/** How each state reads: still to be worked on, refused, or done. */
const states = { 草稿: 'low', 已驳回: 'high', 待审核: '', 已发布: 'good' } as const;

const signs = { saved: '已保存', saving: '正在保存…', unsent: '未发送（离线），联网后自动保存' } as const;

function Saved({ open }: { readonly open: OpenMenu }) {
  const saving = open.saving.value;
  if (saving.state === 'conflict') return <Clashes open={open} />;
  if (saving.state !== 'refused') return <output class={saving.state}>{signs[saving.state]}</output>;
  return (
    <>
      <output class="high">没有保存：{saving.failure.advice}</output>{' '}
      <button type="button" onClick={() => open.discard()}>
        放弃修改
      </button>
    </>
  );
}

function Actions({ open }: { readonly open: OpenMenu }) {
  if (!open.isEditable.value) return null;
  const { undo, redo } = stepNames(open.history.value);
  return (
    <>
      <button type="button" title={undo ?? '没有可撤销的'} disabled={!undo} onClick={() => open.undo()}>
        撤销
      </button>
      <button type="button" title={redo ?? '没有可重做的'} disabled={!redo} onClick={() => open.redo()}>
        重做
      </button>
    </>
  );
}
