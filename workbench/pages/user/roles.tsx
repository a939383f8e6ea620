import { api, read, type Schemas, send } from '../../api/client.ts';
import { heldItemIds, isPlatform, may, session } from '../../api/session.ts';
import { Actions, type DialogCallbacks, useDialog } from '../../parts/actions.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { groupBy } from '../../parts/group.ts';
import { mayOpenPage, type PageEntry, pages } from '../pages.ts';

/** The list of roles with their permissions and the number of their holders. */
export function RoleList({ staff, onChanged }: StaffProps) {
  const { open, confirmDelete, dialog } = useDialog(onChanged);
  const edit = (role?: RoleDraft) => open((callbacks) => <RoleEditor {...callbacks} role={role} items={staff.items} />);
  const isTemplate = (role: Role) => roleTemplates.some(({ roleName }) => roleName === role.roleName);
  const hasOwn = staff.roles.some((role) => role.roleType !== '系统角色' && !isTemplate(role));
  const templates = roleTemplates.filter(({ roleName }) => !staff.roles.some((role) => role.roleName === roleName));
  const isOffering = templates.length > 0 && may('role.create') && !hasOwn && !isPlatform();
  const deleteRole = (role: Role) => send(api.DELETE('/api/role', { body: { roleId: role.id } }));
  const askToDelete = (role: Role) =>
    confirmDelete(`角色「${role.roleName}」`, () => deleteRole(role), `${describeLoss(role, staff)}不能恢复。`);
  const offer = (role: RoleDraft) => ({ text: role.roleName, kind: 'button', run: () => edit(role) }) as const;
  const actionsFor = (role: Role) => [
    { text: '修改', isAllowed: may('role.edit'), run: () => edit(role) },
    { text: '删除', isAllowed: may('role.delete'), run: () => askToDelete(role) },
  ];
  return (
    <div>
      <div class="page-head">
        <h2>角色</h2>
        <Actions actions={[{ text: '新建角色', kind: 'button', run: () => edit(), isAllowed: may('role.create') }]} />
      </div>
      <ul class="ruled">
        {staff.roles.map((role) => (
          <li key={role.id}>
            <h3>{role.roleName}</h3>
            {describeReadOnly(role) ?? <Actions target={`「${role.roleName}」`} actions={actionsFor(role)} />}
            <p class="faint">
              {maySeeUsers() && `${listHolders(role, staff).length} 人 · `}
              {summarizeItems(role, staff.items)}
            </p>
          </li>
        ))}
      </ul>
      {isOffering && (
        <p class="notice">
          可以从常用的角色开始： <Actions actions={templates.map(offer)} />
        </p>
      )}
      {dialog}
    </div>
  );
}

/** A role, or one that is not created yet. */
type RoleDraft = Pick<Role, 'roleName'> & { readonly id?: number; readonly roleItems: readonly number[] };

/** Roles that a unit may begin with, by the ids of their permission items. A unit that has others needs none of them. */
const roleTemplates: readonly RoleDraft[] = [
  { roleName: '营养师', roleItems: [18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 46] },
  { roleName: '食堂管理员', roleItems: [18, 19, 20, 21, 23, 25, 29, 31, 33, 34, 36, 40] },
  { roleName: '仓库', roleItems: [21, 22, 23, 25, 29] },
];

function describeReadOnly({ id, roleType }: Role) {
  if (roleType === '系统角色') return <span class="faint">系统角色，不能改</span>;
  return id === session.value?.roleId ? <span class="faint">您自己的角色，不能改</span> : undefined;
}

const listHolders = ({ id }: Role, { users }: Staff): string[] =>
  users.filter(({ roleId }) => roleId === id).map(({ name }) => name);

/** Summarizes a role by groups of permission items: 菜品、食材（2/3）. Without a count the role holds the whole group. */
function summarizeItems({ roleItems }: Role, items: readonly Item[]): string {
  if (roleItems.length === 0) return '没有权限';
  if (items.length === 0) return `${roleItems.length} 项权限`;
  if (roleItems.length === items.length) return '全部权限';
  const texts = groupBy(items, ({ category }) => category).map(([category, group]) => {
    const heldCount = group.filter(({ id }) => roleItems.includes(id)).length;
    return heldCount > 0 && (heldCount === group.length ? category : `${category}（${heldCount}/${group.length}）`);
  });
  return texts.filter(Boolean).join('、');
}

function describeLoss(role: Role, staff: Staff): string {
  const names = listHolders(role, staff);
  if (maySeeUsers() && names.length === 0) return '现在没有人用它。';
  const losers = maySeeUsers() ? `${names.join('、')}（${names.length} 人）` : '用着它的人';
  return `${losers}会失去这个角色，在得到别的角色前什么都打不开。`;
}

