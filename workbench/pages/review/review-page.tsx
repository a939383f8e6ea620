import type { Schemas } from '../../api/client.ts';
import { isPlatform, may } from '../../api/session.ts';
import { Actions } from '../../parts/actions.tsx';
import { addDays, formatDaySpan, formatMoment } from '../../parts/dates.ts';
import { Findings } from '../../parts/findings.tsx';
import { Page, Section, useQuery, useSearchParams } from '../../parts/page.tsx';
import { type Column, List, Table } from '../../parts/table.tsx';
import { describeConfirmation } from '../planner/menu-calls.ts';
import * as submissions from './submission.ts';
import { SubmissionPage } from './submission-page.tsx';

/** 审核: the waiting menus and the records. If the address has `menu` and `revision`, it shows that submission. */
export function ReviewPage() {
  const { menu = '', revision = '' } = useSearchParams().params;
  if (menu !== '') return <SubmissionPage key={`${menu} ${revision}`} id={Number(menu)} revision={Number(revision)} />;
  return (
    <Page title="审核">
      <div class="stack">
        {(isPlatform() || may('menu.view')) && <WaitingList />}
        <Records />
      </div>
    </Page>
  );
}

const drawFindings = ({ groups = [] }: submissions.WaitingMenu) => <Findings groups={groups} />;

const listWaitingColumns = (): Column<submissions.WaitingMenu>[] => [
  { name: '食谱', cell: (menu) => <a href={submissions.toReviewAddress(menu)}>{submissions.nameMenu(menu)}</a> },
  { name: '日期', cell: ({ start, days }) => formatDaySpan(start, addDays(start, days - 1)) },
  { name: '提交', cell: ({ userName = '', revision, time }) => `${userName} 第 ${revision} 次，${formatMoment(time)}` },
  ...(isPlatform() ? [{ name: '每日平均', cell: drawFindings }] : []),
];

function WaitingList() {
  const { params, setParams } = useSearchParams();
  const { from: firstWaiting = '' } = params;
  const waitingQuery = useQuery(firstWaiting, () => submissions.listWaitingMenus(firstWaiting));
  const empty = isPlatform() ? '没有食谱在等审核。' : '没有食谱在等平台审核。在「排餐」里提交后会出现在这里。';
  return (
    <Section title="等待审核">
      {waitingQuery.draw(({ content, next }) => (
        <>
          <Table caption="等待审核" columns={listWaitingColumns()} rows={content} empty={empty} />
          {next && <Actions actions={[{ text: '看后面的', kind: 'button', run: () => setParams({ from: next }) }]} />}
        </>
      ))}
    </Section>
  );
}

const listRecordColumns = (): Column<Schemas['Review']>[] => [
  {
    name: '食谱',
    cell: (record) =>
      may('menu.view') ? <a href={submissions.toReviewAddress(record)}>{record.name}</a> : record.name,
  },
  ...(isPlatform() ? [{ name: '单位', cell: ({ venderName = '' }: Schemas['Review']) => venderName }] : []),
  { name: '时间', cell: ({ time }) => formatMoment(time) },
  { name: '处理', cell: ({ action, userName, uid }) => `${userName || uid} ${action}` },
  {
    name: '意见',
    cell: ({ confirmed, ...record }) =>
      `${submissions.describeOpinion(record)}${confirmed ? `（已确认${describeConfirmation(confirmed)}）` : ''}`,
  },
];

function Records() {
  const pageNo = Number(useSearchParams().params['page'] ?? 0);
  const recordsQuery = useQuery(String(pageNo), () => submissions.listReviewRecords({ pageNo }));
  const empty = '还没有记录。食谱提交后，每一步都会记在这里。';
  return (
    <Section title="处理记录">
      <List caption="处理记录" columns={listRecordColumns()} {...{ query: recordsQuery, empty }} />
    </Section>
  );
}
