import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api, send } from '../../../api/client.ts';
import { download, openPrintPage } from '../../../api/file.ts';
import { may } from '../../../api/session.ts';
import { Actions, Confirm, Dialog, showToast } from '../../../parts/actions.tsx';
import { formatDay } from '../../../parts/dates.ts';
import { Options, TextAreaField } from '../../../parts/field.tsx';
import { Findings, toFindings } from '../../../parts/findings.tsx';
import { FormDialog } from '../../../parts/form.tsx';
import { toAddress, useQuery, useSearchParams } from '../../../parts/page.tsx';
import { readRejection } from '../../review/submission.ts';
import { type Analysis, confirmationKinds, describeConfirmation, isUrgent, toConfirmation } from '../menu-calls.ts';
import type { MenuDialogProps, MenuProps, OpenMenu } from '../open-menu.ts';
import type { PlanningProps } from '../planning.ts';
import { describeSlot, listDayChoices } from '../week.ts';
import { CopyPart, CopyWeeks } from './copy-dialogs.tsx';
import { DayPeople, SwapDish } from './day-dialogs.tsx';
import { FactsEditor } from './menu-facts.tsx';
import { PlanDialog } from './plan-dialog.tsx';

const irreversibleTasks = ['discard', 'retract', 'delete'] as const;
/** The dialogs that an address opens: the list of menus leads to the first two, the home page to the others. */
const linkedDialogs: readonly string[] = ['plan', 'copy', 'people', 'swap'];

function MoreDialog({ menu, onTask, onClose }: MenuDialogProps & { readonly onTask: (task: string) => void }) {
  const { isOwn } = menu;
  const { state, published } = menu.facts.value;
  const mayEdit = isOwn && may('menu.edit');
  const isLive = published !== undefined;
  const isDraft = state === '草稿' || state === '已驳回';
  const openTask = (task: string, kind: 'button' | 'danger' = 'button') => ({ kind, run: () => onTask(task) });
  const usualActions = [
    { text: '食谱设置', isAllowed: menu.isEditable.value, ...openTask('facts') },
    { text: '复制到别的周', isAllowed: isOwn && may('menu.create'), ...openTask('copy') },
    { text: '复制一天或一餐', isAllowed: menu.isEditable.value, ...openTask('part') },
    { text: '当天人数', isAllowed: mayEdit && isLive, ...openTask('people') },
    { text: '临时换菜', isAllowed: mayEdit && isLive && state !== '待审核', ...openTask('swap') },
  ] as const;
  const irreversibleActions = [
    { text: '放弃修改', isAllowed: mayEdit && isLive && isDraft, ...openTask('discard', 'danger') },
    { text: '取消发布', isAllowed: mayEdit && isLive, ...openTask('retract', 'danger') },
    { text: '删除食谱', isAllowed: isOwn && may('menu.delete') && !isLive && isDraft, ...openTask('delete', 'danger') },
  ] as const;
  return (
    <Dialog title="更多" onClose={onClose} closeLabel="关闭">
      <Actions actions={usualActions} />
      <Actions actions={irreversibleActions} />
    </Dialog>
  );
}

function PrintDialog({ menu, onClose }: MenuDialogProps) {
  const { id } = menu.facts.value;
  const [day, setDay] = useState('');
  const kitchenPage = toAddress('/api/menu/kitchen.html', { id: String(id), day });
  const downloadKitchen = () => download('/api/menu/kitchen.xlsx', { id, ...(day && { day: Number(day) }) });
  const drawRow = (name: string, verb: '打印' | '下载', run: () => unknown, control?: ComponentChildren) => (
    <li>
      {name} {control} <Actions target={name} actions={[{ text: verb, run }]} />
    </li>
  );
  const chooseDay = (
    <select aria-label="哪一天的投料单" value={day} onChange={(event) => setDay(event.currentTarget.value)}>
      <Options choices={listDayChoices(menu.facts.value)} none="每天一页" />
    </select>
  );
  const purchases = <a href={`/w/purchase?menu=${id}`}>查看采购</a>;
  return (
    <Dialog title="打印和表格" onClose={onClose} closeLabel="关闭">
      <ul class="ruled">
        {drawRow('公示表', '打印', () => openPrintPage(`/api/menu/sheet.html?id=${id}`))}
        {drawRow('公示表 Excel', '下载', () => download('/api/menu/sheet.xlsx', { id }))}
        {drawRow('投料单', '打印', () => openPrintPage(kitchenPage), chooseDay)}
        {drawRow('投料单 Excel', '下载', downloadKitchen)}
        {drawRow('采购单', '下载', () => download('/api/menu/purchase.xlsx', { id }), purchases)}
        {drawRow('留样记录', '下载', () => download('/api/menu/samples.xlsx', { id }))}
      </ul>
    </Dialog>
  );
}

