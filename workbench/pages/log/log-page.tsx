import { api, send } from '../../api/client.ts';
import { session } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { moment, today } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { type Query, useQuery } from '../../parts/query.ts';
import { Steps } from '../../parts/steps.tsx';
import { Filters, Table } from '../../parts/table.tsx';
import { may } from '../user/roles.tsx';
import { kindNames, kindOf, type Operation, sentenceOf } from './sentences.ts';

/** So many lines are shown at once, and so many parts of the log are searched for them. */
const SHOWN = 50;
const MOST_PARTS = 10;

/** 日志: who did what in the last 180 days, of the own unit or, for the platform, of any. */
export function LogPage() {
  const { query, setQuery } = useQuery();
  const asked = useAsked(JSON.stringify(query), () => readLog(query));
  const { vender = '', page = '' } = query;
  return (
    <Page title="日志" about={`${vender && `单位 ${vender} · `}最近 180 天`}>
      <Loaded asked={asked}>
        {({ operations, people, next }) => (
          <>
            <Filters
              of={[
                { name: 'until', label: '到哪天为止', type: 'date', max: today() },
                { name: 'who', label: '谁', choices: [...people].map(([value, text]) => ({ value, text })) },
                { name: 'kind', label: '哪一类', choices: kindNames.map((value) => ({ value, text: value })) },
              ]}
            />
            <Table
              {...{ caption: '日志', rows: operations, isStacked: true }}
              keyOf={({ requestId }) => requestId}
              columns={[
                { name: '做了什么', cell: sentenceOf },
                { name: '谁', cell: ({ uid }) => people.get(uid) },
                { name: '什么时候', cell: ({ time }) => <time>{moment(time)}</time> },
              ]}
              empty="没有符合条件的记录。换个条件，或看更早的。"
            />
            <nav class="pager" aria-label="翻页">
              <Steps
                steps={[
                  { text: '回到最新', kind: 'button', act: () => setQuery({ page: '' }), isDisabled: page === '' },
                  { text: '更早的', kind: 'button', act: () => setQuery({ page: next }), isDisabled: next === '' },
                ]}
              />
            </nav>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Reads the log from a day or a place on, until there is enough that the filters let through. */
async function readLog({ vender, who = '', kind = '', until, page }: Query) {
  const isOwn = vender === undefined || Number(vender) === session.value?.vender;
  const users = isOwn && may.seeUsers() ? (await send(api.GET('/api/user'))).body : [];
  const people = new Map(users.map(({ uid, name }) => [uid, name]));
  const operations: Operation[] = [];
  let next = page ?? (until ? cursorAfter(until) : '');
  for (let part = 0; part < MOST_PARTS && operations.length < SHOWN && (part === 0 || next !== ''); part++) {
    const query = { pageSize: SHOWN, ...(vender && { vender: Number(vender) }), ...(next && { from: next }) };
    const { body } = await send(api.GET('/api/log', { params: { query } }));
    for (const done of body.content) {
      people.set(done.uid, people.get(done.uid) ?? done.uid);
      if ((who === '' || done.uid === who) && (kind === '' || kindOf(done) === kind)) operations.push(done);
    }
    next = body.next;
  }
  return { operations, people, next };
}

/** The place in the log where a day of the schools ends: places are moments of 16 digits. */
function cursorAfter(date: string): string {
  return `${Date.parse(`${date}T23:59:59.999+08:00`)}`.padStart(16, '0').concat('#');
}
