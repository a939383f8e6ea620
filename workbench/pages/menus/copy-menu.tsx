import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { api, send } from '../../api/client.ts';
import { EditorDialog, type Ends } from '../../parts/editor-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { day, dayAfter } from '../../parts/format.ts';
import type { Menu } from './listed.ts';

/** Copies a week to another one, and opens the copy. */
export function CopyMenu({ menu, onDone, onClose }: Ends & { readonly menu: Menu }) {
  const [start, setStart] = useState(dayAfter(menu.start, 7));
  const [typed, setTyped] = useState<string>();
  const { route } = useLocation();
  const name = typed ?? (start === '' ? '' : `${day(start)}起的食谱`);
  const copy = async () => {
    const { ids } = await send(api.PUT('/api/menu/copy', { body: { id: menu.id, start, name } }));
    route(`/w/planner?id=${ids[0]}`);
  };
  const rest = { run: copy, onDone: () => onDone(`已复制为「${name}」`), onClose };
  return (
    <EditorDialog title={`复制食谱「${menu.name}」`} action="复制" {...rest}>
      {(failure) => (
        <>
          <p class="faint">{menu.items.length} 道菜、份量和人群都照搬，复制出来的是草稿。</p>
          <TextField label="第一天" type="date" value={start} onValue={setStart} wrong={failure?.about('start')} />
          <TextField label="名称" value={name} onValue={setTyped} maxLength={100} wrong={failure?.about('name')} />
        </>
      )}
    </EditorDialog>
  );
}
