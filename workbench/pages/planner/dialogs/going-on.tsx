import { useState } from 'preact/hooks';
import { api, send } from '../../../api/client.ts';
import { holds, session } from '../../../api/session.ts';
import { useAsked } from '../../../parts/asked.tsx';
import { useQuery } from '../../../parts/query.ts';
import { Problem, useSending } from '../../../parts/sending.tsx';
import { toast } from '../../../parts/toast.tsx';
import type { Planning } from '../planning.ts';
import type { OpenMenu } from '../state.ts';
import { More } from './more.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { SubmitDialog } from './submit.tsx';

/** What can be done with the menu as a whole, as its state and the person's items allow. */
export function GoingOn({ planning: { open, planner } }: { readonly planning: Planning }) {
  const { plan } = useQuery().query;
  // Who begins a menu may want it planned at once.
  const [shown, setShown] = useState<'more' | 'plan' | 'submit' | undefined>(plan === undefined ? undefined : 'plan');
  const { state, vender } = open.head.value;
  const isOwn = session.value?.vender === vender;
  const dialog = { open, onClose: () => setShown(undefined) };
  const button = (text: string, what: NonNullable<typeof shown>, kind = '') => (
    <button type="button" class={kind} onClick={() => setShown(what)}>
      {text}
    </button>
  );
  return (
    <>
      {button('更多', 'more')}
      {open.isEditable.value && holds(30) && button('自动排餐', 'plan')}
      {isOwn && holds(31) && (state === '草稿' || state === '已驳回') && button('提交审核', 'submit', 'main')}
      {shown === 'more' && <More {...dialog} />}
      {shown === 'plan' && <PlanDialog {...dialog} planner={planner} />}
      {shown === 'submit' && <SubmitDialog {...dialog} />}
    </>
  );
}

/** What the state means for who looks at the menu: it waits, it was rejected and why, or what is live is older. */
export function StateNotice({ open }: { readonly open: OpenMenu }) {
  const { state, published } = open.head.value;
  if (state === '待审核') return <Waiting open={open} />;
  if (state === '已驳回') return <Rejected id={open.id} />;
  if (state === '草稿' && published !== undefined) {
    return <p class="notice">正在供应的是第 {published} 次提交的内容，这里的修改提交后才生效。</p>;
  }
  return null;
}

function Waiting({ open }: { readonly open: OpenMenu }) {
  const { isSending, failure, sending } = useSending();
  const withdraw = async () => {
    const { id } = open;
    const isDone = await sending(() => open.inTurn(() => send(api.POST('/api/menu/withdraw', { body: { id } }))));
    if (isDone) toast('已撤回，可以接着改。');
  };
  return (
    <div class="notice actions plan-bar">
      <span>正在等审核，现在只能看。要修改，请先撤回。</span>
      {holds(31) && (
        <button type="button" disabled={isSending} onClick={withdraw}>
          撤回
        </button>
      )}
      <Problem failure={failure} />
    </div>
  );
}

/** Why the last submission was rejected, for who may read the records. */
function Rejected({ id }: { readonly id: number }) {
  const { answer } = useAsked(`rejected ${id}`, async () => {
    if (!holds(33)) return undefined;
    const query = { menu: id, action: '驳回', pageSize: 1 } as const;
    const { body } = await send(api.GET('/api/menu/review', { params: { query } }));
    return body.content[0];
  });
  const comment = answer && 'comment' in answer ? answer.comment : undefined;
  return (
    <p class="notice bad">
      这份食谱被驳回了{comment ? `：${comment}` : '。'} <span>改好后再提交。</span>
    </p>
  );
}
