import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { Actions } from '../../parts/actions.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { formatMoment } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Loaded, useQuery } from '../../parts/query.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { NewScreen } from './new-screen.tsx';
import * as css from './screen.module.css';
import { createScreen, forms, type Screen, type ScreenFacts } from './screens.ts';

/** The service records that a screen was seen every ten minutes at most. */
const ONLINE_MS = 15 * 60_000;
const actionLabels = { preview: '预览', renew: '换新地址', delete: '删除' } as const;

/** The open dialog. */
type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: keyof typeof actionLabels; readonly screen: Screen }
  | { readonly kind: 'address'; readonly screen: ScreenFacts; readonly address: string };

/** 大屏: the unit's screens, and when they were last seen. */
export function ScreenPage() {
  const screensQuery = useQuery('screens', async () => (await send(api.GET('/api/screen'))).body);
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const create = <Actions actions={[{ text: '新建大屏', run: () => setOpenDialog({ kind: 'new' }), kind: 'main' }]} />;
  const empty =
    '还没有大屏。点「新建大屏」，把得到的地址输入食堂的电视，就会一直显示当天的食谱；也可以给家长做手机页面。';
  return (
    <Page title="大屏" subtitle="食堂的屏上一直显示当天的食谱、营养和过敏原；家长在手机上看两周的" actions={create}>
      <Loaded query={screensQuery}>
        {(screens) => (
          <Table
            {...{ caption: '大屏', columns: columnsFor(setOpenDialog), rows: screens, empty }}
            rowKey={({ id }) => id}
          />
        )}
      </Loaded>
      {openDialog && <ScreenDialog openDialog={openDialog} onOpen={setOpenDialog} onChanged={screensQuery.refetch} />}
    </Page>
  );
}

function columnsFor(onOpen: (openDialog: OpenDialog) => void): Column<Screen>[] {
  return [
    { name: '名称', cell: ({ name }) => name },
    { name: '用什么屏', cell: ({ form }) => forms[form].name },
    { name: '显示', cell: ({ levels }) => levels.join('、') || '全部人群' },
    { name: '在线', cell: describeSeen },
    {
      name: '操作',
      cell: (screen) => {
        const actions = (['preview', 'renew', 'delete'] as const).map((kind) => {
          return { text: actionLabels[kind], run: () => onOpen({ kind, screen }) };
        });
        return <Actions target={`：${screen.name}`} actions={actions} />;
      },
    },
  ];
}

function describeSeen({ form, seen }: Screen) {
  const isPhone = form === 'phone';
  if (seen === undefined) return <span class="low">{isPhone ? '还没有人打开' : '还没有在屏上打开'}</span>;
  const seenText = isPhone ? '刚有人看过' : '正在显示';
  return Date.now() - seen < ONLINE_MS ? <span class="good">{seenText}</span> : `最后在 ${formatMoment(seen)}`;
}

function ScreenDialog({
  openDialog,
  onOpen,
  onChanged,
}: {
  openDialog: OpenDialog;
  onOpen: (openDialog?: OpenDialog) => void;
  onChanged: () => void;
}) {
  const onClose = () => {
    // The list may have changed here or on a screen.
    onChanged();
    onOpen();
  };
  const showAddress = (screen: ScreenFacts, address: string) => onOpen({ kind: 'address', screen, address });
  if (openDialog.kind === 'new') return <NewScreen onCreated={showAddress} onClose={onClose} />;
  if (openDialog.kind === 'address') return <AddressDialog {...openDialog} onClose={onClose} />;
  const { kind, screen } = openDialog;
  if (kind === 'preview') return <Preview screen={screen} onClose={onClose} />;
  const deleteThisScreen = () => send(api.DELETE('/api/screen', { body: { id: screen.id } }));
  // Addresses are not stored. A new address means a new screen and deleting the old one.
  const renew = async () => {
    const address = await createScreen(screen);
    await deleteThisScreen().catch(() => showToast('新地址可用，但旧的没有停用：请删除列表里旧的一行。'));
    showAddress(screen, address);
  };
  const onDone = () => {
    if (kind === 'renew') return;
    showToast(`已删除大屏「${screen.name}」。`);
    onClose();
  };
  const [title, run] =
    kind === 'renew' ? [`给「${screen.name}」换新地址？`, renew] : [`删除大屏「${screen.name}」？`, deleteThisScreen];
  return (
    <Confirm {...{ title, confirmLabel: actionLabels[kind], run, onDone, onClose }}>
      「{screen.name}」的{forms[screen.form].name}
      {forms[screen.form].deletedText}，旧地址不能恢复。
    </Confirm>
  );
}

/** The class of each form's preview frame. */
const frames = { wall: '', led: css.led, phone: css.phone };

function Preview({ screen: { id, name, form }, onClose }: { readonly screen: Screen; readonly onClose: () => void }) {
  const path = `/api/screen/preview?id=${id}`;
  const linkQuery = useQuery(path, async () => (await send(api.POST('/api/link', { body: { path } }))).body.address);
  return (
    <Dialog title={`「${name}」现在显示的`} onClose={onClose} closeLabel="关闭" isWide>
      <Loaded query={linkQuery}>
        {(address) => <iframe class={`${css.frame} ${frames[form]}`} src={address} title={name} />}
      </Loaded>
    </Dialog>
  );
}
