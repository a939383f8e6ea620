import { api, send } from '../../api/client.ts';
import { changeSession, isPlatform, may, requireSession, session, startSession } from '../../api/session.ts';
import { showToast } from '../../parts/actions.tsx';
import { describeByLabels } from '../../parts/editor.tsx';
import { chooseEnergyUnit, energyUnit } from '../../parts/energy.ts';
import { ChooseOne, TextField, toNamedChoices } from '../../parts/field.tsx';
import { Form, type FormState, VersionedForm } from '../../parts/form.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { type Meal, mealNames } from '../planner/week.ts';
import { labels, readUnit, UnitFields, type UnitWork } from '../unit/unit.tsx';
import { DaysOff } from './days-off.tsx';

/** 设置: the settings of the unit and of one's own account. */
export function SettingsPage() {
  const { uid = '', roleName, isMain = false, hasGivenPassword } = session.value ?? {};
  const isUnit = !isPlatform();
  const password = (
    <Section title="修改密码" hint={hasGivenPassword ? '现在的密码是别人设的，建议改成只有您知道的。' : ''}>
      <OwnPassword />
    </Section>
  );
  return (
    <Page title="设置">
      <div class="columns">
        {hasGivenPassword && password}
        {isUnit && may('config.view', 'config.edit') && (
          <Section
            title="各餐能量占比"
            hint="一天的能量有百分之几来自每一餐，营养标准按它判断供应的餐。在家吃的餐也算：只供午餐也填早 30、午 40、晚 30。"
          >
            <MealShares />
          </Section>
        )}
        {may('calendar.view', 'calendar.edit') && (
          <Section title="放假日历" hint="放假的日子排餐留空，采购和大屏跳过。点一天就改，长假填起止日期。">
            <DaysOff />
          </Section>
        )}
        {isUnit && may('unit.info') && (
          <Section title="本单位" hint={isMain ? '' : '单位信息由主账号修改'}>
            <OwnUnit />
          </Section>
        )}
        <Section title="我的资料" hint={`${uid} · ${roleName || '没有角色'}`}>
          <OwnAccount />
          <ChooseOne label="能量怎么显示" choices={energyChoices} value={energyUnit.value} onValue={chooseEnergyUnit} />
        </Section>
        {!hasGivenPassword && password}
      </div>
    </Page>
  );
}

/** Each section is saved by itself. Its button works only after a change. */
const isReadyIfChanged = (_: unknown, isChanged: boolean) => isChanged;

function OwnUnit() {
  const { isMain = false } = session.value ?? {};
  return (
    <VersionedForm
      {...{ subject: '单位信息', draftKey: 'own unit', submitLabel: '保存单位信息', isReady: isReadyIfChanged }}
      {...{ read: readUnit, describe: describeByLabels<UnitWork>(labels), isReadOnly: !isMain }}
      write={(_, { changes, params }) => {
        const body = { venderId: requireSession().vender, ...changes };
        return send(api.POST('/api/vender', { params, body }));
      }}
      onSaved={({ name }) => {
        changeSession({ venderName: name });
        showToast('已保存单位信息');
      }}
    >
      {(form) => <UnitFields {...form} isReadOnly={!isMain} />}
    </VersionedForm>
  );
}

function OwnAccount() {
  const { name = '', phone = '' } = session.value ?? {};
  return (
    <Form
      {...{ draftKey: 'me', submitLabel: '保存我的资料', isReady: isReadyIfChanged }}
      initial={{ work: { name, phone } }}
      write={(body) => send(api.POST('/api/me', { body }))}
      onSaved={(work) => {
        changeSession(work);
        showToast('已保存您的姓名和电话');
      }}
    >
      {({ field }) => (
        <>
          <TextField label="姓名" {...field('name')} required maxLength={100} />
          <TextField label="我的电话" type="tel" {...field('phone')} maxLength={32} />
        </>
      )}
    </Form>
  );
}

