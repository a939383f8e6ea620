import { api, read, send } from '../../api/client.ts';
import { Actions, Confirm, Dialog, showToast, useDialog } from '../../parts/actions.tsx';
import { formatMoment } from '../../parts/dates.ts';
import { Page, useQuery } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { AddressDialog, createScreen, NewScreen, type Screen, type ScreenFacts, screenForms } from './new-screen.tsx';
import * as css from './screen.module.css';

/** A screen seen in this time is online. The service records at most once in ten minutes that a screen was seen. */
const ONLINE_MS = 15 * 60_000;

/** 大屏: the unit's screens, and when they were last seen. */
export function ScreenPage() {
  const screensQuery = useQuery('screens', () => read('/api/screen'));
  const { dialog, ...dialogs } = useScreenDialogs(screensQuery.refetch);
  const actions = [{ text: '新建大屏', run: dialogs.create, kind: 'main' }] as const;
  const empty =
    '还没有大屏。点「新建大屏」，把得到的地址输入食堂的电视，就会一直显示当天的食谱；也可以给家长做手机页面。';
  return (
    <Page title="大屏" subtitle="食堂的屏上一直显示当天的食谱、营养和过敏原；家长在手机上看两周的" actions={actions}>
      {screensQuery.draw((screens) => (
        <Table {...{ caption: '大屏', columns: columnsFor(dialogs), rows: screens, empty }} />
      ))}
      {dialog}
    </Page>
  );
}

function columnsFor(dialogs: Omit<ReturnType<typeof useScreenDialogs>, 'dialog'>): Column<Screen>[] {
  const actionsFor = (screen: Screen) => [
    { text: '预览', run: () => dialogs.preview(screen) },
    { text: '换新地址', run: () => dialogs.renew(screen) },
    { text: '删除', run: () => dialogs.remove(screen) },
  ];
  return [
    { name: '名称', cell: ({ name }) => name },
    { name: '用什么屏', cell: ({ form }) => screenForms[form].name },
    { name: '显示', cell: ({ levels }) => levels.join('、') || '全部人群' },
    { name: '在线', cell: describeSeen },
    { name: '操作', cell: (screen) => <Actions target={`：${screen.name}`} actions={actionsFor(screen)} /> },
  ];
}

function describeSeen({ form, seen }: Screen) {
  const isPhone = form === 'phone';
  if (seen === undefined) return <span class="low">{isPhone ? '还没有人打开' : '还没有在屏上打开'}</span>;
  const seenText = isPhone ? '刚有人看过' : '正在显示';
  return Date.now() - seen < ONLINE_MS ? <span class="good">{seenText}</span> : `最后在 ${formatMoment(seen)}`;
}

/** The dialogs of the page. When one is closed the list is read again: it may have changed here or on a screen. */
function useScreenDialogs(onChanged: () => void) {
  const { open, confirmDelete, dialog } = useDialog(onChanged);
  const showAddress = (screen: ScreenFacts, address: string) =>
    open(({ onDone }) => <AddressDialog {...{ screen, address }} onClose={() => onDone('')} />);
  const create = () => open(({ onClose }) => <NewScreen onCreated={showAddress} onClose={onClose} />);
  const preview = (screen: Screen) => open(({ onDone }) => <Preview screen={screen} onClose={() => onDone('')} />);
  const deleteScreen = ({ id }: Screen) => send(api.DELETE('/api/screen', { body: { id } }));
  const consequence = ({ name, form }: Screen) =>
    `「${name}」的${screenForms[form].name}${screenForms[form].deletedText}，旧地址不能恢复。`;
  const remove = (screen: Screen) =>
    confirmDelete(`大屏「${screen.name}」`, () => deleteScreen(screen), consequence(screen));
  // Addresses are not stored. A new address means a new screen and deleting the old one.
  const renew = (screen: Screen) => {
    const run = async () => {
      const address = await createScreen(screen);
      await deleteScreen(screen).catch(() => showToast('新地址可用，但旧的没有停用：请删除列表里旧的一行。'));
      showAddress(screen, address);
    };
    open(({ onClose }) => (
      <Confirm
        {...{ title: `给「${screen.name}」换新地址？`, confirmLabel: '换新地址', run, onClose }}
        onDone={() => undefined}
      >
        {consequence(screen)}
      </Confirm>
    ));
  };
  return { create, preview, renew, remove, dialog };
}

const frameClasses = { wall: '', led: css.led, phone: css.phone };

function Preview({ screen: { id, name, form }, onClose }: { readonly screen: Screen; readonly onClose: () => void }) {
  const path = `/api/screen/preview?id=${id}`;
  const linkQuery = useQuery(path, async () => (await send(api.POST('/api/link', { body: { path } }))).body.address);
  return (
    <Dialog title={`「${name}」现在显示的`} onClose={onClose} closeLabel="关闭" isWide>
      {linkQuery.draw((address) => (
        <iframe class={`${css.frame} ${frameClasses[form]}`} src={address} title={name} />
      ))}
    </Dialog>
  );
}
