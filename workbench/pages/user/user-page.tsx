import { useState } from 'preact/hooks';
import { api, type Schemas, send, toUploadFields, uploadOptions } from '../../api/client.ts';
import { download } from '../../api/file.ts';
import { changeSession, may, session } from '../../api/session.ts';
import { Actions, Dialog, type DialogCallbacks, type DialogOpener, useDialog } from '../../parts/actions.tsx';
import { toDate } from '../../parts/dates.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { PasswordField, SetPassword } from '../../parts/given-password.tsx';
import { Page, useQuery, useSearchParams } from '../../parts/page.tsx';
import { type Column, Filters, Table } from '../../parts/table.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { maySeeRoles, maySeeUsers, RoleList, readStaff, type Staff, type StaffProps, type User } from './roles.tsx';

type NewPassword = Schemas['NewPassword'];

/** 用户与角色: the users and roles of the unit or of the platform. */
export function UserPage() {
  const staffQuery = useQuery('', readStaff);
  return (
    <Page title="用户与角色">
      {staffQuery.draw((staff) => (
        <div class="sides">
          {maySeeUsers() && <UserList staff={staff} onChanged={staffQuery.refetch} />}
          {maySeeRoles() && <RoleList staff={staff} onChanged={staffQuery.refetch} />}
        </div>
      ))}
    </Page>
  );
}

function UserList({ staff, onChanged }: StaffProps) {
  const { keyword = '' } = useSearchParams().params;
  const { dialog, ...opener } = useDialog(onChanged);
  const edit = (user?: User) => opener.open((callbacks) => <UserEditor {...callbacks} staff={staff} user={user} />);
  const isFound = ({ name, uid, phone, roleName }: User) =>
    [name, uid, phone, roleName].some((text) => text.toLowerCase().includes(keyword.trim().toLowerCase()));
  return (
    <div>
      <div class="page-head">
        <h2>用户</h2>
        <div class="actions">
          <UserWorkbook onDone={onChanged} />
          <Actions actions={[{ text: '新建用户', kind: 'main', run: () => edit(), isAllowed: may('user.create') }]} />
        </div>
      </div>
      <Filters filters={[{ name: 'keyword', label: '姓名、用户名、电话或角色' }]} />
      <Table
        {...{ caption: '用户', columns: columnsFor(edit, opener), rows: staff.users.filter(isFound) }}
        rowKey={({ uid }) => uid}
        empty={`没有找到「${keyword}」。换个写法，或清空上面的筛选。`}
      />
      {dialog}
    </div>
  );
}

function columnsFor(edit: (user: User) => void, { open, confirmDelete }: DialogOpener): Column<User>[] {
  const isSelf = ({ uid }: User) => uid === session.value?.uid;
  const setPassword = ({ uid, name }: User) => {
    const write = (body: { password: string }) => send(api.POST('/api/user', { body: { uid, ...body } }));
    open((callbacks) => <SetPassword {...{ ...callbacks, name, write }} />);
  };
  const deleteUser = ({ uid, name }: User) => {
    const consequence = `${uid} 会马上退出登录，以后不能再登录。不能恢复。他做过的菜品、食谱和日志都保留。`;
    confirmDelete(`用户「${name}」`, () => send(api.DELETE('/api/user', { body: { uid } })), consequence);
  };
  const actionsFor = (user: User) => [
    { text: '修改', isAllowed: may('user.edit'), run: () => edit(user) },
    { text: '重设密码', isAllowed: may('user.edit') && !isSelf(user), run: () => setPassword(user) },
    { text: '删除', isAllowed: may('user.delete') && !isSelf(user), run: () => deleteUser(user) },
  ];
  return [
    { name: '姓名', cell: (user) => `${user.name}${isSelf(user) ? '（您）' : ''}` },
    { name: '用户名', cell: ({ uid }) => uid },
    { name: '角色', cell: ({ roleName }) => roleName || <span class="low">没有角色，什么都打不开</span> },
    { name: '电话', cell: ({ phone }) => phone },
    { name: '加入日期', cell: ({ time }) => <time>{toDate(time)}</time> },
    { name: '操作', cell: (user) => <Actions target={`「${user.name}」`} actions={actionsFor(user)} /> },
  ];
}

