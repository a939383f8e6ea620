import type { ComponentChild } from 'preact';
import { api, send } from '../../api/client.ts';
import { choicesOf, getEnums } from '../../api/enums.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { type Open, useOpened } from '../../parts/editor-dialog.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { dayAfter, today } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { type Query, useQuery } from '../../parts/query.ts';
import { Steps } from '../../parts/steps.tsx';
import { type Column, Pager, Table } from '../../parts/table.tsx';
import type { Unit } from './unit.ts';
import { EditUnit, NewUnit } from './unit-editors.tsx';
import { ENDING_DAYS, LastDay, UnitFacts } from './unit-facts.tsx';
import { CloseUnit, DeleteUnit, type OneUnit, RenewUnit, ResetPassword } from './unit-steps.tsx';

const mayList = () => holds(1, 3, 4);

/** 单位: the platform's units, found, made, renewed, closed and deleted. */
export function UnitPage() {
  const { query, setQuery, filterBy } = useQuery();
  const asked = useAsked(JSON.stringify(query), () => listUnits(query));
  const { open, opened } = useOpened(asked.again);
  const create = holds(2) && (
    <button type="button" class="main" onClick={() => open((ends) => <NewUnit {...ends} />)}>
      新建单位
    </button>
  );
  return (
    <Page title="单位" actions={create}>
      {mayList() ? <Filters filterBy={filterBy} /> : <p class="empty">您的角色可以新建单位，不能查看。</p>}
      <Loaded asked={asked}>
        {(found) =>
          found && (
            <>
              <Table
                {...{ caption: '单位', columns: columnsOf(open), rows: found.content, isStacked: true }}
                keyOf={({ id }) => id}
                empty={<p>没有符合条件的单位。换个条件，或新建一个单位。</p>}
              />
              <Pager page={found} onPage={(number) => setQuery({ page: number === 0 ? '' : `${number}` })} />
            </>
          )
        }
      </Loaded>
      {opened}
    </Page>
  );
}

async function listUnits({ page, ...filters }: Query) {
  if (!mayList()) return undefined;
  // The service refuses what it does not know.
  const query = { icons: 'false', pageNo: Number(page ?? 0), ...(filters as { status?: 'true' }) } as const;
  return (await Promise.all([send(api.GET('/api/vender', { params: { query } })), getEnums()]))[0].body;
}

function Filters({ filterBy }: Pick<ReturnType<typeof useQuery>, 'filterBy'>) {
  const any = { value: '', text: '全部' };
  const soon = filterBy('expireBefore').value || dayAfter(today(), ENDING_DAYS + 1);
  const ends = [any, { value: soon, text: `${ENDING_DAYS} 天内到期或已到期` }];
  const states = [any, { value: 'true', text: '开放' }, { value: 'false', text: '已关闭' }];
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <TextField label="名称或拼音" type="search" {...filterBy('keyword')} maxLength={100} />
      <SelectField label="类别" {...filterBy('category')} choices={[any, ...choicesOf('category')]} />
      <SelectField label="状态" {...filterBy('status')} choices={states} />
      <SelectField label="到期" {...filterBy('expireBefore')} choices={ends} />
    </form>
  );
}

function columnsOf(open: Open): Column<Unit>[] {
  const begin = (unit: Unit, Opened: (props: OneUnit) => ComponentChild) => () =>
    open((ends) => <Opened {...ends} unit={unit} />);
  const stepsOf = (unit: Unit) => [
    { text: '修改', may: holds(3), act: begin(unit, EditUnit) },
    { text: '续期', may: holds(3), act: begin(unit, RenewUnit) },
    { text: unit.status ? '关闭' : '开放', may: holds(3), act: begin(unit, CloseUnit) },
    { text: '重设密码', may: holds(3), act: begin(unit, ResetPassword) },
    { text: '删除', may: holds(4), act: begin(unit, DeleteUnit) },
  ];
  const look = (unit: Unit) => (
    <button type="button" class="plain" onClick={begin(unit, UnitFacts)}>
      {unit.name}
    </button>
  );
  return [
    { name: '单位', cell: (unit) => (holds(1, 3) ? look(unit) : unit.name) },
    { name: '类别', cell: ({ category }) => category },
    { name: '主账号', cell: ({ account }) => account },
    { name: '用到', cell: (unit) => <LastDay unit={unit} /> },
    { name: '状态', cell: ({ status }) => (status ? '开放' : <b class="high">已关闭</b>) },
    { name: '操作', cell: (unit) => <Steps about={`「${unit.name}」`} steps={stepsOf(unit)} /> },
  ];
}
