import { api, send } from '../../api/client.ts';
import { holds } from '../../api/session.ts';
import { useDraft } from '../../parts/draft.tsx';
import { EditorDialog, type Ends } from '../../parts/editor-dialog.tsx';
import { fieldsOf, TextField } from '../../parts/field.tsx';
import { groupsOf, type Item, type Role } from './staff.ts';

interface RoleEditorProps extends Ends {
  /** Absent: a new one. */
  readonly role: Role | undefined;
  readonly items: readonly Item[];
}

/** Makes or changes a role: its name, and what it may, by groups. */
export function RoleEditor({ role, items, ...ends }: RoleEditorProps) {
  const { id: roleId, roleName: before = '', roleItems: itemsBefore = [] } = role ?? {};
  const saved = { roleName: before, chosen: itemsBefore as readonly number[] };
  const { work, isRestored, change, drop } = useDraft(`role ${roleId ?? ''}`, saved);
  const { roleName, chosen } = work;
  const run = async () => {
    const body = { roleName, items: chosen.join() };
    await (roleId ? send(api.POST('/api/role', { body: { roleId, ...body } })) : send(api.PUT('/api/role', { body })));
    drop(work);
  };
  const told = role ? `已保存角色「${roleName}」，马上生效` : `已新建角色「${roleName}」，可以给用户了`;
  const kept = { isRestored, onDrop: () => drop(saved) };
  return (
    <EditorDialog title={role ? `修改角色「${before}」` : '新建角色'} {...{ run, told, ...ends, ...kept }} wide>
      {(failure) => (
        <>
          <TextField
            {...{ label: '角色名称', required: true, maxLength: 100, ...fieldsOf(work, change, failure)('roleName') }}
            {...(failure?.reason === 'duplicate_role_name' && { wrong: failure.message })}
          />
          {items.some(({ id }) => !holds(id)) && (
            <p class="faint">灰色的权限您自己没有，不能给别人；需要时请主账号来设置。</p>
          )}
          <div class="grid">
            {groupsOf(items).map(([category, group]) => (
              <Group key={category} {...{ category, group, chosen }} onChosen={(ids) => change({ chosen: ids })} />
            ))}
          </div>
        </>
      )}
    </EditorDialog>
  );
}

interface GroupProps {
  readonly category: string;
  readonly group: readonly Item[];
  readonly chosen: readonly number[];
  readonly onChosen: (chosen: readonly number[]) => void;
}

/** The items of a group. Those that one does not hold oneself stay as they are. */
function Group({ category, group, chosen, onChosen }: GroupProps) {
  const open = group.map(({ id }) => id).filter((id) => holds(id));
  const box = (name: string, ids: readonly number[]) => {
    const held = ids.filter((id) => chosen.includes(id)).length;
    const others = chosen.filter((id) => !ids.includes(id));
    return (
      <label key={name} class={ids.every((id) => holds(id)) && name !== '全选' ? '' : 'faint'}>
        <input
          type="checkbox"
          aria-label={`${category}：${name}`}
          checked={held === ids.length}
          indeterminate={held > 0 && held < ids.length}
          disabled={!ids.every((id) => holds(id))}
          onChange={(event) => onChosen(event.currentTarget.checked ? [...others, ...ids] : others)}
        />
        {name}
      </label>
    );
  };
  return (
    <fieldset>
      <legend>{category}</legend>
      {open.length > 1 && box('全选', open)}
      {group.map(({ id, itemName }) => box(itemName.replace(`${category}-`, ''), [id]))}
    </fieldset>
  );
}
