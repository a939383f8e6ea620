import { api, send } from '../../api/client.ts';
import { session } from '../../api/session.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { type Ends, type Open, useOpened } from '../../parts/editor-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { dateOf } from '../../parts/format.ts';
import { SetPassword } from '../../parts/given-password.tsx';
import { useQuery } from '../../parts/query.ts';
import { Steps } from '../../parts/steps.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { may, type StaffProps, type User } from './staff.ts';
import { UserEditor } from './user-editor.tsx';
import { UserWorkbook } from './user-workbook.tsx';

/** The users, found by what is told of them, made, changed and deleted. */
export function UserList({ staff, onChanged }: StaffProps) {
  const { query, filterBy } = useQuery();
  const { open, opened } = useOpened(onChanged);
  const { keyword = '' } = query;
  const edit = (user?: User) => open((ends) => <UserEditor {...ends} staff={staff} user={user} />);
  const isFound = ({ name, uid, phone, roleName }: User) =>
    [name, uid, phone, roleName].some((text) => text.toLowerCase().includes(keyword.trim().toLowerCase()));
  return (
    <div>
      <div class="page-head">
        <h2>用户</h2>
        <div class="actions">
          <UserWorkbook onDone={onChanged} />
          {may.createUsers() && (
            <button type="button" class="main" onClick={() => edit()}>
              新建用户
            </button>
          )}
        </div>
      </div>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <TextField label="姓名、用户名、电话或角色" type="search" {...filterBy('keyword')} />
      </form>
      <Table
        {...{ caption: '用户', columns: columnsOf(edit, open), rows: staff.users.filter(isFound), isStacked: true }}
        keyOf={({ uid }) => uid}
        empty={<p>没有找到「{keyword}」。换个写法，或清空上面的筛选。</p>}
      />
      {opened}
    </div>
  );
}

function columnsOf(edit: (user: User) => void, open: Open): Column<User>[] {
  const isSelf = ({ uid }: User) => uid === session.value?.uid;
  const setPassword = ({ uid, name }: User, ends: Ends) => (
    <SetPassword {...{ ...ends, name }} set={(password) => send(api.POST('/api/user', { body: { uid, password } }))} />
  );
  const stepsOf = (user: User) => [
    { text: '修改', may: may.editUsers(), act: () => edit(user) },
    { text: '重设密码', may: may.editUsers() && !isSelf(user), act: () => open((ends) => setPassword(user, ends)) },
    {
      ...{ text: '删除', may: may.deleteUsers() && !isSelf(user) },
      act: () => open((ends) => <DeleteUser {...ends} user={user} />),
    },
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

function DeleteUser({ user: { uid, name }, ...ends }: Ends & { readonly user: User }) {
  const run = () => send(api.DELETE('/api/user', { body: { uid } }));
  return (
    <Confirm title={`删除用户「${name}」？`} {...ends} action="删除" run={run} told={`已删除用户「${name}」`}>
      <p>{uid} 会马上退出登录，以后不能再登录。不能恢复。</p>
      <p>他做过的菜品、食谱和日志都保留。</p>
    </Confirm>
  );
}
