import { useEffect, useRef, useState } from 'preact/hooks';
import { api, Failure, send } from '../../api/client.ts';
import { openPrintPage } from '../../api/file.ts';
import { isPlatform, may } from '../../api/session.ts';
import { type Action, Actions, FailureNotice, useSubmit } from '../../parts/actions.tsx';
import { addDays, formatDay, formatDaySpan } from '../../parts/dates.ts';
import { useDraft } from '../../parts/editor.tsx';
import { Tabs, TextAreaField } from '../../parts/field.tsx';
import { Lines, Page, Section, useQuery } from '../../parts/page.tsx';
import { GroupFigures } from '../planner/group-figures.tsx';
import { listDayNumbers, weekdayOf } from '../planner/week.ts';
import * as css from './review.module.css';
import * as submissions from './submission.ts';
import { type CommentDraft, SubmittedDay, SubmittedWeek } from './submitted-days.tsx';

/** A submission of a menu: its days, its analysis, its changes, and for reviewers the decision. */
export function SubmissionPage({ id, revision }: { readonly id: number; readonly revision: number }) {
  const submissionQuery = useQuery('', () => submissions.readSubmission(id, revision));
  const { menu, unitName } = submissionQuery.data ?? {};
  const daySpan = menu && formatDaySpan(menu.start, addDays(menu.start, menu.days - 1));
  const subtitle = [unitName, daySpan, `第 ${revision} 次提交`, menu?.state].filter(Boolean).join(' · ');
  const mayCorrect = menu?.state === '已驳回' && may('menu.edit');
  const actions: readonly Action[] = [
    { text: '公示表', run: () => openPrintPage(`/api/menu/sheet.html?id=${id}&revision=${revision}`), kind: 'button' },
    { text: '去修改', to: `/w/planner?id=${id}`, kind: 'main', isAllowed: mayCorrect },
  ];
  return (
    <Page title={menu?.name ?? '审核'} {...{ subtitle, actions }}>
      {submissionQuery.draw((submission) => (
        <SubmissionView submission={submission} onDecided={submissionQuery.refetch} />
      ))}
    </Page>
  );
}

/** What a reviewer has typed: the comment on the whole menu, and the comments on its parts. */
type Opinion = { readonly comment: string; readonly comments: CommentDraft };
const noOpinion: Opinion = { comment: '', comments: {} };

type SubmissionProps = { readonly submission: submissions.Submission; readonly onDecided: () => void };

function SubmissionView({ submission, onDecided }: SubmissionProps) {
  const { menu, revision, analysis, comparisons, isWaiting } = submission;
  const [day, setDay] = useState<number>();
  const [comparisonIndex, setComparisonIndex] = useState(0);
  const opinion = useDraft(`review ${menu.id} ${revision}`, noOpinion);
  const onComment = (key: string, text: string) =>
    opinion.change((current) => ({ ...current, comments: { ...current.comments, [key]: text } }));
  const changes = comparisons[comparisonIndex];
  const draft = isPlatform() && isWaiting ? opinion.draft.comments : undefined;
  const daysProps = { submission, changes, draft, onComment };
  const dayTabs = listDayNumbers(menu).map((value) => ({ value, text: weekdayOf(menu, value) }));
  const dayName = day === undefined ? '每日平均' : weekdayOf(menu, day);
  return (
    <>
      <div class="sides">
        <div class="stack">
          {submission.urgentWarnings.length > 0 && (
            <div class="notice bad">
              <Lines lines={submission.urgentWarnings} />
            </div>
          )}
          {changes && <Changes {...{ menu, comparisons, comparisonIndex, onComparison: setComparisonIndex }} />}
          <Tabs tabs={[{ value: undefined, text: '整周' }, ...dayTabs]} value={day} onValue={setDay} />
          {day === undefined ? <SubmittedWeek {...daysProps} /> : <SubmittedDay {...daysProps} day={day} />}
          <FoldedLines title="提醒" lines={submission.warnings} />
          <FoldedLines title="经过" lines={submission.history} />
        </div>
        <div class="stack">
          {analysis.levels.map((group) => {
            const totals = day === undefined ? group.average : group.days.find((totals) => totals.day === day);
            return (
              <Section key={group.name} title={`${group.name} ${group.people} 人，${dayName}`}>
                {totals ? <GroupFigures group={group} totals={totals} /> : <p class="faint">这一天没有菜。</p>}
              </Section>
            );
          })}
        </div>
      </div>
      {isPlatform() && <Decision {...{ submission, onDecided, opinion }} />}
    </>
  );
}

const MAX_OPEN_LINES = 8;

function FoldedLines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details open={lines.length <= MAX_OPEN_LINES}>
      <summary>{`${title} ${lines.length} 条`}</summary>
      <Lines lines={lines} />
    </details>
  );
}

