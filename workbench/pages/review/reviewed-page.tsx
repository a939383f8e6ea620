import { openPrinted } from '../../api/file.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { dayAfter, daySpan } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Problem, useSending } from '../../parts/sending.tsx';
import { Steps } from '../../parts/steps.tsx';
import { Bar, Categories, Sums } from '../planner/bars.tsx';
import { Changes } from './changes.tsx';
import { Decision } from './decision.tsx';
import { FrozenWeek } from './frozen-week.tsx';
import { isPlatform, readSubmission, type Submission } from './submission.ts';

type ReviewedProps = Pick<Submission, 'revision'> & { readonly id: number };

/** One submission of a menu: its week, its judgement, what changed, and for who reviews the decision. */
export function ReviewedPage({ id, revision }: ReviewedProps) {
  const asked = useAsked('', () => readSubmission(id, revision));
  const { menu, waiting = [] } = asked.answer ?? {};
  const unit = waiting.find((one) => one.menu === id)?.venderName;
  const span = menu && daySpan(menu.start, dayAfter(menu.start, menu.days - 1));
  return (
    <Page
      title={menu?.name ?? '审核'}
      about={[unit, span, `第 ${revision} 次提交`, menu?.state].filter(Boolean).join(' · ')}
      actions={<Actions id={id} revision={revision} isRejected={menu?.state === '已驳回'} />}
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

function Actions({ id, revision, isRejected }: ReviewedProps & { readonly isRejected: boolean }) {
  const { failure, sending } = useSending();
  const print = () => sending(() => openPrinted(`/api/menu/sheet.html?id=${id}&revision=${revision}`));
  return (
    <>
      <Problem failure={failure} />
      <Steps steps={[{ text: '公示表', act: print, kind: 'button' }]} />
      {isRejected && holds(31) && (
        <a class="button main" href={`/w/planner?id=${id}`}>
          去修改
        </a>
      )}
    </>
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
