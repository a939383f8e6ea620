import { useState } from 'preact/hooks';
import { api, send } from '../../../api/client.ts';
import { holds, session } from '../../../api/session.ts';
import { useAsked } from '../../../parts/asked.tsx';
import { useQuery } from '../../../parts/query.ts';
import { Problem, useSending } from '../../../parts/sending.tsx';
import { Steps } from '../../../parts/steps.tsx';
import { toast } from '../../../parts/toast.tsx';
import type { PlanningProps } from '../planning.ts';
import type { OpenMenu } from '../state.ts';
import { More } from './more.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { SubmitDialog } from './submit.tsx';

/** What can be done with the menu as a whole, as its state and the person's items allow. */
export function GoingOn({ planning: { open, planner } }: PlanningProps) {
  const { plan } = useQuery().query;
  // Who begins a menu may want it planned at once.
  const [shown, show] = useState<'more' | 'plan' | 'submit' | undefined>(plan === undefined ? undefined : 'plan');
  const { state, vender } = open.head.value;
  const maySubmit = session.value?.vender === vender && holds(31) && (state === '草稿' || state === '已驳回');
  const dialog = { open, onClose: () => show(undefined) };
  return (
    <>
      <Steps
        steps={[
          { text: '更多', kind: 'button', act: () => show('more') },
          { text: '自动排餐', kind: 'button', act: () => show('plan'), may: open.isEditable.value && holds(30) },
          { text: '提交审核', kind: 'main', act: () => show('submit'), may: maySubmit },
        ]}
      />
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
    const call = () => send(api.POST('/api/menu/withdraw', { body: { id: open.id } }));
    if (await sending(() => open.inTurn(call))) toast('已撤回，可以接着改。');
  };
  return (
    <div class="notice row">
      <span>正在等审核，现在只能看。要修改，请先撤回。</span>
      <Steps steps={[{ text: '撤回', kind: 'button', act: withdraw, may: holds(31), isDisabled: isSending }]} />
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
  return <p class="notice bad">这份食谱被驳回了{comment ? `：${comment}` : '。'} 改好后再提交。</p>;
}
