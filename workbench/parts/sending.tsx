import { useCallback, useState } from 'preact/hooks';
import { asFailure, type Failure } from '../api/failure.ts';

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
