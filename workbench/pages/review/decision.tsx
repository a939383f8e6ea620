import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { AreaField } from '../../parts/field.tsx';
import { day } from '../../parts/format.ts';
import { Problem, useSending } from '../../parts/sending.tsx';
import { Steps } from '../../parts/steps.tsx';
import { reviewAddress, type Submission } from './submission.ts';

type Result = '通过' | '驳回';

interface DecisionProps {
  readonly submission: Submission;
  /** Reads the submission anew. */
  readonly onRead: () => void;
}

/** 通过 or 驳回 with a comment; after it, or where somebody else was faster, what is next. */
export function Decision({ submission, onRead }: DecisionProps) {
  const { menu, revision, etag, changes } = submission;
  const [comment, setComment] = useState('');
  const [told, setTold] = useState('');
  const { isSending, failure, sending } = useSending();
  const decide = (result: Result) =>
    sending(async () => {
      const body = { id: menu.id, revision, result, comment };
      const call = send(api.POST('/api/menu/review', { params: { header: { 'If-Match': etag } }, body }));
      setTold(
        await call.then(
          () => tellDone(result, menu.start),
          (thrown) => tellOvertaken(thrown, comment),
        ),
      );
      onRead();
    });
  const step = (text: Result, kind: 'main' | 'danger') => ({
    text,
    kind,
    act: () => decide(text),
    isDisabled: isSending,
  });
  if (changes === undefined) return <Decided submission={submission} told={told} />;
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <AreaField
        label="审核意见"
        hint="单位会看到。驳回时请写明要改什么。"
        wrong={failure?.about('comment')}
        {...{ value: comment, onValue: setComment, maxLength: 500, rows: 3 }}
      />
      <Problem failure={failure} />
      <Steps steps={[step('通过', 'main'), step('驳回', 'danger')]} />
    </form>
  );
}

function tellDone(result: Result, start: string): string {
  return result === '通过' ? `已通过，${day(start)}起照这份食谱供餐。` : '已驳回，单位会看到您的意见，改好后再提交。';
}

/** That somebody else was faster, and what was written here; any other failure is thrown on. */
function tellOvertaken(thrown: unknown, comment: string): string {
  const isOvertaken = thrown instanceof Failure && ['changed_meanwhile', 'menu_not_pending'].includes(thrown.reason);
  if (!isOvertaken) throw thrown;
  return `这份食谱刚被别人处理过，您的决定没有提交。${comment === '' ? '' : `您写的意见是「${comment}」。`}`;
}

function Decided({ submission, told }: Pick<DecisionProps, 'submission'> & { readonly told: string }) {
  const { menu, history, waiting } = submission;
  const next = waiting.find((one) => one.menu !== menu.id) ?? waiting[0];
  return (
    <div class="notice" role="status">
      <p>{told}</p>
      <p>
        现在是「{menu.state}」：{history[0]}
      </p>
      {next ? (
        <a href={reviewAddress(next)}>{`接下来审：${next.venderName} ${next.name}`}</a>
      ) : (
        '现在没有食谱在等审核。'
      )}
    </div>
  );
}
