import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ChooseOne } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { dayAfter, daySpan, mondayOf } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Steps } from '../../parts/steps.tsx';
import { GoingOn } from './dialogs/going-on.tsx';
import { stepNames } from './history.ts';
import type { Choice, Clash } from './merge.ts';
import { dateOf, placeName } from './place.ts';
import type { PlanningProps } from './planning.ts';
import type { OpenMenu } from './state.ts';
import { type Item, keyOf } from './week.ts';

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

/** Asks whose setting stays where somebody else has set the same dish; at once, and later again by a button. */
function Clashes({ open }: { readonly open: OpenMenu }) {
  const [isAsking, setAsking] = useState(true);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const clashes = open.clashes.value.flatMap(toAsked);
  const choiceOf = (key: string) => choices.get(key) ?? 'mine';
  const settle = () => open.settle(new Map(clashes.map(({ key }) => [key, choiceOf(key)])));
  if (!isAsking) {
    return (
      <button type="button" class="high" onClick={() => setAsking(true)}>
        同事也改了，请选择
      </button>
    );
  }
  return (
    <Dialog title="同事也改了同样的菜" onClose={() => setAsking(false)}>
      <div class="stack">
        <p>其余的修改不冲突，会一起保存。请选择这几道菜以谁的为准：</p>
        {clashes.map(({ key, name, place, mine, theirs }) => (
          <ChooseOne
            key={key}
            label={`${placeName(open.week.value, place)} ${name}`}
            choices={[
              { value: 'mine', text: `我的：${mine}` },
              { value: 'theirs', text: `同事的：${theirs}` },
            ]}
            value={choiceOf(key)}
            onValue={(value) => setChoices(new Map([...choices, [key, value === 'mine' ? 'mine' : 'theirs']]))}
          />
        ))}
      </div>
      <div class="actions">
        <Steps
          steps={[
            { text: '先不选', kind: 'button', act: () => setAsking(false) },
            { text: '保存', kind: 'main', act: settle },
          ]}
        />
      </div>
    </Dialog>
  );
}

/** What is asked about a clash: an item that at least one of both still has. */
function toAsked({ mine, theirs }: Clash) {
  const item = mine ?? theirs;
  const isForSome = (mine?.groups ?? theirs?.groups) !== undefined;
  const tell = (one: Item | undefined) => {
    const whom = isForSome ? `，给${one?.groups?.join('、') ?? '所有人'}` : '';
    return one ? `${one.portion} 份${whom}` : '移除';
  };
  return item ? [{ key: keyOf(item), name: item.name, place: item, mine: tell(mine), theirs: tell(theirs) }] : [];
}
