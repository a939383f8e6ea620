import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { digestPassword } from '../../api/password.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useDraft } from '../../parts/draft.tsx';
import { EditorDialog, type Ends } from '../../parts/editor-dialog.tsx';
import { fieldsOf, TextField } from '../../parts/field.tsx';
import { today } from '../../parts/format.ts';
import { GivenPassword } from '../../parts/given-password.tsx';
import { useTaken } from '../../parts/taken.ts';
import { VersionedForm } from '../../parts/versioned-form.tsx';
import { emptyUnit, labels, readUnit } from './unit.ts';
import { UnitFields } from './unit-fields.tsx';
import type { OneUnit } from './unit-steps.tsx';

const empty = { ...emptyUnit, expire: '' };
const MOVING = '填本单位另一位用户，他就成为主账号；填没人用过的用户名，主账号就改叫它';

/** Makes a unit with its main account, which can sign in at once. */
export function NewUnit(ends: Ends) {
  const { work, isRestored, change, drop } = useDraft('unit', empty);
  // A password is not kept.
  const [password, setPassword] = useState('');
  const taken = useTaken(work.account, (account) =>
    send(api.GET('/api/vender/check/account', { params: { query: { account } } })),
  );
  const onDrop = () => drop(empty);
  const run = () =>
    send(api.PUT('/api/vender', { body: { ...work, password: digestPassword(password) } })).then(onDrop);
  const told = `已新建「${work.name}」，主账号 ${work.account} 现在就可以登录`;
  return (
    <EditorDialog title="新建单位" {...ends} {...{ run, told, isRestored, onDrop }} wide>
      {(failure) => (
        <>
          <UnitFields {...{ work, change, failure }} saved={empty} account={{ wrong: taken, hint: '主账号登录时用' }} />
          <div class="grid">
            <TextField
              {...{ label: '用到哪天（含）', type: 'date', min: today(), required: true }}
              {...fieldsOf(work, change, failure)('expire')}
            />
            <GivenPassword value={password} onValue={setPassword} wrong={failure?.about('password')} />
          </div>
        </>
      )}
    </EditorDialog>
  );
}

/** Changes a unit, on the version that was read. */
export function EditUnit({ unit: { id, name }, onDone, onClose }: OneUnit) {
  return (
    <Dialog title={`修改单位「${name}」`} onClose={onClose} wide>
      <VersionedForm
        {...{ what: `单位「${name}」`, draft: `unit ${id}`, onClose }}
        labels={{ account: '主账号', menuReview: '食谱要平台审核', ...labels }}
        read={() => readUnit(id)}
        write={(changes, params) => send(api.POST('/api/vender', { params, body: { venderId: id, ...changes } }))}
        onSaved={(work) => onDone(`已保存单位「${work.name}」`)}
      >
        {(typed) => <UnitFields {...typed} account={{ hint: MOVING }} />}
      </VersionedForm>
    </Dialog>
  );
}
