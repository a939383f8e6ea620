import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { openPrintPage } from '../../api/file.ts';
import { holds, isPlatform } from '../../api/session.ts';
import { type Action, Actions, FailureNotice, useSubmit } from '../../parts/actions.tsx';
import { formatAmount } from '../../parts/energy.ts';
import { TextAreaField } from '../../parts/field.tsx';
import { addDays, formatDay, formatDaySpan, labelCategory } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Loaded, useQuery } from '../../parts/query.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Figures } from '../planner/bars.tsx';
import { findDate, findWeekday, isSameSlot, listDayNumbers, mealNames, type Slot } from '../planner/week.ts';
import * as css from './review.module.css';
import { readSubmission, type Submission, toReviewAddress } from './submission.ts';

type ReviewedProps = Pick<Submission, 'revision'> & { readonly id: number };

/** A submission of a menu: its week, its analysis, its changes, and for reviewers the decision. */
export function ReviewedPage({ id, revision }: ReviewedProps) {
  const submissionQuery = useQuery('', () => readSubmission(id, revision));
  const { menu, waiting = [] } = submissionQuery.data ?? {};
  const unit = waiting.find(({ menu }) => menu === id)?.venderName;
  const span = menu && formatDaySpan(menu.start, addDays(menu.start, menu.days - 1));
  const print = () => openPrintPage(`/api/menu/sheet.html?id=${id}&revision=${revision}`);
  const mayEdit = menu?.state === '已驳回' && holds(31);
  const actions: readonly Action[] = [
    { text: '公示表', run: print, kind: 'button' },
    { text: '去修改', to: `/w/planner?id=${id}`, kind: 'main', isAllowed: mayEdit },
  ];
  return (
    <Page
      title={menu?.name ?? '审核'}
      subtitle={[unit, span, `第 ${revision} 次提交`, menu?.state].filter(Boolean).join(' · ')}
      actions={<Actions actions={actions} />}
    >
      <Loaded query={submissionQuery}>
        {(submission) => (
          <div class="sides">
            <div class="stack">
              {submission.changes && <Changes changes={submission.changes} />}
              <SubmittedWeek {...submission} />
              <Lines title="提醒" lines={submission.warnings} />
              <Lines title="经过" lines={submission.history} />
            </div>
            <div class="stack">
              {submission.analysis.levels.map((level) => (
                <section key={level.name}>
                  <h2>
                    {level.name} {level.people} 人，每日平均
                  </h2>
                  <Figures level={level} totals={level.average} />
                </section>
              ))}
              {isPlatform() && <Decision submission={submission} onRead={submissionQuery.refetch} />}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details open={lines.length < 9}>
      <summary>
        {title} {lines.length} 条
      </summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

type Result = '通过' | '驳回';

/** The form of a review. After the decision, or if somebody else was faster, it links to the next menu. */
function Decision({ submission, onRead }: { readonly submission: Submission; readonly onRead: () => void }) {
  const { menu, revision, etag, changes } = submission;
  const [comment, setComment] = useState('');
  const [outcome, setOutcome] = useState('');
  const { failure, submit } = useSubmit();
  const decide = (result: Result) =>
    submit(async () => {
      const body = { id: menu.id, revision, result, comment };
      const call = send(api.POST('/api/menu/review', { params: { header: { 'If-Match': etag } }, body }));
      const done = call.then(() => describeDecision(result, menu.start));
      setOutcome(await done.catch((thrown) => describeFasterReview(thrown, comment)));
      onRead();
    });
  const actions: readonly Action[] = [
    { text: '通过', kind: 'main', run: () => decide('通过') },
    { text: '驳回', kind: 'danger', run: () => decide('驳回') },
  ];
  if (changes === undefined) return <DecisionNotice {...submission} outcome={outcome} />;
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <TextAreaField
        label="审核意见"
        hint="单位会看到。驳回时请写明要改什么。"
        error={failure?.messageFor('comment')}
        {...{ value: comment, onValue: setComment, maxLength: 500, rows: 3 }}
      />
      <FailureNotice failure={failure} />
      <Actions actions={actions} />
    </form>
  );
}

function describeDecision(result: Result, start: string): string {
  return result === '通过'
    ? `已通过，${formatDay(start)}起照这份食谱供餐。`
    : '已驳回，单位会看到您的意见，改好后再提交。';
}

/** The message that somebody else was faster. Any other failure is thrown again. */
function describeFasterReview(thrown: unknown, comment: string): string {
  const isFasterReview = thrown instanceof Failure && ['changed_meanwhile', 'menu_not_pending'].includes(thrown.reason);
  if (!isFasterReview) throw thrown;
  return `这份食谱刚被别人处理过，您的决定没有提交。${comment === '' ? '' : `您写的意见是「${comment}」。`}`;
}

function DecisionNotice({ menu, history, waiting, outcome }: Submission & { readonly outcome: string }) {
  const next = waiting.find((other) => other.menu !== menu.id) ?? waiting[0];
  return (
    <div class="notice" role="status">
      <p>{outcome}</p>
      <p>
        现在是「{menu.state}」：{history[0]}
      </p>
      {next ? (
        <a href={toReviewAddress(next)}>{`接下来审：${next.venderName} ${next.name}`}</a>
      ) : (
        '现在没有食谱在等审核。'
      )}
    </div>
  );
}

type WeekProps = Pick<Submission, 'menu' | 'changes'>;

/** The submitted week, a row for each day, with the differences from the published revision. */
function SubmittedWeek({ menu, changes }: WeekProps) {
  const columns: Column<number>[] = [
    { name: '日期', cell: (day) => <time>{`${findWeekday(menu, day)} ${formatDay(findDate(menu, day))}`}</time> },
    ...menu.meals.map((meal) => ({
      name: mealNames[meal],
      cell: (day: number) => <SlotDishes menu={menu} changes={changes} slot={{ day, meal }} />,
    })),
  ];
  return (
    <Table caption="每天的菜" columns={columns} rows={listDayNumbers(menu)} rowKey={(day) => day} empty="" isStacked />
  );
}

function SlotDishes({ menu, changes, slot }: WeekProps & { readonly slot: Slot }) {
  // Before the first publication all dishes are new, and none is marked.
  const slotChanges = changes?.from === undefined ? [] : changes.items.filter((change) => isSameSlot(change, slot));
  return (
    <ul class={css.served}>
      {menu.items
        .filter((item) => isSameSlot(item, slot))
        .map((item) => {
          const change = slotChanges.find(({ dish }) => dish === item.dish);
          const text = `${item.name}${describeServing(item)}`;
          if (!change) return <li key={item.dish}>{text}</li>;
          return (
            <li key={item.dish}>
              <ins class="good">{text}</ins>{' '}
              <small>{change.before ? `原来${describeServing(change.before) || ' ×1'}` : '新'}</small>
            </li>
          );
        })}
      {slotChanges
        .filter(({ after }) => after === undefined)
        .map(({ dish, name }) => (
          <li key={dish}>
            <del class="faint">{name}</del> <small>去掉</small>
          </li>
        ))}
    </ul>
  );
}

/** The portion and the groups, unless it is one portion for all. */
function describeServing({
  portion,
  groups = [],
}: Pick<WeekProps['menu']['items'][number], 'portion' | 'groups'>): string {
  return `${portion === 1 ? '' : ` ×${portion}`}${groups.length === 0 ? '' : `（${groups.join('、')}）`}`;
}

type MenuChanges = NonNullable<Submission['changes']>;

/** The differences between the submission and the published revision. */
function Changes({ changes: { from, items, groups, dishes, judgements } }: { readonly changes: MenuChanges }) {
  if (from === undefined) return <p class="notice">这份食谱还没有发布过，全部内容都是新的。</p>;
  const addedItems = items.filter(({ before }) => before === undefined).length;
  const removedItems = items.filter(({ after }) => after === undefined).length;
  const changedItems = items.length - addedItems - removedItems;
  const lines = [
    items.length > 0 && `菜品：新增 ${addedItems} 道，去掉 ${removedItems} 道，改份量或人群 ${changedItems} 道`,
    ...groups.map(
      ({ name, before, after }) => `人群「${name}」：${describeGroup(before)}，改为${describeGroup(after)}`,
    ),
    dishes.length > 0 && `用料改了：${dishes.map(({ name }) => name).join('、')}`,
    ...judgements.map(({ group, name, unit, before, after }) => {
      return `${group} ${labelCategory(name)}：${describeJudgement(unit, before)}，改为${describeJudgement(unit, after)}`;
    }),
  ].filter((line) => line !== false);
  return (
    <section class="notice">
      <h2>与正在供应的第 {from} 次提交相比</h2>
      <ul>
        {(lines.length > 0 ? lines : ['菜品、人群和评价都没有变。']).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function describeGroup(group: MenuChanges['groups'][number]['before']): string {
  if (group === undefined) return '没有';
  return [`${group.people} 人`, `份量 ×${group.factor}`, ...group.avoid.map((allergen) => `不吃${allergen}`)].join(
    '，',
  );
}

function describeJudgement(unit: string, figureJudgement: MenuChanges['judgements'][number]['before']): string {
  return figureJudgement === undefined
    ? '没有'
    : `${figureJudgement.judgement ?? '未评'} ${formatAmount(figureJudgement.value, unit)}`;
}
