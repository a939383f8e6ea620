import { useState } from 'preact/hooks';
import { api, send } from '../../../api/client.ts';
import { Failure } from '../../../api/failure.ts';
import { Conflict, differencesBetween } from '../../../parts/conflict.tsx';
import { toast } from '../../../parts/toast.tsx';
import type { MenuDialogProps } from '../state.ts';
import { fieldsOf, type HeadFields, textsOf, toBody } from './head-fields.ts';
import { MenuHead } from './menu-head.tsx';

/** Edits the head of an open menu. What a colleague has set meanwhile is not overwritten unseen. */
export function EditHead({ open, onClose }: MenuDialogProps) {
  const { id } = open;
  const [saved] = useState(() => fieldsOf(open.head.value));
  const [asking, ask] = useState<{ mine: HeadFields; choose: (whose: 'mine' | 'theirs' | undefined) => void }>();
  const theirs = () => fieldsOf(open.head.value);
  const run = async (mine: HeadFields) => {
    // What others have saved is read first.
    await open.inTurn(async () => undefined);
    if (JSON.stringify(theirs()) !== JSON.stringify(saved)) {
      const whose = await new Promise((choose) => ask({ mine, choose }));
      ask(undefined);
      if (whose === undefined) throw new Failure({ reason: 'changed_meanwhile', desc: '同事刚改了食谱设置' });
      if (whose === 'theirs') return;
    }
    const body = { id, ...toBody(mine) };
    await open.inTurn((etag) => send(api.POST('/api/menu', { params: { header: { 'If-Match': etag } }, body })));
    toast('已保存食谱设置。');
  };
  return (
    <>
      <MenuHead {...{ title: '食谱设置', draft: `head ${id}`, saved, run, onClose }} />
      {asking && (
        <Conflict
          what="食谱设置"
          differences={differencesBetween(textsOf(asking.mine), textsOf(theirs()))}
          onMine={() => asking.choose('mine')}
          onTheirs={() => asking.choose('theirs')}
          onClose={() => asking.choose(undefined)}
        />
      )}
    </>
  );
}
