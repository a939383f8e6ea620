import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { digestPassword } from '../../api/password.ts';
import { begin, session } from '../../api/session.ts';
import { EditorForm } from '../../parts/editor-dialog.tsx';
import { fieldsOf, TextField } from '../../parts/field.tsx';
import { toast } from '../../parts/toast.tsx';
import { Setting } from './setting.tsx';

/** The own name and telephone number. */
export function OwnFacts() {
  const { uid = '', roleName = '', name = '', phone = '' } = session.value ?? {};
  const [typed, setTyped] = useState({ name, phone });
  const change = (changes: Partial<typeof typed>) => setTyped({ ...typed, ...changes });
  const run = async () => {
    await send(api.POST('/api/me', { body: typed }));
    if (session.value) begin({ ...session.value, ...typed });
    toast('已保存您的姓名和电话');
  };
  return (
    <Setting title="我的资料" about={`${uid} · ${roleName || '没有角色'}`}>
      <EditorForm run={run} action="保存我的资料">
        {(failure) => (
          <>
            <TextField label="姓名" {...fieldsOf(typed, change, failure)('name')} required maxLength={100} />
            <TextField label="我的电话" type="tel" {...fieldsOf(typed, change, failure)('phone')} maxLength={32} />
          </>
        )}
      </EditorForm>
    </Setting>
  );
}

const none = { old: '', next: '', again: '' };

/** The own password. One stays signed in here; other places do not. */
export function OwnPassword() {
  const [typed, setTyped] = useState(none);
  const { old, next, again } = typed;
  const differs = again !== '' && again !== next;
  const run = async () => {
    const body = { oldPassword: digestPassword(old), newPassword: digestPassword(next) };
    await send(api.POST('/api/me/password', { body }));
    setTyped(none);
    toast('密码已修改。您在这里继续登录，其他地方要用新密码重新登录');
  };
  const field = (name: keyof typeof none) => ({
    ...({ type: 'password', required: true, value: typed[name] } as const),
    ...{ onValue: (value: string) => setTyped({ ...typed, [name]: value }) },
    autoComplete: name === 'old' ? ('current-password' as const) : ('new-password' as const),
  });
  return (
    <Setting title="修改密码">
      <EditorForm run={run} action="修改密码" isReady={!differs}>
        {(failure) => (
          <>
            <TextField
              label="现在的密码"
              {...field('old')}
              {...(failure?.reason === 'wrong_password' && { wrong: failure.message })}
            />
            <TextField label="新密码" {...field('next')} />
            <TextField
              label="再输一次新密码"
              {...field('again')}
              {...(differs && { wrong: '两次输入的新密码不一样' })}
            />
          </>
        )}
      </EditorForm>
    </Setting>
  );
}