type ChangesProps = Pick<submissions.Submission, 'menu' | 'comparisons'> & {
  readonly comparisonIndex: number;
  readonly onComparison: (index: number) => void;
};

/** What has changed since the rejected submission, and since the published one. */
function Changes({ menu, comparisons, comparisonIndex, onComparison }: ChangesProps) {
  const changes = comparisons[comparisonIndex];
  if (changes?.from === undefined) return <p class="notice">这份食谱还没有发布过，全部内容都是新的。</p>;
  const nameComparison = ({ from }: submissions.MenuChanges) =>
    `与${from === menu.published ? '正在供应' : '被驳回'}的第 ${from} 次提交相比`;
  const tabs = comparisons.map((comparison, value) => ({ value, text: nameComparison(comparison) }));
  return (
    <section class="notice" aria-label="改了什么">
      <Tabs tabs={tabs} value={comparisonIndex} onValue={onComparison} />
      <Lines lines={submissions.describeChanges(changes)} />
    </section>
  );
}

type DecisionProps = SubmissionProps & { readonly opinion: ReturnType<typeof useDraft<Opinion>> };

/** The form of a review. After the decision, or if somebody else was faster, it links to the next menu. */
function Decision({ submission, onDecided, opinion }: DecisionProps) {
  const { menu, revision, etag, isWaiting } = submission;
  const { comment } = opinion.draft;
  const [outcome, setOutcome] = useState('');
  const [sentOpinion, setSentOpinion] = useState<Opinion>();
  const { failure, submit } = useSubmit();
  const comments = submissions.toComments(opinion.draft.comments);
  const commentCountText = comments.length > 0 && `另有 ${comments.length} 处意见标在食谱上。`;
  const decide = (result: '通过' | '驳回') =>
    submit(async () => {
      // A rejection needs a reason; the comments on parts are one.
      const reason = result === '驳回' && comments.length > 0 ? `请看标出的 ${comments.length} 处意见` : '';
      const body = { id: menu.id, revision, result, comment: comment || reason, comments };
      setSentOpinion(opinion.draft);
      try {
        await send(api.POST('/api/menu/review', { params: { header: { 'If-Match': etag } }, body }));
        opinion.reset(noOpinion);
        const approved = `已通过，${formatDay(menu.start)}起照这份食谱供餐。`;
        setOutcome(result === '通过' ? approved : '已驳回，单位会看到您的意见，改好后再提交。');
      } catch (thrown) {
        setOutcome(describeFasterReview(thrown, comment));
      }
      onDecided();
    });
  const actions: readonly Action[] = [
    { text: '驳回', kind: 'danger', run: () => decide('驳回') },
    { text: '通过', kind: 'main', run: () => decide('通过') },
  ];
  // An opinion that was changed since may be right.
  const error = opinion.draft === sentOpinion ? failure?.messageFor('comment') : undefined;
  if (!isWaiting) return <DecisionNotice {...submission} outcome={outcome} />;
  return (
    <form class={`saving ${css.decision}`} onSubmit={(event) => event.preventDefault()}>
      <TextAreaField
        label="审核意见"
        hint={commentCountText || '单位会看到。点开一天，可以对那天、每餐和每道菜分别写。'}
        {...{ error, value: comment, maxLength: 500, rows: 2 }}
        onValue={(text) => opinion.change((current) => ({ ...current, comment: text }))}
      />
      <Actions actions={actions} />
      {failure?.messageFor('comment') === undefined && <FailureNotice failure={failure} />}
    </form>
  );
}

/** The message that somebody else was faster. Any other failure is thrown again. */
function describeFasterReview(thrown: unknown, comment: string): string {
  const isFasterReview = thrown instanceof Failure && ['changed_meanwhile', 'menu_not_pending'].includes(thrown.reason);
  if (!isFasterReview) throw thrown;
  return `这份食谱刚被别人处理过，您的决定没有提交。${comment === '' ? '' : `您写的意见是「${comment}」。`}`;
}

function DecisionNotice({ menu, history, waiting, outcome }: submissions.Submission & { readonly outcome: string }) {
  const next = waiting.find((other) => other.menu !== menu.id) ?? waiting[0];
  const nextLink = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (outcome) nextLink.current?.focus();
  }, [outcome]);
  return (
    <div class="notice saving" role="status">
      <p>{outcome}</p>
      <p>{`现在是「${menu.state}」：${history[0]}`}</p>
      {next ? (
        <a ref={nextLink} href={submissions.toReviewAddress(next)}>{`接下来审：${next.venderName} ${next.name}`}</a>
      ) : (
        '现在没有食谱在等审核。'
      )}
    </div>
  );
}
