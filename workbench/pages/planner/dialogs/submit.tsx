import { useState } from 'preact/hooks';
import { api, send } from '../../../api/client.ts';
import { Loaded, useAsked } from '../../../parts/asked.tsx';
import { EditorDialog } from '../../../parts/editor-dialog.tsx';
import { Findings, findingsOf } from '../../../parts/findings.tsx';
import { day } from '../../../parts/format.ts';
import { toast } from '../../../parts/toast.tsx';
import type { MenuDialogProps, OpenMenu } from '../state.ts';
import type { Analysis } from '../stored-menu.ts';
import { placeName } from '../week.ts';

/** Shows once more what the week lacks and what is to be warned of, and submits just what was looked at. */
export function SubmitDialog({ open, onClose }: MenuDialogProps) {
  const { id } = open;
  const [isConfirmed, setConfirmed] = useState(false);
  const asked = useAsked('analysis', () =>
    open.inTurn(() => send(api.GET('/api/menu/analysis', { params: { query: { id } } }))),
  );
  const { body, etag = '' } = asked.answer ?? {};
  const isUnsafe = body?.warnings.some(({ kind }) => kind === 'allergen') === true;
  const submit = async () => {
    const params = { header: { 'If-Match': etag } };
    const form = { id, ...(isConfirmed && { confirm: 'allergen' as const }) };
    const call = open.inTurn(() => send(api.POST('/api/menu/submit', { params, body: form })));
    // What is judged now is shown before anything is submitted.
    await call.catch((thrown) => {
      asked.again();
      throw thrown;
    });
    const { state, start } = open.head.value;
    toast(state === '已发布' ? `已发布，${day(start)}起照这份食谱供餐。` : '已提交，等平台审核。');
  };
  const isReady = body !== undefined && !asked.isAsking && (isConfirmed || !isUnsafe);
  return (
    <EditorDialog title="提交这份食谱？" action="提交" run={submit} onClose={onClose} isReady={isReady}>
      {(failure) => (
        <>
          <Loaded asked={asked}>{({ body }) => <Looked open={open} analysis={body} />}</Loaded>
          {isUnsafe && (
            <label>
              <input type="checkbox" checked={isConfirmed} onChange={() => setConfirmed(!isConfirmed)} />
              忌口人群的菜已逐道核对，就这样供应
            </label>
          )}
          {failure?.reason === 'changed_meanwhile' && !asked.isAsking && (
            <p>上面已是最新的分析，请再看一眼，然后提交。</p>
          )}
        </>
      )}
    </EditorDialog>
  );
}

/** What the week lacks, and all warnings with their places. */
function Looked({ open, analysis }: { readonly open: OpenMenu; readonly analysis: Analysis }) {
  const { levels, warnings } = analysis;
  return (
    <div>
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
    </div>
  );
}
