import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import type { Ends } from './dialog.tsx';
import { EditorDialog } from './editor-dialog.tsx';
import { TextField } from './field.tsx';
import { Steps } from './steps.tsx';

/** What is easily read and typed: no letters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** A password that one person gives another: it can be read, so that it can be told. */
export function GivenPassword(field: Omit<ComponentProps<typeof TextField>, 'label'> & { readonly label?: string }) {
  return (
    <div class="grid">
      <TextField
        {...{ label: '密码', required: true, maxLength: 100, autoComplete: 'off', ...field }}
        hint="告诉本人，登录后在「设置」里改成自己的"
      />
      <Steps steps={[{ text: '随机生成', kind: 'button', act: () => field.onValue(makePassword()) }]} />
    </div>
  );
}

type SetPasswordProps = Ends & { readonly name: string; readonly set: (password: string) => Promise<unknown> };

/** Gives another person, whose name it tells, a new password. */
export function SetPassword({ name, set, ...ends }: SetPasswordProps) {
  const [password, setPassword] = useState('');
  const run = () => set(password);
  const told = `「${name}」的密码已重设，请把新密码告诉本人`;
  return (
    <EditorDialog title={`重设「${name}」的密码`} {...{ run, told, ...ends }}>
      {(failure) => (
        <>
          <GivenPassword label="新密码" value={password} onValue={setPassword} wrong={failure?.about('password')} />
          <p class="faint">现在的登录会马上失效，要用新密码重新登录。</p>
        </>
      )}
    </EditorDialog>
  );
}

function makePassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(LENGTH));
  return Array.from(numbers, (number) => LETTERS.charAt(number % LETTERS.length)).join('');
}
