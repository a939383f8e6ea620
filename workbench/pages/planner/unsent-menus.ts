import { asFailure } from '../../api/failure.ts';
import { toast } from '../../parts/toast.tsx';
import { openMenu } from './state.ts';

/** Sends what the person has changed in menus that are not open now. */
export async function sendUnsentMenus(ids: readonly number[]): Promise<void> {
  // What cannot be read now is tried again later.
  for (const id of ids) await sendUnsentMenu(id).catch(asFailure);
}

async function sendUnsentMenu(id: number): Promise<void> {
  const open = await openMenu(id);
  await open.look();
  const { name } = open.head.value;
  const { state } = open.saving.value;
  if (state === 'saved') toast(`食谱「${name}」上次没有发送的修改已保存。`);
  else if (state !== 'unsent') toast(`食谱「${name}」有没有保存的修改，请打开排餐处理。`);
}
