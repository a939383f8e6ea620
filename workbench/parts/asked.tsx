import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { asFailure, type Failure } from '../api/failure.ts';
import { Steps } from './steps.tsx';

/** What was asked of the service: the newest answer, or why there is none. */
export interface Asked<T> {
  readonly answer: T | undefined;
  readonly failure: Failure | undefined;
  readonly isAsking: boolean;
  /** Asks again, what was answered stays until then. */
  readonly again: () => void;
}

/** Asks the service whenever `key` changes. The answer to an older question is dropped. */
export function useAsked<T>(key: string, ask: () => Promise<T>): Asked<T> {
  const [asked, setAsked] = useState<Omit<Asked<T>, 'again'>>({
    answer: undefined,
    failure: undefined,
    isAsking: true,
  });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which question it is; `ask` is made anew by each drawing
  useEffect(() => {
    let isNewest = true;
    const settle = (found: Partial<Asked<T>>) => isNewest && setAsked((now) => ({ ...now, ...found, isAsking: false }));
    setAsked((now) => ({ ...now, isAsking: true }));
    ask().then(
      (answer) => settle({ answer, failure: undefined }),
      (thrown) => settle({ failure: asFailure(thrown) }),
    );
    return () => {
      isNewest = false;
    };
  }, [key, turn]);
  const again = () => {
    setAsked((now) => ({ ...now, isAsking: true }));
    setTurn(turn + 1);
  };
  return { ...asked, again };
}

/** Shows what was answered; before that that it is being read, or why it is not, with a way to ask again. */
export function Loaded<T>(props: { readonly asked: Asked<T>; readonly children: (answer: T) => ComponentChildren }) {
  const { answer, failure, again } = props.asked;
  return (
    <>
      {failure !== undefined && (
        <div class="notice bad" role="alert">
          {failure.advice} <Steps steps={[{ text: '重试', kind: 'button', act: again }]} />
        </div>
      )}
      {answer !== undefined && props.children(answer)}
      {answer === undefined && failure === undefined && (
        <p class="empty" role="status">
          正在读取…
        </p>
      )}
    </>
  );
}
