import type { Schemas } from '../../api/client.ts';
import { isPlatform } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { Findings } from '../../parts/findings.tsx';
import { dayAfter, daySpan, moment } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/query.ts';
import { Steps } from '../../parts/steps.tsx';
import { type Column, List, Table } from '../../parts/table.tsx';
import { ReviewedPage } from './reviewed-page.tsx';
import { listRecords, listWaiting, mayRead, reviewAddress, type Waiting } from './submission.ts';

type Review = Schemas['Review'];

/** 审核: what waits and what was done; with `menu` and `revision` that submission. */
export function ReviewPage() {
  const { menu = '', revision = '' } = useQuery().query;
  if (menu !== '') return <ReviewedPage key={`${menu} ${revision}`} id={Number(menu)} revision={Number(revision)} />;
  return (
    <Page title="审核">
      <div class="stack">
        {(isPlatform() || mayRead()) && <WaitingList />}
        <Records />
      </div>
    </Page>
  );
}

const waitingColumns: readonly Column<Waiting>[] = [
  { name: '食谱', cell: (one) => <a href={reviewAddress(one)}>{one.name}</a> },
  { name: '单位', cell: ({ venderName = '' }) => venderName },
  { name: '日期', cell: ({ start, days }) => daySpan(start, dayAfter(start, days - 1)) },
  { name: '提交', cell: ({ userName = '', revision, time }) => `${userName} 第 ${revision} 次，${moment(time)}` },
  { name: '每日平均', cell: ({ groups = [] }) => <Findings groups={groups} /> },
];

function WaitingList() {
  const { query, setQuery } = useQuery();
  const { from = '' } = query;
  const asked = useAsked(from, () => listWaiting(from));
  const empty = isPlatform() ? '没有食谱在等审核。' : '没有食谱在等平台审核。在「排餐」里提交后会出现在这里。';
  const list = { caption: '等待审核', columns: shownOf(waitingColumns), keyOf, empty, isStacked: true };
  return (
    <section>
      <h2>等待审核</h2>
      <Loaded asked={asked}>
        {({ content, next }) => (
          <>
            <Table {...list} rows={content} />
            <Steps
              steps={[{ text: '看后面的', act: () => setQuery({ from: next }), kind: 'button', may: next !== '' }]}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

const recordColumns: readonly Column<Review>[] = [
  { name: '食谱', cell: (one) => (mayRead() ? <a href={reviewAddress(one)}>{one.name}</a> : one.name) },
  { name: '单位', cell: ({ venderName = '' }) => venderName },
  { name: '时间', cell: ({ time }) => moment(time) },
  { name: '处理', cell: ({ action, userName, uid }) => `${userName || uid} ${action}` },
  { name: '意见', cell: ({ comment, confirmed }) => `${comment}${confirmed ? '（已确认过敏原）' : ''}` },
];

function Records() {
  const pageNo = Number(useQuery().query['page'] ?? 0);
  const asked = useAsked(String(pageNo), () => listRecords({ pageNo }));
  const empty = '还没有记录。食谱提交后，每一步都会记在这里。';
  return (
    <section>
      <h2>处理记录</h2>
      <List caption="处理记录" columns={shownOf(recordColumns)} {...{ asked, keyOf, empty }} isStacked />
    </section>
  );
}

/** What is of one unit does not name it. */
function shownOf<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  return columns.filter(({ name }) => isPlatform() || (name !== '单位' && name !== '每日平均'));
}

const keyOf = ({ menu, time }: Pick<Review, 'menu' | 'time'>) => `${menu} ${time}`;
