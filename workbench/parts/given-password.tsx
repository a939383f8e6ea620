import type { ComponentProps } from 'preact';
import { Actions, type DialogCallbacks } from './actions.tsx';
import type { EditorOptions } from './editor.tsx';
import { TextField } from './field.tsx';
import { FormDialog } from './form.tsx';

/** Characters that are easy to read and type: none look alike. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 10;

/** The input for a password that one person tells another. The password is therefore readable. */
export const PasswordField = (field: Omit<ComponentProps<typeof TextField>, 'label'> & { readonly label?: string }) => (
  <div class="grid">
    <TextField
      {...{ label: '密码', required: true, maxLength: 100, autoComplete: 'off', ...field }}
      hint="告诉本人，登录后在「设置」里改成自己的"
    />
    <Actions actions={[{ text: '随机生成', kind: 'button', run: () => field.onValue(makePassword()) }]} />
  </div>
);

type NewPassword = { readonly password: string };
type SetPasswordProps = DialogCallbacks & Pick<EditorOptions<NewPassword>, 'write'> & { readonly name: string };

export function SetPassword({ name, write, onDone, onClose }: SetPasswordProps) {
  const onSaved = () => onDone(`「${name}」的密码已重设，请把新密码告诉本人`);
  return (
    <FormDialog title={`重设「${name}」的密码`} initial={{ work: { password: '' } }} {...{ write, onSaved, onClose }}>
      {({ field }) => (
        <>
          <PasswordField label="新密码" {...field('password')} />
          <p class="faint">现在的登录会马上失效，要用新密码重新登录。</p>
        </>
      )}
    </FormDialog>
  );
}

function makePassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(PASSWORD_LENGTH));
  return Array.from(numbers, (number) => CHARACTERS.charAt(number % CHARACTERS.length)).join('');
}
