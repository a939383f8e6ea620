import { useState } from 'preact/hooks';
import { api, asFiles, asUpload, type Schemas, send } from '../../api/client.ts';
import { download } from '../../api/file.ts';
import { begin, session } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { type Opener, useOpened } from '../../parts/confirm.tsx';
import { Dialog, type Ends } from '../../parts/dialog.tsx';
import { OpenedForm } from '../../parts/editor.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { dateOf } from '../../parts/format.ts';
import { GivenPassword, SetPassword } from '../../parts/given-password.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/query.ts';
import { Steps } from '../../parts/steps.tsx';
import { type Column, Filters, Table } from '../../parts/table.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { may, RoleList, readStaff, type Staff, type StaffProps, type User } from './roles.tsx';

type Given = Schemas['NewPassword'];

/** 用户与角色: who may sign in for the unit, or for the platform, and what each may do. */
export function UserPage() {
  const asked = useAsked('', readStaff);
  return (
    <Page title="用户与角色">
      <Loaded asked={asked}>
        {(staff) => (
          <div class="sides">
            {may.seeUsers() && <UserList staff={staff} onChanged={asked.again} />}
            {may.seeRoles() && <RoleList staff={staff} onChanged={asked.again} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** The users, found by what is told of them, made, changed and deleted. */
function UserList({ staff, onChanged }: StaffProps) {
  const { keyword = '' } = useQuery().query;
  const { opened, ...opener } = useOpened(onChanged);
  const edit = (user?: User) => opener.open((ends) => <UserEditor {...ends} staff={staff} user={user} />);
  const isFound = ({ name, uid, phone, roleName }: User) =>
    [name, uid, phone, roleName].some((text) => text.toLowerCase().includes(keyword.trim().toLowerCase()));
  return (
    <div>
      <div class="page-head">
        <h2>用户</h2>
        <UserWorkbook onDone={onChanged} />
        <Steps steps={[{ text: '新建用户', kind: 'main', act: () => edit(), may: may.createUsers() }]} />
      </div>
      <Filters of={[{ name: 'keyword', label: '姓名、用户名、电话或角色' }]} />
      <Table
        {...{ caption: '用户', columns: columnsOf(edit, opener), rows: staff.users.filter(isFound), isStacked: true }}
        keyOf={({ uid }) => uid}
        empty={`没有找到「${keyword}」。换个写法，或清空上面的筛选。`}
      />
      {opened}
    </div>
  );
}

function columnsOf(edit: (user: User) => void, { open, remove }: Opener): Column<User>[] {
  const isSelf = ({ uid }: User) => uid === session.value?.uid;
  const setPassword = ({ uid, name }: User) =>
    open((ends) => (
      <SetPassword
        {...{ ...ends, name }}
        set={(password) => send(api.POST('/api/user', { body: { uid, password } }))}
      />
    ));
  const drop = ({ uid, name }: User) => {
    const about = `${uid} 会马上退出登录，以后不能再登录。不能恢复。他做过的菜品、食谱和日志都保留。`;
    remove(`用户「${name}」`, () => send(api.DELETE('/api/user', { body: { uid } })), about);
  };
  const stepsOf = (user: User) => [
    { text: '修改', may: may.editUsers(), act: () => edit(user) },
    { text: '重设密码', may: may.editUsers() && !isSelf(user), act: () => setPassword(user) },
    { text: '删除', may: may.deleteUsers() && !isSelf(user), act: () => drop(user) },
  ];
  return [
    { name: '姓名', cell: (user) => `${user.name}${isSelf(user) ? '（您）' : ''}` },
    { name: '用户名', cell: ({ uid }) => uid },
    { name: '角色', cell: ({ roleName }) => roleName || <span class="low">没有角色，什么都打不开</span> },
    { name: '电话', cell: ({ phone }) => phone },
    { name: '加入日期', cell: ({ time }) => <time>{dateOf(time)}</time> },
    { name: '操作', cell: (user) => <Steps about={`「${user.name}」`} steps={stepsOf(user)} /> },
  ];
}

const givenColumns = [
  { name: '姓名', cell: ({ name }: Given) => name },
  { name: '用户名', cell: ({ uid }: Given) => uid },
  { name: '密码', cell: ({ password }: Given) => <code>{password}</code> },
];

/** The users as a workbook, down and up. Those whom it makes get passwords, which are told once. */
function UserWorkbook({ onDone }: { readonly onDone: () => void }) {
  const [given, setGiven] = useState<readonly Given[]>([]);
  const take = () => download(send(api.GET('/api/user/sheet.xlsx', { parseAs: 'blob' })));
  const give = async (file: File) => {
    const { body } = await send(api.PUT('/api/user/sheet.xlsx', { body: { files: asFiles(file) }, ...asUpload }));
    setGiven(body?.passwords ?? []);
    return `新建 ${body?.created ?? 0} 人，修改 ${body?.changed ?? 0} 人`;
  };
  const mayUpload = may.createUsers() || may.editUsers();
  return (
    <>
      <Workbook noun="用户" onDownload={take} onDone={onDone} {...(mayUpload && { onUpload: give })} />
      {given.length > 0 && <Passwords given={given} onClose={() => setGiven([])} />}
    </>
  );
}

/** The passwords of new users. Esc does not close it, since nobody can read them again. */
function Passwords({ given, onClose }: { readonly given: readonly Given[]; readonly onClose: () => void }) {
  const steps = [{ text: '已经记下', kind: 'main', act: onClose } as const];
  return (
    <Dialog title={`${given.length} 位新用户的密码`} onClose={() => undefined} steps={steps}>
      <p class="notice warn">密码只显示这一次，请现在记下，分别告诉本人。</p>
      <Table caption="新用户的密码" columns={givenColumns} rows={given} keyOf={({ uid }) => uid} empty="" />
    </Dialog>
  );
}

/** Makes a user, or changes name, telephone number and role of one. */
function UserEditor({ user, staff, onDone, onClose }: Ends & { user: User | undefined; staff: Staff }) {
  // A password is not kept.
  const [password, setPassword] = useState('');
  const { uid = '', name = '', phone = '', roleId = '' } = user ?? {};
  const isSelf = uid === session.value?.uid;
  const none = user ? { value: '0', text: '没有角色（收回权限）' } : { value: '', text: '请选择' };
  const roles = [none, ...staff.roles.map(({ id, roleName }) => ({ value: `${id}`, text: roleName }))];
  const write = async ({ roleId: role, ...facts }: Partial<Work>, _: unknown, work: Work) => {
    if (!user) return send(api.PUT('/api/user', { body: { ...work, password, roleId: Number(work.roleId) } }));
    // Only what was changed is sent, so that nothing is set back that somebody else has changed meanwhile.
    const body = { ...facts, uid, ...(role !== undefined && { roleId: Number(role) }) };
    const done = await send(api.POST('/api/user', { body }));
    if (isSelf && session.value) begin({ ...session.value, ...facts });
    return done;
  };
  const tell = (now: string) => (user ? `已保存「${now}」` : `已新建「${now}」，现在就可以登录`);
  const hint = isSelf ? '不能更改自己的角色' : '决定这个人能打开和修改什么';
  return (
    <Dialog title={user ? `修改用户「${name}」` : '新建用户'} onClose={onClose}>
      <OpenedForm
        {...{ draft: `user ${uid}`, opened: { work: { uid, name, phone, roleId: `${roleId}` } }, write, onClose }}
        onSaved={(work) => onDone(tell(work.name))}
      >
        {({ field, failure }) => (
          <>
            {!user && (
              <TextField label="用户名" {...field('uid')} hint="登录时用，不分大小写" required maxLength={64} />
            )}
            <TextField label="姓名" {...field('name')} required maxLength={100} />
            <TextField label="电话" type="tel" {...field('phone')} maxLength={32} />
            <SelectField label="角色" {...field('roleId')} hint={hint} disabled={isSelf} required choices={roles} />
            {!user && <GivenPassword value={password} onValue={setPassword} wrong={failure?.about('password')} />}
          </>
        )}
      </OpenedForm>
    </Dialog>
  );
}

type Work = Readonly<Record<Exclude<keyof Schemas['CreateUserForm'], 'password'>, string>>;
