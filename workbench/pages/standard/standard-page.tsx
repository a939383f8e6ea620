import { api, send } from '../../api/client.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { useDoing } from '../../parts/editor-dialog.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/query.ts';
import { Steps } from '../../parts/steps.tsx';
import { type Column, Pager, Table } from '../../parts/table.tsx';
import { type Standard, toPercent } from './standard.ts';
import { StandardView } from './standard-editor.tsx';

/** 营养标准: the list, and by `id` in the address one of them; `id=0` is a new one. */
export function StandardPage() {
  const { id } = useQuery().query;
  return id === undefined ? <StandardList /> : <StandardView key={id} id={Number(id)} />;
}

function StandardList() {
  const { query, setQuery } = useQuery();
  const pageNo = Number(query['page'] ?? 0);
  const asked = useAsked(String(pageNo), () => send(api.GET('/api/nutrition', { params: { query: { pageNo } } })));
  const { doing: deleted, begin, ends } = useDoing<Standard>(asked.again);
  const own = '还没有营养标准。先新建一份，分给单位，再填每人每天的推荐量。';
  const first = holds(6) ? own : '还没有可用的营养标准。请联系平台；在那之前，食谱只算营养，不作判断。';
  const creation = (
    <a class="button main" href="/w/standard?id=0">
      新建标准
    </a>
  );
  const list = { caption: '营养标准', columns: columnsOf(begin), keyOf: ({ id }: Standard) => id, empty: first };
  return (
    <Page title="营养标准" actions={holds(6) && creation}>
      <Loaded asked={asked}>
        {({ body }) => (
          <>
            <Table {...list} rows={body.content} />
            <Pager page={body} onPage={(number) => setQuery({ page: String(number || '') })} />
          </>
        )}
      </Loaded>
      {deleted && (
        <Confirm
          title={`删除营养标准「${deleted.name}」？`}
          action="删除"
          run={() => send(api.DELETE('/api/nutrition', { body: { id: deleted.id } }))}
          onDone={() => ends.onDone(`已删除营养标准「${deleted.name}」`)}
          onClose={ends.onClose}
        >
          <p>{deleted.vendors.length} 个单位用着它，删除后它们的食谱不再按它判断。删除后不能恢复。</p>
        </Confirm>
      )}
    </Page>
  );
}

function columnsOf(onDelete: (standard: Standard) => void): Column<Standard>[] {
  const deletion = (row: Standard) => (
    <Steps about={`「${row.name}」`} steps={[{ text: '删除', act: () => onDelete(row) }]} />
  );
  return [
    { name: '名称', cell: ({ id, name }) => (holds(5, 7, 21) ? <a href={`/w/standard?id=${id}`}>{name}</a> : name) },
    { name: '体力活动', cell: ({ ingredient }) => Object.keys(ingredient).join('、') || '未填' },
    { name: '允许偏差', cell: ({ overflow }) => `${toPercent(overflow)} %` },
    ...(holds(21) ? [] : [{ name: '分给', cell: ({ vendors }: Standard) => `${vendors.length} 个单位` }]),
    ...(holds(8) ? [{ name: '操作', cell: deletion }] : []),
  ];
}