function ConfirmTask({ menu, task, onClose }: MenuDialogProps & { readonly task: (typeof irreversibleTasks)[number] }) {
  const { route } = useSearchParams();
  const [comment, setComment] = useState('');
  const { id, name } = menu.facts.value;
  const calls = {
    discard: () => menu.callWhenSaved(() => send(api.POST('/api/menu/discard', { body: { id } }))),
    retract: () => menu.callWhenSaved(() => send(api.POST('/api/menu/retract', { body: { id, comment } }))),
    delete: () => send(api.DELETE('/api/menu', { body: { ids: String(id) } })),
  };
  const [action, doneText, consequence] = taskTexts[task];
  const finish = () => {
    showToast(doneText);
    if (task === 'delete') route('/w/menus', true);
    else onClose();
  };
  return (
    <Confirm title={`${action}「${name}」？`} confirmLabel={action} run={calls[task]} onDone={finish} onClose={onClose}>
      <p>{consequence}</p>
      {task === 'retract' && (
        <TextAreaField label="为什么" value={comment} onValue={setComment} maxLength={500} rows={2} aria-required />
      )}
    </Confirm>
  );
}

/** The name, the success message and the consequences of each task. */
const taskTexts = {
  discard: ['放弃修改', '已放弃修改，与正在供应的一致。', '上次发布以后的修改都会丢掉，食谱回到正在供应的内容。'],
  retract: ['取消发布', '已取消发布。', '大屏、家长页面和公示里不再有这份食谱。它还在，改好后可以再提交。'],
  delete: ['删除食谱', '已删除食谱。', '排好的菜一起删除，不能恢复。审核记录会留下。'],
} as const;

/** The actions on the menu, and the dialog that one of them or the address has opened. */
export function MenuActions({ planning }: PlanningProps) {
  const { menu, planner } = planning;
  const { params, setParams } = useSearchParams();
  const { dialog: linkedDialog = '' } = params;
  const [dialog, openDialog] = useState(linkedDialogs.find((linked) => linked === linkedDialog));
  const { state } = menu.facts.value;
  const maySubmit = menu.isOwn && may('menu.edit') && (state === '草稿' || state === '已驳回');
  const mayPlan = menu.isEditable.value && may('menu.create');
  const close = () => {
    openDialog(undefined);
    // Reloading the page does not open the dialog again.
    if (linkedDialog) setParams({ dialog: '', day: '' }, true);
  };
  const dialogProps = { menu, planning, onClose: close };
  const actions = [
    { text: '更多', kind: 'button', run: () => openDialog('more') },
    { text: '打印', kind: 'button', run: () => openDialog('print'), isAllowed: may('menu.view') },
    { text: '自动排餐', kind: 'button', run: () => openDialog('plan'), isAllowed: mayPlan },
    { text: '提交审核', kind: 'main', run: () => openDialog('submit'), isAllowed: maySubmit },
  ] as const;
  return (
    <>
      <Actions actions={actions} />
      {dialog === 'more' && <MoreDialog {...dialogProps} onTask={openDialog} />}
      {dialog === 'print' && <PrintDialog {...dialogProps} />}
      {dialog === 'plan' && <PlanDialog {...dialogProps} planner={planner} />}
      {dialog === 'submit' && <SubmitDialog {...dialogProps} />}
      {dialog === 'facts' && <FactsEditor {...dialogProps} />}
      {dialog === 'copy' && menu.isOwn && may('menu.create') && <CopyWeeks {...dialogProps} />}
      {dialog === 'part' && <CopyPart {...dialogProps} />}
      {dialog === 'people' && <DayPeople {...dialogProps} />}
      {dialog === 'swap' && <SwapDish {...dialogProps} />}
      {irreversibleTasks.map((task) => dialog === task && <ConfirmTask key={task} {...{ ...dialogProps, task }} />)}
    </>
  );
}

