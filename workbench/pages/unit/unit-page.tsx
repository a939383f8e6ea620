import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { api, read, type Schemas, send } from '../../api/client.ts';
import { fetchEnums, listEnumChoices } from '../../api/enums.ts';
import { may } from '../../api/session.ts';
import { Actions, Confirm, Dialog, type DialogCallbacks, type DialogOpener, useDialog } from '../../parts/actions.tsx';
import { addDays, formatLongDay, toDate, today } from '../../parts/dates.ts';
import { describeByLabels } from '../../parts/editor.tsx';
import { SelectField, TextField, toNamedChoices } from '../../parts/field.tsx';
import { FormDialog, VersionedForm } from '../../parts/form.tsx';
import { PasswordField, SetPassword } from '../../parts/given-password.tsx';
import { Page, PageLink, type SearchParams, useQuery, useSearchParams } from '../../parts/page.tsx';
import { type Column, Filters, List } from '../../parts/table.tsx';
import { ENDING_DAYS, LastDay } from '../../parts/units.tsx';
import { labels, platformLabels, readUnit, type Unit, UnitFields, type UnitWork } from './unit.tsx';

const newUnit: UnitWork = {
  ...{ account: '', expire: '', name: '', category: '', province: '', city: '', area: '', address: '', contacts: '' },
  ...{ phone: '', email: '', icon: '', menuReview: 'false' },
};
const describeUnit = describeByLabels<UnitWork>({ ...platformLabels, ...labels });
const ACCOUNT_HINT = '填本单位另一位用户，他就成为主账号；填没人用过的用户名，主账号就改叫它';

const DELETION_CONSEQUENCE =
  '用户和角色、菜品、食谱和审核记录、自己的食材、打标和价格、大屏、日志都会一起删除，它的人马上退出登录。' +
  '不能恢复；只想停用时，请用「关闭」。';

type UnitDialogProps = DialogCallbacks & { readonly unit: Unit };
const mayList = () => may('unit.view', 'unit.edit', 'unit.delete');

/** 单位: the list of the platform's units. */
export function UnitPage() {
  const { params } = useSearchParams();
  const query = useQuery(JSON.stringify(params), () => listUnits(params));
  const { dialog, ...opener } = useDialog(query.refetch);
  const create = () => opener.open((callbacks) => <NewUnit {...callbacks} />);
  const actions = [{ text: '新建单位', kind: 'main', run: create, isAllowed: may('unit.create') } as const];
  const empty = mayList() ? '没有符合条件的单位。换个条件，或新建一个单位。' : '您的角色可以新建单位，不能查看。';
  const columns = columnsFor(opener, query.data?.standards);
  return (
    <Page title="单位" actions={actions}>
      {mayList() && <Filters filters={listFilters(params)} />}
      <List caption="单位" {...{ query, columns, empty }} />
      {dialog}
    </Page>
  );
}

function listFilters({ expireBefore }: SearchParams) {
  const endBefore = expireBefore || addDays(today(), ENDING_DAYS + 1);
  const endingChoice = { value: endBefore, text: `${ENDING_DAYS} 天内到期或已到期` };
  return [
    { name: 'keyword', label: '名称或拼音' },
    { name: 'category', label: '类别', choices: listEnumChoices('category') },
    { name: 'status', label: '状态', choices: toNamedChoices({ true: '开放', false: '已关闭' }) },
    { name: 'expireBefore', label: '到期', choices: [endingChoice] },
    { name: 'standard', label: '营养标准', choices: toNamedChoices({ false: '还没有' }) },
    { name: 'signedIn', label: '登录', choices: toNamedChoices({ false: '从没登录过' }) },
  ];
}

