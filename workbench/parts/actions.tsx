import { useCallback, useState } from 'preact/hooks';
import { type Failure, requireFailure } from '../api/failure.ts';

/** A button or link: something that a person can do with a row, a selection or a page. */
export interface Action {
  readonly text: string;
  /** Runs on a click. A promise is waited for, and its failure is shown next to the buttons. */
  readonly run?: () => unknown;
  /** The page that the action opens, instead of `run`. */
  readonly to?: string;
  /** Whether the person may do it now; absent: yes. An action that is not allowed is not shown. */
  readonly isAllowed?: boolean;
  readonly isDisabled?: boolean;
  /** The tooltip. */
  readonly title?: string;
  /** How it is drawn; absent: as text. */
  readonly kind?: 'plain' | 'button' | 'main' | 'danger';
}

interface ActionsProps {
  readonly actions: readonly Action[];
  /** What the actions apply to, for screen readers: 「番茄炒蛋」. */
  readonly target?: string;
}

/** Actions in a row. While one runs, all its buttons are disabled. */
export function Actions({ actions, target = '' }: ActionsProps) {
  const { isSending, failure, submit } = useSubmit();
  const allowedActions = actions.filter(({ isAllowed = true }) => isAllowed);
  const runAction = (run: Action['run']) => {
    const running = run?.();
    if (running instanceof Promise) void submit(() => running);
  };
  const drawAction = ({ text, run, to, isDisabled = false, title, kind = 'plain' }: Action) => {
    const attributes = { key: text, title, 'aria-label': target === '' ? undefined : `${text}${target}` };
    if (to !== undefined)
      return (
        <a {...attributes} class={kind === 'plain' ? '' : `button ${kind}`} href={to}>
          {text}
        </a>
      );
    return (
      <button
        {...attributes}
        type="button"
        class={kind}
        disabled={isDisabled || isSending}
        onClick={() => runAction(run)}
      >
        {text}
      </button>
    );
  };
  if (allowedActions.length === 0) return null;
  return (
    <>
      {failure && <FailureNotice failure={failure} />}
      <span class="action-buttons">{allowedActions.map(drawAction)}</span>
    </>
  );
}

/** The state of a component's calls: whether one is running, and the failure of the last one. */
export function useSubmit() {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  /** Runs a call; false if it failed, and `failure` says why. */
  const submit = useCallback(async (run: () => Promise<unknown>): Promise<boolean> => {
    setSending(true);
    setFailure(undefined);
    try {
      await run();
      return true;
    } catch (thrown) {
      setFailure(requireFailure(thrown));
      return false;
    } finally {
      setSending(false);
    }
  }, []);
  return { isSending, failure, submit };
}

/** Why a call failed and what to do next. Screen readers read it out at once. */
export function FailureNotice({ failure }: { readonly failure: Failure | undefined }) {
  return <div role="alert">{failure !== undefined && <p class="notice bad">{failure.advice}</p>}</div>;
}
