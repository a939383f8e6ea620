import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { openPrinted } from '../../api/file.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { AreaField } from '../../parts/field.tsx';
import { day, dayAfter, daySpan } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Problem, useSending } from '../../parts/sending.tsx';
import { type Step, Steps } from '../../parts/steps.tsx';
import { Bar, Categories, Sums } from '../planner/bars.tsx';
import { Changes, FrozenWeek } from './frozen-week.tsx';
import { isPlatform, readSubmission, reviewAddress, type Submission } from './submission.ts';

type ReviewedProps = Pick<Submission, 'revision'> & { readonly id: number };

/** One submission of a menu: its week, its judgement, what changed, and for who reviews the decision. */
export function ReviewedPage({ id, revision }: ReviewedProps) {
  const asked = useAsked('', () => readSubmission(id, revision));
  const { menu, waiting = [] } = asked.answer ?? {};
  const unit = waiting.find((one) => one.menu === id)?.venderName;
  const span = menu && daySpan(menu.start, dayAfter(menu.start, menu.days - 1));
  const print = () => openPrinted(`/api/menu/sheet.html?id=${id}&revision=${revision}`);
  const mayEdit = menu?.state === '已驳回' && holds(31);
  const steps: readonly Step[] = [
    { text: '公示表', act: print, kind: 'button' },
    { text: '去修改', to: `/w/planner?id=${id}`, kind: 'main', may: mayEdit },
  ];
  return (
    <Page
      title={menu?.name ?? '审核'}
      about={[unit, span, `第 ${revision} 次提交`, menu?.state].filter(Boolean).join(' · ')}
      actions={<Steps steps={steps} />}
    >
      <Loaded asked={asked}>
        {(submission) => (
          <div class="reviewed sides">
            <div class="stack">
              {submission.changes && <Changes changes={submission.changes} />}
              <FrozenWeek {...submission} />
              <Lines title="提醒" lines={submission.warnings} />
              <Lines title="经过" lines={submission.history} />
            </div>
            <div class="stack">
              {submission.analysis.levels.map((level) => (
                <Judgement key={level.name} level={level} />
              ))}
              {isPlatform() && <Decision submission={submission} onRead={asked.again} />}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** What the mean of the days gives a group. */
function Judgement({ level }: { readonly level: Submission['analysis']['levels'][number] }) {
  const judged = level.average.nutrients.filter(({ judgement }) => judgement !== undefined);
  return (
    <section>
      <h2>
        {level.name} {level.people} 人，每日平均
      </h2>
      {!level.judged && <p class="notice warn">营养标准里没有「{level.level}」，所以没有评价。</p>}
      <ul class="bars">
        {judged.map((one) => (
          <Bar {...one} key={one.key} />
        ))}
      </ul>
      <Categories categories={level.average.categories} />
      <Sums level={level} found={level.average} />
    </section>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details open={lines.length < 9}>
      <summary>
        {title} {lines.length} 条
      </summary>
      <ul class="lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

type Result = '通过' | '驳回';

interface DecisionProps {
  readonly submission: Submission;
  /** Reads the submission anew. */
  readonly onRead: () => void;
}

/** 通过 or 驳回 with a comment; after it, or where somebody else was faster, what is next. */
function Decision({ submission, onRead }: DecisionProps) {
  const { menu, revision, etag, changes } = submission;
  const [comment, setComment] = useState('');
  const [told, setTold] = useState('');
  const { failure, sending } = useSending();
  const decide = (result: Result) =>
    sending(async () => {
      const body = { id: menu.id, revision, result, comment };
      const call = send(api.POST('/api/menu/review', { params: { header: { 'If-Match': etag } }, body }));
      const done = call.then(() => tellDone(result, menu.start));
      setTold(await done.catch((thrown) => tellOvertaken(thrown, comment)));
      onRead();
    });
  const steps: readonly Step[] = [
    { text: '通过', kind: 'main', act: () => decide('通过') },
    { text: '驳回', kind: 'danger', act: () => decide('驳回') },
  ];
  if (changes === undefined) return <Decided submission={submission} told={told} />;
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <AreaField
        label="审核意见"
        hint="单位会看到。驳回时请写明要改什么。"
        wrong={failure?.about('comment')}
        {...{ value: comment, onValue: setComment, maxLength: 500, rows: 3 }}
      />
      <Problem failure={failure} />
      <Steps steps={steps} />
    </form>
  );
}

function tellDone(result: Result, start: string): string {
  return result === '通过' ? `已通过，${day(start)}起照这份食谱供餐。` : '已驳回，单位会看到您的意见，改好后再提交。';
}

/** That somebody else was faster, and what was written here; any other failure is thrown on. */
function tellOvertaken(thrown: unknown, comment: string): string {
  const isOvertaken = thrown instanceof Failure && ['changed_meanwhile', 'menu_not_pending'].includes(thrown.reason);
  if (!isOvertaken) throw thrown;
  return `这份食谱刚被别人处理过，您的决定没有提交。${comment === '' ? '' : `您写的意见是「${comment}」。`}`;
}

function Decided({ submission, told }: Pick<DecisionProps, 'submission'> & { readonly told: string }) {
  const { menu, history, waiting } = submission;
  const next = waiting.find((one) => one.menu !== menu.id) ?? waiting[0];
  return (
    <div class="notice" role="status">
      <p>{told}</p>
      <p>
        现在是「{menu.state}」：{history[0]}
      </p>
      {next ? (
        <a href={reviewAddress(next)}>{`接下来审：${next.venderName} ${next.name}`}</a>
      ) : (
        '现在没有食谱在等审核。'
      )}
    </div>
  );
}
