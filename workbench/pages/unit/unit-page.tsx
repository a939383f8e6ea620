import type { ComponentChild } from 'preact';
import { api, send } from '../../api/client.ts';
import { choicesOf, getEnums } from '../../api/enums.ts';
import { holds } from '../../api/session.ts';
import { useAsked } from '../../parts/asked.tsx';
import { type Open, useOpened } from '../../parts/dialog.tsx';
import { dayAfter, today } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { type Query, useQuery } from '../../parts/query.ts';
import { Steps } from '../../parts/steps.tsx';
import { type Column, Filters, List } from '../../parts/table.tsx';
import { ENDING_DAYS, LastDay, type Unit } from './unit.tsx';
import * as dialogs from './unit-dialogs.tsx';

const mayList = () => holds(1, 3, 4);

/** 单位: the platform's units, found, made, renewed, closed and deleted. */
export function UnitPage() {
  const { query } = useQuery();
  const asked = useAsked(JSON.stringify(query), async () => (mayList() ? listUnits(query) : undefined));
  const { open, opened } = useOpened(asked.again);
  const create = () => open((ends) => <dialogs.NewUnit {...ends} />);
  const steps = [{ text: '新建单位', kind: 'main', act: create, may: holds(2) } as const];
  const empty = '没有符合条件的单位。换个条件，或新建一个单位。';
  const list = { caption: '单位', columns: columnsOf(open), keyOf: ({ id }: Unit) => id, empty, isStacked: true };
  return (
    <Page title="单位" actions={<Steps steps={steps} />}>
      {mayList() ? (
        <>
          <UnitFilters />
          <List {...list} asked={asked} />
        </>
      ) : (
        <p class="empty">您的角色可以新建单位，不能查看。</p>
      )}
      {opened}
    </Page>
  );
}

async function listUnits({ page, ...filters }: Query) {
  // The service refuses what it does not know.
  const query = { icons: 'false', pageNo: Number(page ?? 0), ...(filters as { status?: 'true' }) } as const;
  return (await Promise.all([send(api.GET('/api/vender', { params: { query } })), getEnums()]))[0].body;
}

function UnitFilters() {
  const soon = useQuery().query['expireBefore'] || dayAfter(today(), ENDING_DAYS + 1);
  const states = [
    { value: 'true', text: '开放' },
    { value: 'false', text: '已关闭' },
  ];
  return (
    <Filters
      of={[
        { name: 'keyword', label: '名称或拼音' },
        { name: 'category', label: '类别', choices: choicesOf('category') },
        { name: 'status', label: '状态', choices: states },
        { name: 'expireBefore', label: '到期', choices: [{ value: soon, text: `${ENDING_DAYS} 天内到期或已到期` }] },
      ]}
    />
  );
}

function columnsOf(open: Open): Column<Unit>[] {
  const begin = (unit: Unit, Opened: (props: dialogs.OneUnit) => ComponentChild) => () =>
    open((ends) => <Opened {...ends} unit={unit} />);
  const stepsOf = (unit: Unit) => [
    { text: '修改', may: holds(3), act: begin(unit, dialogs.EditUnit) },
    { text: '续期', may: holds(3), act: begin(unit, dialogs.RenewUnit) },
    { text: unit.status ? '关闭' : '开放', may: holds(3), act: begin(unit, dialogs.CloseUnit) },
    { text: '重设密码', may: holds(3), act: begin(unit, dialogs.ResetPassword) },
    { text: '删除', may: holds(4), act: begin(unit, dialogs.DeleteUnit) },
  ];
  const look = (unit: Unit) => (
    <button type="button" class="plain" onClick={begin(unit, dialogs.UnitFacts)}>
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
