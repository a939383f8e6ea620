import { useCallback, useState } from 'preact/hooks';
import { asFailure, type Failure } from '../api/failure.ts';

/** Something that can be done with a row or with what is chosen. */
export interface Step {
  readonly text: string;
  /** What it does. Where that is a call it is waited for, and why it is refused is told beside. */
  readonly act?: () => unknown;
  /** In place of that: the page to which it leads. */
  readonly to?: string;
  /** Whether it is offered; absent: yes. */
  readonly may?: boolean;
  readonly isDisabled?: boolean;
  /** What is told where the pointer rests. */
  readonly title?: string;
  /** How it is drawn; absent: as text. */
  readonly kind?: 'plain' | 'button' | 'main' | 'danger';
}

/** What can be done, side by side. `about` names what with, for whom the row is not seen: 「番茄炒蛋」. */
export function Steps({ steps, about = '' }: { readonly steps: readonly Step[]; readonly about?: string }) {
  const { isSending, failure, sending } = useSending();
  const offered = steps.filter(({ may = true }) => may);
  const run = (act: Step['act']) => {
    const done = act?.();
    if (done instanceof Promise) void sending(() => done);
  };
  const draw = ({ text, act, to, isDisabled = false, title, kind = 'plain' }: Step) => {
    const name = { key: text, title, 'aria-label': about === '' ? undefined : `${text}${about}` };
    if (to !== undefined)
      return (
        <a {...name} class={kind === 'plain' ? '' : `button ${kind}`} href={to}>
          {text}
        </a>
      );
    return (
      <button {...name} type="button" class={kind} disabled={isDisabled || isSending} onClick={() => run(act)}>
        {text}
      </button>
    );
  };
  if (offered.length === 0) return null;
  return (
    <>
      {failure && <Problem failure={failure} />}
      <span class="step-buttons">{offered.map(draw)}</span>
    </>
  );
}

/** The state of the calls that an editor makes: whether one is under way, and why the last one was refused. */
export function useSending() {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  /** Runs calls one at a time; false where one was refused, and `failure` says why. */
  const sending = useCallback(async (run: () => Promise<unknown>): Promise<boolean> => {
    setSending(true);
    setFailure(undefined);
    try {
      await run();
      return true;
    } catch (thrown) {
      setFailure(asFailure(thrown));
      return false;
    } finally {
      setSending(false);
    }
  }, []);
  return { isSending, failure, sending };
}

/** Why a call was refused and what to do next, read out at once. */
export function Problem({ failure }: { readonly failure: Failure | undefined }) {
  return (
    <div role="alert">
      {failure !== undefined && (
        <p class="notice bad">
          {failure.advice}
          {failure.messages.map((message) => (
            <span key={message}> {message}。</span>
          ))}
        </p>
      )}
    </div>
  );
}
