import { api, send } from '../../api/client.ts';
import { session } from '../../api/session.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { type Ends, useOpened } from '../../parts/editor-dialog.tsx';
import { Steps } from '../../parts/steps.tsx';
import { RoleEditor } from './role-editor.tsx';
import { groupsOf, type Item, may, type Role, type Staff, type StaffProps } from './staff.ts';

/** The roles with what they may and who has them. */
export function RoleList({ staff, onChanged }: StaffProps) {
  const { open, opened } = useOpened(onChanged);
  const edit = (role?: Role) => open((ends) => <RoleEditor {...ends} role={role} items={staff.items} />);
  const stepsOf = (role: Role) => [
    { text: '修改', may: may.editRoles(), act: () => edit(role) },
    {
      ...{ text: '删除', may: may.deleteRoles() },
      act: () => open((ends) => <DeleteRole {...ends} role={role} staff={staff} />),
    },
  ];
  return (
    <div>
      <div class="page-head">
        <h2>角色</h2>
        {may.createRoles() && (
          <div class="actions">
            <button type="button" onClick={() => edit()}>
              新建角色
            </button>
          </div>
        )}
      </div>
      <ul class="ruled">
        {staff.roles.map((role) => (
          <li key={role.id}>
            <h3>{role.roleName}</h3>
            {whyFixed(role) ?? <Steps about={`「${role.roleName}」`} steps={stepsOf(role)} />}
            <p class="faint">
              {may.seeUsers() && `${holdersOf(role, staff).length} 人 · `}
              {summaryOf(role, staff.items)}
            </p>
          </li>
        ))}
      </ul>
      {opened}
    </div>
  );
}

function whyFixed({ id, roleType }: Role) {
  if (roleType === '系统角色') return <span class="faint">系统角色，不能改</span>;
  return id === session.value?.roleId ? <span class="faint">您自己的角色，不能改</span> : undefined;
}

function holdersOf({ id }: Role, { users }: Staff): string[] {
  return users.filter(({ roleId }) => roleId === id).map(({ name }) => name);
}

/** What a role may, by groups: 菜品、食材（2/3）. A group without a count is held wholly. */
function summaryOf({ roleItems }: Role, items: readonly Item[]): string {
  if (roleItems.length === 0) return '没有权限';
  if (items.length === 0) return `${roleItems.length} 项权限`;
  if (roleItems.length === items.length) return '全部权限';
  const groups = groupsOf(items).flatMap(([category, group]) => {
    const held = group.filter(({ id }) => roleItems.includes(id)).length;
    if (held === 0) return [];
    return held === group.length ? category : `${category}（${held}/${group.length}）`;
  });
  return groups.join('、');
}

function DeleteRole({ role, staff, ...ends }: Ends & { readonly role: Role; readonly staff: Staff }) {
  const { id, roleName } = role;
  const names = holdersOf(role, staff);
  const who = !may.seeUsers() ? '用着它的人' : names.length > 0 ? `${names.join('、')}（${names.length} 人）` : '';
  const run = () => send(api.DELETE('/api/role', { body: { roleId: id } }));
  return (
    <Confirm title={`删除角色「${roleName}」？`} {...ends} action="删除" run={run} told={`已删除角色「${roleName}」`}>
      <p>{who === '' ? '现在没有人用它。' : `${who}会失去这个角色，在得到别的角色前什么都打不开。`}不能恢复。</p>
    </Confirm>
  );
}