const isHeld = (itemId: number) => heldItemIds.value.has(itemId);

type RoleEditorProps = DialogCallbacks & { role: RoleDraft | undefined; items: readonly Item[] };

function RoleEditor({ role, items, onDone, onClose }: RoleEditorProps) {
  const { id: roleId, roleName: oldName = '', roleItems = [] } = role ?? {};
  // The person can only give what they hold.
  const chosen: readonly number[] = roleItems.filter((id) => roleId || isHeld(id));
  return (
    <FormDialog
      title={roleId ? `修改角色「${oldName}」` : '新建角色'}
      {...{ draftKey: `role ${roleId ?? oldName}`, initial: { work: { roleName: oldName, chosen } }, onClose }}
      write={({ roleName, chosen }) => {
        const body = { roleName, items: chosen.join() };
        return send(roleId ? api.POST('/api/role', { body: { roleId, ...body } }) : api.PUT('/api/role', { body }));
      }}
      onSaved={({ roleName }) =>
        onDone(roleId ? `已保存角色「${roleName}」，马上生效` : `已新建角色「${roleName}」，可以给用户了`)
      }
      isWide
    >
      {({ failure, field }) => (
        <>
          <TextField
            {...{ label: '角色名称', required: true, maxLength: 100, ...field('roleName') }}
            {...(failure?.reason === 'duplicate_role_name' && { error: failure.message })}
          />
          {items.some(({ id }) => !isHeld(id)) && (
            <p class="faint">灰色的权限您自己没有，不能给别人；需要时请主账号来设置。</p>
          )}
          <div class="grid">
            {groupBy(items, ({ category }) => category).map(([category, group]) => (
              <PermissionGroup key={category} {...{ category, group, ...field('chosen') }} />
            ))}
          </div>
        </>
      )}
    </FormDialog>
  );
}

type Ids = readonly number[];
type GroupProps = { category: string; group: readonly Item[]; value: Ids; onValue: (chosen: number[]) => void };

/** The permission items of a group. Items that the person does not hold cannot be changed. */
function PermissionGroup({ category, group, value: chosen, onValue: onChosen }: GroupProps) {
  const grantableIds = group.map(({ id }) => id).filter(isHeld);
  const checkbox = (name: string, ids: readonly number[]) => {
    const checkedCount = ids.filter((id) => chosen.includes(id)).length;
    const others = chosen.filter((id) => !ids.includes(id));
    const isGrantable = ids.every(isHeld);
    return (
      <label key={name} class={isGrantable && name !== '全选' ? '' : 'faint'}>
        <input
          type="checkbox"
          aria-label={`${category}：${name}`}
          checked={checkedCount === ids.length}
          indeterminate={checkedCount > 0 && checkedCount < ids.length}
          disabled={!isGrantable}
          onChange={(event) => onChosen(event.currentTarget.checked ? [...others, ...ids] : others)}
        />
        <span>
          {name} <small>{ids.length === 1 && ids.map(describeOpenedPages)}</small>
        </span>
      </label>
    );
  };
  return (
    <fieldset>
      <legend>{category}</legend>
      {grantableIds.length > 1 && checkbox('全选', grantableIds)}
      {group.map(({ id, itemName }) => checkbox(itemName.replace(`${category}-`, ''), [id]))}
    </fieldset>
  );
}

function describeOpenedPages(itemId: number): string {
  const isOpened = (page: PageEntry) => page.permissions !== undefined && mayOpenPage(page, new Set([itemId]));
  const pageNames = pages.filter((page) => !page.isUnlisted && isOpened(page)).map(({ name }) => name);
  return pageNames.length > 0 ? `打开「${pageNames.join('」「')}」` : '';
}

export type User = Schemas['User'];
type Role = Schemas['Role'];
type Item = Schemas['PermissionItem'];

export const maySeeUsers = () => may('user.view', 'user.create', 'user.edit', 'user.delete');
/** Whether the person may see the roles, which whoever creates or edits users chooses from. */
export const maySeeRoles = () =>
  may('user.view', 'user.create', 'user.edit', 'role.view', 'role.create', 'role.edit', 'role.delete');

/** The users, roles and permission items of a unit, as far as the person may see them; otherwise empty lists. */
export type Staff = Readonly<{ users: readonly User[]; roles: readonly Role[]; items: readonly Item[] }>;
export type StaffProps = { readonly staff: Staff; readonly onChanged: () => void };

export async function readStaff(): Promise<Staff> {
  const [users, roles, items] = await Promise.all([
    maySeeUsers() ? read('/api/user') : [],
    maySeeRoles() ? read('/api/role') : [],
    may('role.view', 'role.create', 'role.edit') ? read('/api/role/item') : [],
  ]);
  return { users, roles, items };
}
