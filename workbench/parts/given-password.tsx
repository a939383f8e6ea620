import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { Actions } from './actions.tsx';
import type { DialogCallbacks } from './dialog.tsx';
import { EditorDialog } from './editor-dialog.tsx';
import { TextField } from './field.tsx';

/** Characters that are easy to read and type: none look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 10;

/** The input for a password that one person tells another. The password is therefore readable. */
export function PasswordField(field: Omit<ComponentProps<typeof TextField>, 'label'> & { readonly label?: string }) {
  return (
    <div class="grid">
      <TextField
        {...{ label: '密码', required: true, maxLength: 100, autoComplete: 'off', ...field }}
        hint="告诉本人，登录后在「设置」里改成自己的"
      />
      <Actions actions={[{ text: '随机生成', kind: 'button', run: () => field.onValue(makePassword()) }]} />
    </div>
  );
}

type SetPasswordProps = DialogCallbacks & {
  readonly name: string;
  readonly sendPassword: (password: string) => Promise<unknown>;
};

/** A dialog that sets a new password for another person. */
export function SetPassword({ name, sendPassword, ...callbacks }: SetPasswordProps) {
  const [password, setPassword] = useState('');
  const run = () => sendPassword(password);
  const doneText = `「${name}」的密码已重设，请把新密码告诉本人`;
  return (
    <EditorDialog title={`重设「${name}」的密码`} {...{ run, doneText, ...callbacks }}>
      {(failure) => (
        <>
          <PasswordField
            label="新密码"
            value={password}
            onValue={setPassword}
            error={failure?.messageFor('password')}
          />
          <p class="faint">现在的登录会马上失效，要用新密码重新登录。</p>
        </>
      )}
    </EditorDialog>
  );
}

function makePassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(PASSWORD_LENGTH));
  return Array.from(numbers, (number) => LETTERS.charAt(number % LETTERS.length)).join('');
}
