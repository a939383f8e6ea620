import { api, send } from '../../api/client.ts';
import { begin, holds, session } from '../../api/session.ts';
import { Page } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { VersionedForm } from '../../parts/versioned-form.tsx';
import { labels, readUnit } from '../unit/unit.ts';
import { Facts } from '../unit/unit-facts.tsx';
import { UnitFields } from '../unit/unit-fields.tsx';
import { DaysOff } from './days-off.tsx';
import { OwnFacts, OwnPassword } from './own-account.tsx';
import { Setting } from './setting.tsx';
import { Shares } from './shares.tsx';

/** 设置: how the unit eats, when it does not, what is told of it, and the own account. */
export function SettingsPage() {
  const isUnit = session.value?.side === 'business';
  return (
    <Page title="设置">
      <div class="settings">
        {isUnit && holds(21, 22) && <Shares />}
        {holds(3, 21, 22) && <DaysOff />}
        {isUnit && holds(34) && <OwnUnit />}
        <OwnFacts />
        <OwnPassword />
      </div>
    </Page>
  );
}

/** The own unit: its main account changes it, others look at it. */
function OwnUnit() {
  const { isMain = false, vender = 0 } = session.value ?? {};
  return (
    <Setting title="本单位" about={isMain ? '' : '单位信息由主账号修改'}>
      {isMain ? (
        <VersionedForm
          {...{ what: '单位信息', draft: 'own unit', labels, action: '保存单位信息' }}
          read={() => readUnit()}
          write={(changes, params) => send(api.POST('/api/vender', { params, body: { venderId: vender, ...changes } }))}
          onSaved={({ name }) => {
            if (session.value) begin({ ...session.value, venderName: name });
            toast('已保存单位信息');
          }}
        >
          {(typed) => <UnitFields {...typed} />}
        </VersionedForm>
      ) : (
        <Facts />
      )}
    </Setting>
  );
}