const energyChoices = toNamedChoices({ '': 'kJ 和千卡', kJ: '只看 kJ', 千卡: '只看千卡' });

const emptyPasswords = { oldPassword: '', newPassword: '', repetition: '' };

/** The form for one's own password. Saving it ends all sessions but this one. */
function OwnPassword() {
  const isRepetitionWrong = ({ newPassword, repetition }: typeof emptyPasswords) =>
    repetition !== '' && repetition !== newPassword;
  const write = async ({ repetition: _, ...body }: typeof emptyPasswords) => {
    await send(api.POST('/api/me/password', { body }));
    if (session.value) {
      const { hasGivenPassword: _, ...others } = session.value;
      startSession(others);
    }
    showToast('密码已修改。您在这里继续登录，其他地方要用新密码重新登录');
    return { work: emptyPasswords };
  };
  const form = { initial: { work: emptyPasswords }, write, submitLabel: '修改密码' };
  return (
    <Form {...form} isReady={(work, isChanged) => isChanged && !isRepetitionWrong(work)}>
      {({ work, failure, field: bind }) => {
        const field = (name: keyof typeof work, autoComplete = 'new-password') =>
          ({ ...bind(name), type: 'password', required: true, autoComplete }) as const;
        const error = failure?.reason === 'wrong_password' ? failure.message : undefined;
        const repetitionError = isRepetitionWrong(work) ? '两次输入的新密码不一样' : undefined;
        return (
          <>
            <TextField label="现在的密码" {...field('oldPassword', 'current-password')} error={error} />
            <TextField label="新密码" {...field('newPassword')} />
            <TextField label="再输一次新密码" {...field('repetition')} error={repetitionError} />
          </>
        );
      }}
    </Form>
  );
}

/** The typed per cent of each meal. */
type ShareTexts = Readonly<Record<Meal, string>>;

const meals = Object.keys(mealNames) as Meal[];

function MealShares() {
  return (
    <VersionedForm
      {...{ subject: '各餐能量占比', draftKey: 'shares', submitLabel: '保存各餐占比' }}
      {...{ read: readShares, describe: describeByLabels<ShareTexts>(mealNames) }}
      write={(shares, { params }) => {
        const numbers = Object.fromEntries(meals.map((meal) => [meal, Number(shares[meal])])) as Record<Meal, number>;
        return send(api.POST('/api/vender/config', { params, body: { vender: requireSession().vender, ...numbers } }));
      }}
      isReady={(work, isChanged) => isChanged && may('config.edit') && sumShares(work) === 100}
      onSaved={() => showToast('已保存各餐能量占比')}
    >
      {(form) => <ShareFields {...form} />}
    </VersionedForm>
  );
}

function ShareFields({ work, field }: FormState<ShareTexts>) {
  const sum = sumShares(work);
  const percentInput = { type: 'number', min: 0, max: 100, step: 'any', disabled: !may('config.edit') } as const;
  const gap = Math.round((100 - sum) * 100) / 100;
  return (
    <>
      <div class="grid narrow">
        {meals.map((meal) => (
          <TextField key={meal} label={`${mealNames[meal]} %`} {...field(meal)} {...percentInput} />
        ))}
      </div>
      <output class={gap === 0 ? 'good' : gap > 0 ? 'low' : 'high'}>
        合计 {sum} %{gap !== 0 && `，${gap > 0 ? `还差 ${gap}` : `多了 ${-gap}`} %，要正好 100 % 才能保存`}
      </output>
    </>
  );
}

/** Sums in hundredths: binary fractions would not give exactly 100. */
const sumShares = (work: ShareTexts) =>
  Math.round(meals.reduce((sum, meal) => sum + Number(work[meal]) * 100, 0)) / 100;

async function readShares() {
  const { body, etag } = await send(api.GET('/api/vender/config'));
  return { work: Object.fromEntries(meals.map((meal) => [meal, `${body[meal] ?? 0}`])) as ShareTexts, etag };
}
