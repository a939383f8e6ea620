import { useState } from 'preact/hooks';
import type { components } from '../../../.build/workbench/api.ts';
import { api, asFiles, asUpload, send } from '../../api/client.ts';
import { download } from '../../api/file.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Table } from '../../parts/table.tsx';
import { toast } from '../../parts/toast.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { may } from './staff.ts';

type Given = components['schemas']['NewPassword'];

const columns = [
  { name: '姓名', cell: ({ name }: Given) => name },
  { name: '用户名', cell: ({ uid }: Given) => uid },
  { name: '密码', cell: ({ password }: Given) => <code>{password}</code> },
];

/** The users as a workbook, down and up. Those whom it makes get passwords, which are told once. */
export function UserWorkbook({ onDone }: { readonly onDone: () => void }) {
  const [given, setGiven] = useState<readonly Given[]>([]);
  const take = () => download(send(api.GET('/api/user/sheet.xlsx', { parseAs: 'blob' })));
  const give = async (file: File) => {
    const { body } = await send(api.PUT('/api/user/sheet.xlsx', { body: { files: asFiles(file) }, ...asUpload }));
    setGiven(body?.passwords ?? []);
    return `新建 ${body?.created ?? 0} 人，修改 ${body?.changed ?? 0} 人`;
  };
  const mayUpload = may.createUsers() || may.editUsers();
  return (
    <>
      <Workbook noun="用户" onDownload={take} onDone={onDone} {...(mayUpload && { onUpload: give })} />
      {given.length > 0 && <Passwords given={given} onClose={() => setGiven([])} />}
    </>
  );
}

/** The passwords of new users. Esc does not close it, since nobody can read them again. */
function Passwords({ given, onClose }: { readonly given: readonly Given[]; readonly onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(
      given.map(({ name, uid, password }) => `${name}\t${uid}\t${password}`).join('\n'),
    );
    toast(`已复制 ${given.length} 人的密码`);
  };
  return (
    <Dialog title={`${given.length} 位新用户的密码`} onClose={() => undefined}>
      <p class="notice warn">密码只显示这一次，请现在记下，分别告诉本人。</p>
      <Table caption="新用户的密码" columns={columns} rows={given} keyOf={({ uid }) => uid} empty="" />
      <div class="actions">
        <button type="button" onClick={copy}>
          全部复制
        </button>
        <button type="button" class="main" onClick={onClose}>
          已经记下
        </button>
      </div>
    </Dialog>
  );
}