async function listUnits({ page, ...filters }: SearchParams) {
  if (!mayList()) return { content: [], number: 0, totalPages: 0, totalElements: 0, standards: [] };
  // Unknown parameters reach the service, which refuses them. The cast makes the address's texts pass as known ones.
  const query = { icons: 'false', pageNo: Number(page ?? 0), ...(filters as { status?: 'true' }) } as const;
  // `listFilters` needs the loaded enums.
  const [units, standards] = await Promise.all([read('/api/vender', query), listStandards(), fetchEnums()]);
  return { ...units, standards };
}

type Standards = readonly Schemas['Standard'][];
function columnsFor({ open, confirmDelete }: DialogOpener, standards: Standards = []): Column<Unit>[] {
  const [mayView, mayEdit] = [may('unit.view'), may('unit.edit')];
  const nameStandards = ({ id }: Unit) =>
    standards.flatMap(({ name, vendors }) => (vendors.includes(id) ? name : [])).join('、') || '还没有';
  const makeOpener = (unit: Unit, UnitDialog: (props: UnitDialogProps) => ComponentChild) => () =>
    open((callbacks) => <UnitDialog {...callbacks} unit={unit} />);
  const deleteUnit = ({ id: vender, name }: Unit) =>
    confirmDelete(`单位「${name}」`, () => send(api.DELETE('/api/vender', { body: { vender } })), DELETION_CONSEQUENCE);
  const resetPassword = ({ id: venderId, account }: Unit) => {
    const write = ({ password }: { password: string }) =>
      send(api.POST('/api/vender/password', { body: { venderId, password } }));
    open((callbacks) => <SetPassword {...callbacks} name={account} write={write} />);
  };
  const actionsFor = (unit: Unit) => [
    { text: mayEdit ? '修改' : '查看', isAllowed: mayView || mayEdit, run: makeOpener(unit, EditUnit) },
    { text: '续期', isAllowed: mayEdit, run: makeOpener(unit, RenewUnit) },
    { text: unit.status ? '关闭' : '开放', isAllowed: mayEdit, run: makeOpener(unit, ToggleUnit) },
    { text: '重设密码', isAllowed: mayEdit, run: () => resetPassword(unit) },
    { text: '日志', isAllowed: mayView, to: `/w/log?vender=${unit.id}` },
    { text: '删除', isAllowed: may('unit.delete'), run: () => deleteUnit(unit) },
  ];
  return [
    { name: '单位', cell: ({ name }) => name },
    { name: '类别', cell: ({ category }) => category },
    { name: '主账号', cell: ({ account }) => account },
    { name: '食谱', cell: ({ menuReview }) => (menuReview ? '平台审核' : '提交就发布') },
    ...(standards.length > 0 ? [{ name: '营养标准', cell: nameStandards }] : []),
    { name: '用到', cell: (unit) => <LastDay unit={unit} /> },
    { name: '状态', cell: ({ status }) => (status ? '开放' : <b class="high">已关闭</b>) },
    { name: '操作', cell: (unit) => <Actions target={`「${unit.name}」`} actions={actionsFor(unit)} /> },
  ];
}

function NewUnit({ onDone, onClose }: DialogCallbacks) {
  // The browser must not store the password.
  const [password, setPassword] = useState('');
  const [created, setCreated] = useState<UnitWork>();
  const [standardId, setStandardId] = useState('');
  const { data: standards = [] } = useQuery('standards', listStandards);
  const chosen = standardId === '' ? {} : { standard: Number(standardId) };
  const finish = () => onDone(`已新建「${created?.name}」`);
  if (created) return <NextSteps unit={created} password={password} onClose={finish} />;
  return (
    <FormDialog
      {...{ title: '新建单位', draftKey: 'unit', initial: { work: newUnit }, onClose }}
      write={(work) => send(api.PUT('/api/vender', { body: { ...work, ...chosen, password } }))}
      onSaved={setCreated}
      isWide
    >
      {(form) => (
        <>
          <UnitFields {...form} accountHint="主账号登录时用">
            <SelectField
              label="营养标准"
              hint="食谱按它评价，以后可以在「营养标准」里改"
              none="按类别选"
              choices={standards.map(({ id, name }) => ({ value: `${id}`, text: name }))}
              value={standardId}
              onValue={setStandardId}
            />
          </UnitFields>
          <PasswordField value={password} onValue={setPassword} error={form.failure?.messageFor('password')} />
        </>
      )}
    </FormDialog>
  );
}

