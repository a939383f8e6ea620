import { useEffect } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { endSession, session, startSession } from '../../api/session.ts';
import { Dialog } from '../../parts/actions.tsx';
import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';

/** 登录: replaces the opened page until the person has signed in. */
export function SignInPage() {
  useEffect(() => {
    document.title = '登录 · 配餐';
  }, []);
  return (
    <main class="stack sign-in">
      <h1>配餐</h1>
      <p class="faint">学校与单位食堂的食谱、营养与采购</p>
      <SignInForm initialUid="" />
    </main>
  );
}

/** The dialog after a session has expired. The page behind it keeps its input. */
export const SignInAgain = () => (
  <Dialog title="登录已过期，请重新登录" onClose={endSession}>
    <p>当前页面上的内容会保留。</p>
    <SignInForm initialUid={session.value?.uid ?? ''} />
  </Dialog>
);

function SignInForm({ initialUid }: { readonly initialUid: string }) {
  const signIn = async (body: { uid: string; password: string }) => {
    startSession((await send(api.POST('/api/login', { body }))).body);
  };
  const passwordProps = { type: 'password', autoComplete: 'current-password', autofocus: initialUid !== '' } as const;
  return (
    <Form initial={{ work: { uid: initialUid, password: '' } }} write={signIn} submitLabel="登录">
      {({ field }) => (
        <>
          <TextField label="用户名" {...field('uid')} required maxLength={64} autoComplete="username" />
          <TextField label="密码" {...field('password')} required {...passwordProps} />
          <small>忘了密码：请单位主账号在「用户与角色」里重设；主账号的请平台在「单位」里重设。</small>
        </>
      )}
    </Form>
  );
}