const passwordColumns = [
  { name: '姓名', cell: ({ name }: NewPassword) => name },
  { name: '用户名', cell: ({ uid }: NewPassword) => uid },
  { name: '密码', cell: ({ password }: NewPassword) => <code>{password}</code> },
];

/** The workbook of users. An upload answers the passwords of new users, which are shown once. */
function UserWorkbook({ onDone }: { readonly onDone: () => void }) {
  const [passwords, setPasswords] = useState<readonly NewPassword[]>([]);
  const downloadSheet = () => download('/api/user/sheet.xlsx');
  const upload = async (file: File) => {
    const body = { files: toUploadFields(file) };
    const { body: effects, desc } = await send(api.PUT('/api/user/sheet.xlsx', { body, ...uploadOptions }));
    const { passwords = [], created = 0, changed = 0 } = effects ?? {};
    setPasswords(passwords);
    return `新建 ${created} 人，修改 ${changed} 人${desc.replace(/^成功/, '')}`;
  };
  const mayUpload = may('user.create', 'user.edit');
  return (
    <>
      <Workbook noun="用户" onDownload={downloadSheet} onDone={onDone} {...(mayUpload && { onUpload: upload })} />
      {passwords.length > 0 && <Passwords passwords={passwords} onClose={() => setPasswords([])} />}
    </>
  );
}

/** The passwords of new users. Esc does not close the dialog, since they cannot be read again. */
function Passwords({ passwords, onClose }: { passwords: readonly NewPassword[]; onClose: () => void }) {
  const actions = [{ text: '已经记下', kind: 'main', run: onClose } as const];
  return (
    <Dialog title={`${passwords.length} 位新用户的密码`} onClose={() => undefined} actions={actions}>
      <p class="notice warn">密码只显示这一次，请现在记下，分别告诉本人。</p>
      <Table caption="新用户的密码" columns={passwordColumns} rows={passwords} empty="" />
    </Dialog>
  );
}

function UserEditor({ user, staff, onDone, onClose }: DialogCallbacks & { user: User | undefined; staff: Staff }) {
  // The browser must not store the password.
  const [password, setPassword] = useState('');
  const { uid = '', name = '', phone = '', roleId = '' } = user ?? {};
  const isSelf = uid === session.value?.uid;
  const noRole = user ? { value: '0', text: '没有角色（收回权限）' } : { value: '', text: '请选择' };
  const roleChoices = [noRole, ...staff.roles.map(({ id, roleName }) => ({ value: `${id}`, text: roleName }))];
  const write = async (work: UserWork, { changes }: { changes: Partial<UserWork> }) => {
    if (!user) return send(api.PUT('/api/user', { body: { ...work, password, roleId: Number(work.roleId) } }));
    // Only changed fields are sent, so that other people's changes stay.
    const { roleId: newRoleId, ...facts } = changes;
    const body = { ...facts, uid, ...(newRoleId !== undefined && { roleId: Number(newRoleId) }) };
    const saved = await send(api.POST('/api/user', { body }));
    if (isSelf) changeSession(facts);
    return saved;
  };
  const savedMessage = (newName: string) => (user ? `已保存「${newName}」` : `已新建「${newName}」，现在就可以登录`);
  const hint = isSelf ? '不能更改自己的角色' : '决定这个人能打开和修改什么';
  return (
    <FormDialog
      title={user ? `修改用户「${name}」` : '新建用户'}
      {...{ draftKey: `user ${uid}`, initial: { work: { uid, name, phone, roleId: `${roleId}` } }, write, onClose }}
      onSaved={(work) => onDone(savedMessage(work.name))}
    >
      {({ field, failure }) => (
        <>
          {!user && <TextField label="用户名" {...field('uid')} hint="登录时用，不分大小写" required maxLength={64} />}
          <TextField label="姓名" {...field('name')} required maxLength={100} />
          <TextField label="电话" type="tel" {...field('phone')} maxLength={32} />
          <SelectField label="角色" {...field('roleId')} hint={hint} disabled={isSelf} required choices={roleChoices} />
          {!user && <PasswordField value={password} onValue={setPassword} error={failure?.messageFor('password')} />}
        </>
      )}
    </FormDialog>
  );
}

type UserWork = Readonly<Record<Exclude<keyof Schemas['CreateUserForm'], 'password'>, string>>;