// With an id the service answers one record.
const listStandards = async () => (may('standard.view') ? [await read('/api/nutrition/select')].flat() : []);

function NextSteps({ unit, password, onClose }: { unit: UnitWork; password: string; onClose: () => void }) {
  const { name, account, menuReview } = unit;
  const review = menuReview === 'true' ? '提交后在您的「审核」里等您通过' : '提交就发布，不经平台审核';
  return (
    <Dialog title={`已新建「${name}」，接下来`} onClose={onClose} closeLabel="知道了">
      <ol class="ruled">
        <li>
          把网址 {location.origin}/w/、主账号 {account} 和密码 {password}{' '}
          告诉单位，它现在就可以登录。以后密码忘了，在列表里「重设密码」。
        </li>
        <li>
          它的食谱按营养标准评价：<PageLink to="/w/standard">看看给它的是哪一份</PageLink>。
        </li>
        <li>单位登录后，首页的「使用步骤」带着它设置各餐比例、添加用户、排出第一周食谱。食谱{review}。</li>
      </ol>
    </Dialog>
  );
}

function EditUnit({ unit: { id: venderId, name }, onDone, onClose }: UnitDialogProps) {
  const isReadOnly = !may('unit.edit');
  const title = `单位「${name}」`;
  return (
    <Dialog {...{ title, onClose }} isWide>
      <VersionedForm
        {...{ subject: title, draftKey: `unit ${venderId}`, describe: describeUnit, isReadOnly, onClose }}
        read={() => readUnit(venderId)}
        write={(_, { changes, params }) => send(api.POST('/api/vender', { params, body: { venderId, ...changes } }))}
        onSaved={(work) => onDone(`已保存单位「${work.name}」`)}
      >
        {(form) => <UnitFields {...form} {...{ isReadOnly }} accountHint={isReadOnly ? '' : ACCOUNT_HINT} />}
      </VersionedForm>
    </Dialog>
  );
}

/** The dialog that sets the last day of a unit. It proposes a year more. */
function RenewUnit({ unit: { id, name, expire: currentExpire }, onDone, onClose }: UnitDialogProps) {
  const lastDate = toDate(currentExpire);
  const renewedFrom = lastDate > today() ? lastDate : today();
  const expire = `${Number(renewedFrom.slice(0, 4)) + 1}${renewedFrom.slice(4).replace('02-29', '02-28')}`;
  return (
    <FormDialog
      {...{ title: `续期「${name}」`, submitLabel: '续期', initial: { work: { expire } }, onClose }}
      write={(work) => send(api.POST('/api/vender', { body: { venderId: id, ...work } }))}
      onSaved={(work) => onDone(`「${name}」可以用到 ${formatLongDay(work.expire)}`)}
    >
      {({ field }) => (
        <TextField label="用到哪天（含）" type="date" {...field('expire')} hint={`现在用到 ${lastDate}`} required />
      )}
    </FormDialog>
  );
}

function ToggleUnit({ unit: { id, name, status }, ...callbacks }: UnitDialogProps) {
  const action = status ? '关闭' : '开放';
  const run = () => send(api.POST('/api/vender', { body: { venderId: id, status: status ? 'false' : 'true' } }));
  return (
    <Confirm
      {...{ ...callbacks, title: `${action}单位「${name}」？`, confirmLabel: action, run }}
      doneText={`已${action}「${name}」`}
    >
      <p>
        {status ? '关闭后它的所有人都不能登录，大屏也停；内容保留，随时可以再开放。' : '它的人又可以登录，内容都在。'}
      </p>
    </Confirm>
  );
}
