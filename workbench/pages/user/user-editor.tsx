import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { begin, session } from '../../api/session.ts';
import type { Ends } from '../../parts/dialog.tsx';
import { EditorDialog } from '../../parts/editor-dialog.tsx';
import { fieldsOf, SelectField, TextField } from '../../parts/field.tsx';
import { GivenPassword } from '../../parts/given-password.tsx';
import { type Staff, type User, whyNotGiven } from './staff.ts';

interface UserEditorProps extends Ends {
  /** Absent: a new one. */
  readonly user: User | undefined;
  readonly staff: Staff;
}

/** Makes a user, or changes name, telephone number and role of one. */
export function UserEditor({ user, staff, ...ends }: UserEditorProps) {
  const [work, setWork] = useState(() => toWork(user));
  const isSelf = user !== undefined && user.uid === session.value?.uid;
  const chosen = staff.roles.find(({ id }) => `${id}` === work.roleId);
  const refused = chosen?.id === user?.roleId ? undefined : whyNotGiven(chosen, staff.items);
  const none = user ? { value: '0', text: '没有角色（收回权限）' } : { value: '', text: '请选择' };
  const roles = [none, ...staff.roles.map(({ id, roleName }) => ({ value: `${id}`, text: roleName }))];
  const create = () => send(api.PUT('/api/user', { body: { ...work, roleId: Number(work.roleId) } }));
  const run = () => (user ? update(user, work) : create());
  const told = user ? `已保存「${work.name}」` : `已新建「${work.name}」，现在就可以登录`;
  return (
    <EditorDialog title={user ? `修改用户「${user.name}」` : '新建用户'} {...{ run, told, ...ends }}>
      {(failure) => {
        const fieldOf = fieldsOf(work, (changes) => setWork({ ...work, ...changes }), failure);
        const field = (name: keyof Work) => ({ ...fieldOf(name), autoComplete: 'off' as const });
        const role = { ...field('roleId'), wrong: refused ?? failure?.about('roleId') };
        const hint = isSelf ? '不能更改自己的角色' : '决定这个人能打开和修改什么';
        return (
          <>
            {!user && (
              <TextField label="用户名" {...field('uid')} hint="登录时用，不分大小写" required maxLength={64} />
            )}
            <TextField label="姓名" {...field('name')} required maxLength={100} />
            <TextField label="电话" type="tel" {...field('phone')} maxLength={32} />
            <SelectField label="角色" {...role} hint={hint} disabled={isSelf} required choices={roles} />
            {!user && <GivenPassword {...field('password')} />}
          </>
        );
      }}
    </EditorDialog>
  );
}

/** What is typed of a user. */
type Work = ReturnType<typeof toWork>;

function toWork({ uid = '', name = '', phone = '', roleId }: Partial<User> = {}) {
  return { uid, name, phone, roleId: `${roleId ?? ''}`, password: '' };
}

/** Sends what was changed, so that nothing is set back that somebody else has changed meanwhile. */
async function update(user: User, { name, phone, roleId }: Work): Promise<void> {
  const body = {
    uid: user.uid,
    ...(name !== user.name && { name }),
    ...(phone !== user.phone && { phone }),
    ...(roleId !== `${user.roleId}` && { roleId: Number(roleId) }),
  };
  await send(api.POST('/api/user', { body }));
  if (session.value?.uid === user.uid) begin({ ...session.value, name, phone });
}
