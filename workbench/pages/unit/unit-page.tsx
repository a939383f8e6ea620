import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { choicesOf, getEnums } from '../../api/enums.ts';
import { holds } from '../../api/session.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Confirm, type Opener, useOpened } from '../../parts/confirm.tsx';
import { Dialog, type Ends } from '../../parts/dialog.tsx';
import { byLabels, OpenedForm, VersionedForm } from '../../parts/editor.tsx';
import { EditorDialog } from '../../parts/editor-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { dateOf, dayAfter, longDay, today } from '../../parts/format.ts';
import { GivenPassword, SetPassword } from '../../parts/given-password.tsx';
import { Page } from '../../parts/page.tsx';
import { type Query, useQuery } from '../../parts/query.ts';
import { Steps } from '../../parts/steps.tsx';
import { type Column, Filters, List } from '../../parts/table.tsx';
import {
  ENDING_DAYS,
  LastDay,
  labels,
  platformLabels,
  readUnit,
  type Unit,
  UnitFields,
  type UnitWork,
} from './unit.tsx';

const empty: UnitWork = {
  ...{ account: '', expire: '', name: '', category: '', province: '', city: '', area: '', address: '', contacts: '' },
  ...{ phone: '', email: '', icon: '', menuReview: 'false' },
};
const tell = byLabels<UnitWork>({ ...platformLabels, ...labels });
const MOVING = '填本单位另一位用户，他就成为主账号；填没人用过的用户名，主账号就改叫它';

const LOST =
  '用户和角色、菜品、食谱和审核记录、自己的食材、打标和价格、大屏、日志都会一起删除，它的人马上退出登录。' +
  '不能恢复；只想停用时，请用「关闭」。';

type OneUnit = Ends & { readonly unit: Unit };

const mayList = () => holds(1, 3, 4);