/** Explains the state of the menu: it waits, it was rejected, or an older revision is published. */
export function StateNotice({ menu }: MenuProps) {
  const { state, published } = menu.facts.value;
  if (state === '已驳回') return <RejectionNotice id={menu.id} />;
  if (state === '草稿' && published !== undefined)
    return <p class="notice">正在供应的是第 {published} 次提交的内容，这里的修改提交后才生效。</p>;
  if (state !== '待审核') return null;
  const withdraw = async () => {
    await menu.callWhenSaved(() => send(api.POST('/api/menu/withdraw', { body: { id: menu.id } })));
    showToast('已撤回，可以接着改。');
  };
  return (
    <div class="notice row">
      <span>正在等审核，现在只能看。要修改，请先撤回。</span>
      <Actions actions={[{ text: '撤回', kind: 'button', run: withdraw, isAllowed: may('menu.edit') }]} />
    </div>
  );
}

function RejectionNotice({ id }: { readonly id: number }) {
  const { data: comment } = useQuery(`rejected ${id}`, () => readRejection(id));
  return <p class="notice bad">这份食谱被驳回了{comment ? `：${comment}` : '。'} 改好后再提交。</p>;
}

function SubmitDialog({ menu, onClose }: MenuDialogProps) {
  const { id } = menu;
  const [isConfirmed, setConfirmed] = useState(false);
  const analysisQuery = useQuery('analysis', () =>
    menu.callWhenSaved(() => send(api.GET('/api/menu/analysis', { params: { query: { id } } }))),
  );
  const { body, etag = '' } = analysisQuery.data ?? {};
  const neededConfirmations = confirmationKinds.filter((needed) => body?.warnings.some(({ kind }) => kind === needed));
  const isUnsafe = neededConfirmations.length > 0;
  const write = async () => {
    const params = { header: { 'If-Match': etag } };
    const form = { id, ...(isConfirmed && { confirm: toConfirmation(neededConfirmations) }) };
    const call = menu.callWhenSaved(() => send(api.POST('/api/menu/submit', { params, body: form })));
    // After a failure the person sees the latest analysis before submitting again.
    await call.catch((thrown) => {
      analysisQuery.refetch();
      throw thrown;
    });
    const { state, start } = menu.facts.value;
    showToast(state === '已发布' ? `已发布，${formatDay(start)}起照这份食谱供餐。` : '已提交，等平台审核。');
  };
  const isReady = () => body !== undefined && !analysisQuery.isFetching && (isConfirmed || !isUnsafe);
  return (
    <FormDialog title="提交这份食谱？" submitLabel="提交" {...{ write, onClose, isReady }}>
      {({ failure }) => (
        <>
          {analysisQuery.draw(({ body }) => (
            <AnalysisSummary menu={menu} analysis={body} />
          ))}
          {isUnsafe && (
            <label>
              <input type="checkbox" checked={isConfirmed} onChange={() => setConfirmed(!isConfirmed)} />
              {describeConfirmation(neededConfirmations.join())}已逐道核对，就这样供应
            </label>
          )}
          {failure?.reason === 'changed_meanwhile' && !analysisQuery.isFetching && (
            <p>上面已是最新的分析，请再看一眼，然后提交。</p>
          )}
        </>
      )}
    </FormDialog>
  );
}

function AnalysisSummary({ menu, analysis }: { readonly menu: OpenMenu; readonly analysis: Analysis }) {
  const { levels, warnings } = analysis;
  return (
    <div>
      <h3>日均</h3>
      <Findings groups={toFindings(levels)} />
      {warnings.length > 0 && <h3>提醒 {warnings.length} 条</h3>}
      <ul>
        {warnings.map(({ kind, text, day, meal }) => (
          <li key={`${text} ${day} ${meal}`} class={isUrgent({ kind }) ? 'high' : ''}>
            {day !== undefined && meal !== undefined && `${describeSlot(menu.week.value, { day, meal })}：`}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
