import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { EditorDialog, type Ends } from '../../parts/editor-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { dateOf, longDay, today } from '../../parts/format.ts';
import { SetPassword } from '../../parts/given-password.tsx';
import type { Unit } from './unit.ts';

/** A unit with which a dialog does something. */
export type OneUnit = Ends & { readonly unit: Unit };

/** Sets the last day of a unit; a year more is proposed. */
export function RenewUnit({ unit: { id, name, expire }, ...ends }: OneUnit) {
  const last = dateOf(expire);
  const start = last > today() ? last : today();
  const [value, onValue] = useState(`${Number(start.slice(0, 4)) + 1}${start.slice(4).replace('02-29', '02-28')}`);
  const run = () => send(api.POST('/api/vender', { body: { venderId: id, expire: value } }));
  const field = { type: 'date', value, onValue, hint: `现在用到 ${last}` } as const;
  const told = `「${name}」可以用到 ${longDay(value)}`;
  return (
    <EditorDialog title={`续期「${name}」`} {...ends} run={run} told={told} action="续期">
      {(failure) => <TextField label="用到哪天（含）" {...field} wrong={failure?.about('expire')} required />}
    </EditorDialog>
  );
}

/** Closes an open unit, or opens a closed one. */
export function CloseUnit({ unit: { id, name, status }, ...ends }: OneUnit) {
  const action = status ? '关闭' : '开放';
  const run = () => send(api.POST('/api/vender', { body: { venderId: id, status: status ? 'false' : 'true' } }));
  return (
    <Confirm title={`${action}单位「${name}」？`} {...ends} {...{ action, run }} told={`已${action}「${name}」`}>
      <p>
        {status ? '关闭后它的所有人都不能登录，大屏也停；内容保留，随时可以再开放。' : '它的人又可以登录，内容都在。'}
      </p>
    </Confirm>
  );
}

/** Gives the main account of a unit a new password. */
export function ResetPassword({ unit: { id, account }, ...ends }: OneUnit) {
  const set = (password: string) => send(api.POST('/api/vender/password', { body: { venderId: id, password } }));
  return <SetPassword {...ends} name={account} set={set} />;
}

/** Deletes a unit with all that it has. */
export function DeleteUnit({ unit: { id, name }, ...ends }: OneUnit) {
  const run = () => send(api.DELETE('/api/vender', { body: { vender: id } }));
  return (
    <Confirm title={`删除单位「${name}」？`} {...ends} action="删除" run={run} told={`已删除单位「${name}」`}>
      <p>它的一切都会一起删除：用户和角色、菜品、食谱和审核记录、自己的食材、打标和价格、大屏、日志。</p>
      <p>它的人会马上退出登录。不能恢复；只想停用时，请用「关闭」。</p>
    </Confirm>
  );
}