/** 单位: the platform's units, found, made, renewed, closed and deleted. */
export function UnitPage() {
  const { query } = useQuery();
  const asked = useAsked(JSON.stringify(query), async () => (mayList() ? listUnits(query) : undefined));
  const { opened, ...opener } = useOpened(asked.again);
  const create = () => opener.open((ends) => <NewUnit {...ends} />);
  const steps = [{ text: '新建单位', kind: 'main', act: create, may: holds(2) } as const];
  const states = [
    { value: 'true', text: '开放' },
    { value: 'false', text: '已关闭' },
  ];
  const soon = query['expireBefore'] || dayAfter(today(), ENDING_DAYS + 1);
  const filters = [
    { name: 'keyword', label: '名称或拼音' },
    { name: 'category', label: '类别', choices: choicesOf('category') },
    { name: 'status', label: '状态', choices: states },
    { name: 'expireBefore', label: '到期', choices: [{ value: soon, text: `${ENDING_DAYS} 天内到期或已到期` }] },
  ];
  const empty = '没有符合条件的单位。换个条件，或新建一个单位。';
  const list = { caption: '单位', columns: columnsOf(opener), keyOf: ({ id }: Unit) => id, empty, isStacked: true };
  return (
    <Page title="单位" actions={<Steps steps={steps} />}>
      {mayList() ? (
        <>
          <Filters of={filters} />
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

function columnsOf({ open, remove }: Opener): Column<Unit>[] {
  const begin = (unit: Unit, Opened: (props: OneUnit) => ComponentChild) => () =>
    open((ends) => <Opened {...ends} unit={unit} />);
  const drop = ({ id, name }: Unit) =>
    remove(`单位「${name}」`, () => send(api.DELETE('/api/vender', { body: { vender: id } })), LOST);
  const renewPassword = ({ id: venderId, account }: Unit) => {
    const set = (password: string) => send(api.POST('/api/vender/password', { body: { venderId, password } }));
    open((ends) => <SetPassword {...ends} name={account} set={set} />);
  };
  const stepsOf = (unit: Unit) => [
    { text: holds(3) ? '修改' : '查看', may: holds(1, 3), act: begin(unit, EditUnit) },
    { text: '续期', may: holds(3), act: begin(unit, RenewUnit) },
    { text: unit.status ? '关闭' : '开放', may: holds(3), act: begin(unit, CloseUnit) },
    { text: '重设密码', may: holds(3), act: () => renewPassword(unit) },
    { text: '日志', may: holds(1), to: `/w/log?vender=${unit.id}` },
    { text: '删除', may: holds(4), act: () => drop(unit) },
  ];
  return [
    { name: '单位', cell: ({ name }) => name },
    { name: '类别', cell: ({ category }) => category },
    { name: '主账号', cell: ({ account }) => account },
    { name: '用到', cell: (unit) => <LastDay unit={unit} /> },
    { name: '状态', cell: ({ status }) => (status ? '开放' : <b class="high">已关闭</b>) },
    { name: '操作', cell: (unit) => <Steps about={`「${unit.name}」`} steps={stepsOf(unit)} /> },
  ];
}

/** Makes a unit with its main account, which can sign in at once. */
function NewUnit({ onDone, onClose }: Ends) {
  // A password is not kept.
  const [password, setPassword] = useState('');
  return (
    <Dialog title="新建单位" onClose={onClose} wide>
      <OpenedForm
        {...{ draft: 'unit', opened: { work: empty }, onClose }}
        write={(_, __, work) => send(api.PUT('/api/vender', { body: { ...work, password } }))}
        onSaved={({ name, account }) => onDone(`已新建「${name}」，主账号 ${account} 现在就可以登录`)}
      >
        {(typed) => (
          <>
            <UnitFields {...typed} account="主账号登录时用" />
            <GivenPassword value={password} onValue={setPassword} wrong={typed.failure?.about('password')} />
          </>
        )}
      </OpenedForm>
    </Dialog>
  );
}

/** Changes a unit, on the version that was read; shows it to who may not. */
function EditUnit({ unit: { id, name }, onDone, onClose }: OneUnit) {
  const isFixed = !holds(3);
  return (
    <Dialog title={`单位「${name}」`} onClose={onClose} wide>
      <VersionedForm
        {...{ what: `单位「${name}」`, draft: `unit ${id}`, tell, isFixed, onClose }}
        read={() => readUnit(id)}
        write={(changes, params) => send(api.POST('/api/vender', { params, body: { venderId: id, ...changes } }))}
        onSaved={(work) => onDone(`已保存单位「${work.name}」`)}
      >
        {(typed) => <UnitFields {...typed} {...{ isFixed }} account={isFixed ? '' : MOVING} />}
      </VersionedForm>
    </Dialog>
  );
}

/** Sets the last day of a unit; a year more is proposed. */
function RenewUnit({ unit: { id, name, expire }, ...ends }: OneUnit) {
  const last = dateOf(expire);
  const start = last > today() ? last : today();
  const [value, onValue] = useState(`${Number(start.slice(0, 4)) + 1}${start.slice(4).replace('02-29', '02-28')}`);
  const run = () => send(api.POST('/api/vender', { body: { venderId: id, expire: value } }));
  const field = { type: 'date', value, onValue, hint: `现在用到 ${last}` } as const;
  const told = `「${name}」可以用到 ${longDay(value)}`;
  return (
    <EditorDialog title={`续期「${name}」`} {...ends} run={run} told={told} action="续期">
      {(failure) => <TextField label="用到哪天（含）" {...field} wrong={failure?.about('expire')} required />}
    </EditorDialog>
  );
}

function CloseUnit({ unit: { id, name, status }, ...ends }: OneUnit) {
  const action = status ? '关闭' : '开放';
  const run = () => send(api.POST('/api/vender', { body: { venderId: id, status: status ? 'false' : 'true' } }));
  return (
    <Confirm title={`${action}单位「${name}」？`} {...ends} {...{ action, run }} told={`已${action}「${name}」`}>
      <p>
        {status ? '关闭后它的所有人都不能登录，大屏也停；内容保留，随时可以再开放。' : '它的人又可以登录，内容都在。'}
      </p>
    </Confirm>
  );
}
