import { read } from '../../api/client.ts';
import { isPlatform, may, session } from '../../api/session.ts';
import { Actions } from '../../parts/actions.tsx';
import { formatMoment, today } from '../../parts/dates.ts';
import { toChoices } from '../../parts/field.tsx';
import { Page, type SearchParams, useQuery, useSearchParams } from '../../parts/page.tsx';
import { Filters, Table } from '../../parts/table.tsx';
import { listRecentRecords } from '../review/submission.ts';
import { maySeeUsers } from '../user/roles.tsx';
import { describeOperation, findKind, findNoun, type NamesByNoun, type Operation, sortedKinds } from './sentences.ts';

/** The number of operations that a call reads, and that fill a page. */
const PAGE_SIZE = 50;
/** The maximum number of calls for a page. With filters, one call may find too few operations. */
const MAX_CALLS = 10;

/** 日志: the operations of the last 180 days in the person's unit; for the platform in any unit. */
export function LogPage() {
  const { params, setParams } = useSearchParams();
  const logQuery = useQuery(JSON.stringify(params), () => readLog(params));
  const { vender = '', page: cursor = '' } = params;
  return (
    <Page title="日志" subtitle={`${vender && `单位 ${vender} · `}最近 180 天`}>
      {logQuery.draw(({ operations, nameByUid, namesByNoun, next }) => (
        <>
          <Filters
            filters={[
              { name: 'until', label: '到哪天为止', type: 'date', max: today() },
              { name: 'who', label: '谁', choices: [...nameByUid].map(([value, text]) => ({ value, text })) },
              { name: 'kind', label: '哪一类', choices: toChoices(sortedKinds) },
            ]}
          />
          <Table
            {...{ caption: '日志', rows: operations }}
            columns={[
              { name: '做了什么', cell: (operation) => describeOperation(operation, namesByNoun) },
              { name: '谁', cell: ({ uid }) => nameByUid.get(uid) },
              { name: '什么时候', cell: ({ time }) => <time>{formatMoment(time)}</time> },
            ]}
            empty="没有符合条件的记录。换个条件，或看更早的。"
          />
          <nav class="pager" aria-label="翻页">
            <Actions
              actions={[
                { text: '回到最新', kind: 'button', run: () => setParams({ page: '' }), isDisabled: cursor === '' },
                { text: '更早的', kind: 'button', run: () => setParams({ page: next }), isDisabled: next === '' },
              ]}
            />
          </nav>
        </>
      ))}
    </Page>
  );
}

/** Reads the log backwards, from the cursor `page` or the end of a day, until enough operations match the filters. */
async function readLog({ vender, who = '', kind = '', until, page: cursor }: SearchParams) {
  const isOwnUnit = vender === undefined || Number(vender) === session.value?.vender;
  const users = isOwnUnit && maySeeUsers() ? await read('/api/user') : [];
  const nameByUid = new Map(users.map(({ uid, name }) => [uid, name]));
  const operations: Operation[] = [];
  let next = cursor ?? (until ? toCursorAfter(until) : '');
  for (let callCount = 0; callCount < MAX_CALLS; callCount++) {
    const query = { pageSize: PAGE_SIZE, ...(vender && { vender: Number(vender) }), ...(next && { from: next }) };
    const page = await read('/api/log', query);
    for (const operation of page.content) {
      if (!nameByUid.has(operation.uid)) nameByUid.set(operation.uid, operation.uid);
      if ((who === '' || operation.uid === who) && (kind === '' || findKind(operation) === kind))
        operations.push(operation);
    }
    next = page.next;
    if (next === '' || operations.length >= PAGE_SIZE) break;
  }
  return { operations, nameByUid, namesByNoun: await readNames(operations), next };
}

type Named = { readonly id: number; readonly name: string };

/** Reads the list that names records, by noun. A person without the permission item for a list sees ids. */
const readListByNoun: Readonly<Record<string, () => Promise<Named | readonly Named[]> | false>> = {
  menu: () => (isPlatform() ? may('menu.review') && listReviewedMenus() : may('menu.view') && read('/api/menu/select')),
  dish: () => may('dish.view') && read('/api/dish/select'),
  standard: () => may('standard.view') && read('/api/nutrition/select'),
  screen: () => may('screen.wall', 'screen.led') && read('/api/screen'),
  unit: () => may('unit.view') && read('/api/vender/select'),
};

async function readNames(operations: readonly Operation[]): Promise<NamesByNoun> {
  const nouns = [...new Set(operations.flatMap((operation) => findNoun(operation) ?? []))];
  const readNamesOf = async (noun: string) => {
    const records = [(await readListByNoun[noun]?.()) || []].flat();
    return [noun, new Map(records.map(({ id, name }) => [id, name]))] as const;
  };
  return new Map(await Promise.all(nouns.map(readNamesOf)));
}

async function listReviewedMenus() {
  const records = await listRecentRecords();
  return records.map(({ menu, venderName = '', name }) => ({ id: menu, name: `${venderName} ${name}` }));
}

/** The cursor of the end of a day in China, where the units are. A cursor starts with a timestamp of 16 digits. */
const toCursorAfter = (date: string) => `${Date.parse(`${date}T23:59:59.999+08:00`)}`.padStart(16, '0').concat('#');
