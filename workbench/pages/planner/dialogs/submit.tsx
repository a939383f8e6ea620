import { useState } from 'preact/hooks';
import { api, send } from '../../../api/client.ts';
import { Failure } from '../../../api/failure.ts';
import { Loaded, useAsked } from '../../../parts/asked.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Findings, findingsOf } from '../../../parts/findings.tsx';
import { day } from '../../../parts/format.ts';
import { Problem, useSending } from '../../../parts/sending.tsx';
import { toast } from '../../../parts/toast.tsx';
import { placeName } from '../place.ts';
import type { MenuDialogProps, OpenMenu } from '../state.ts';
import type { Analysis } from '../stored-menu.ts';

/** Shows once more what the week lacks and what is to be warned of, and submits just what was looked at. */
export function SubmitDialog({ open, onClose }: MenuDialogProps) {
  const { id } = open;
  const [isConfirmed, setConfirmed] = useState(false);
  const { isSending, failure, sending } = useSending();
  const asked = useAsked('analysis', () =>
    open.inTurn(() => send(api.GET('/api/menu/analysis', { params: { query: { id } } }))),
  );
  const { body, etag = '' } = asked.answer ?? {};
  const needsConfirmation =
    body?.warnings.some(({ kind }) => kind === 'allergen') || failure?.reason === 'allergens_unconfirmed';
  const submit = async () => {
    const isDone = await sending(() =>
      open.inTurn(() => {
        const form = { id, ...(isConfirmed && { confirm: 'allergen' as const }) };
        const call = api.POST('/api/menu/submit', { params: { header: { 'If-Match': etag } }, body: form });
        return send(call).catch((thrown) => {
          // What is judged now is shown before anything is submitted.
          if (thrown instanceof Failure && isOvertaken(thrown)) asked.again();
          throw thrown;
        });
      }),
    );
    if (!isDone) return;
    const { state, start } = open.head.value;
    toast(state === '已发布' ? `已发布，${day(start)}起照这份食谱供餐。` : '已提交，等平台审核。');
    onClose();
  };
  return (
    <Dialog title="提交这份食谱？" onClose={onClose}>
      <Loaded asked={asked}>{({ body }) => <Looked open={open} analysis={body} />}</Loaded>
      {needsConfirmation && (
        <label>
          <input type="checkbox" checked={isConfirmed} onChange={() => setConfirmed(!isConfirmed)} />
          忌口人群的菜已逐道核对，就这样供应
        </label>
      )}
      <Problem failure={failure} />
      {failure?.reason === 'changed_meanwhile' && !asked.isAsking && <p>上面已是最新的分析，请再看一眼，然后提交。</p>}
      <div class="actions">
        <button type="button" onClick={onClose}>
          再改改
        </button>
        <button
          type="button"
          class="main"
          disabled={isSending || asked.isAsking || (needsConfirmation && !isConfirmed)}
          onClick={submit}
        >
          提交
        </button>
      </div>
    </Dialog>
  );
}

/** Whether the menu may have changed since it was looked at. */
function isOvertaken({ reason }: Failure): boolean {
  return reason === 'changed_meanwhile' || reason === 'allergens_unconfirmed';
}

/** What the week lacks, and all warnings with their places. */
function Looked({ open, analysis }: { readonly open: OpenMenu; readonly analysis: Analysis }) {
  const { levels, warnings } = analysis;
  return (
    <>
      <h3>日均</h3>
      <Findings groups={findingsOf({ levels, warnings })} />
      {warnings.length > 0 && <h3>提醒 {warnings.length} 条</h3>}
      <ul>
        {warnings.map(({ kind, text, day: at, meal }) => (
          <li key={`${text} ${at} ${meal}`} class={kind === 'allergen' ? 'high' : ''}>
            {at !== undefined && meal !== undefined && `${placeName(open.week.value, { day: at, meal })}：`}
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}
