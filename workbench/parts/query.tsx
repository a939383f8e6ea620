import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Failure, requireFailure } from '../api/failure.ts';
import { Actions } from './actions.tsx';

/** The state of a query to the service: the newest data, or why there is none. */
export interface Query<T> {
  readonly data: T | undefined;
  readonly failure: Failure | undefined;
  readonly isFetching: boolean;
  /** Fetches again. The old data stay until the new ones arrive. */
  readonly refetch: () => void;
}

/** Fetches data whenever `key` changes. The answer to an older key is dropped. */
export function useQuery<T>(key: string, fetchData: () => Promise<T>): Query<T> {
  const [state, setState] = useState<Omit<Query<T>, 'refetch'>>({
    data: undefined,
    failure: undefined,
    isFetching: true,
  });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the query; `fetchData` is a new function in each render
  useEffect(() => {
    let isNewest = true;
    const setOutcome = (outcome: Partial<Query<T>>) =>
      isNewest && setState((current) => ({ ...current, ...outcome, isFetching: false }));
    setState((current) => ({ ...current, isFetching: true }));
    fetchData().then(
      (data) => setOutcome({ data, failure: undefined }),
      (thrown) => setOutcome({ failure: requireFailure(thrown) }),
    );
    return () => {
      isNewest = false;
    };
  }, [key, attempt]);
  const refetch = () => {
    setState((current) => ({ ...current, isFetching: true }));
    setAttempt(attempt + 1);
  };
  return { ...state, refetch };
}

/** Draws the data of a query. Before the data arrive, it says so; after a failure, it offers a retry. */
export function Loaded<T>(props: { readonly query: Query<T>; readonly children: (data: T) => ComponentChildren }) {
  const { data, failure, refetch } = props.query;
  return (
    <>
      {failure !== undefined && (
        <div class="notice bad" role="alert">
          {failure.advice} <Actions actions={[{ text: '重试', kind: 'button', run: refetch }]} />
        </div>
      )}
      {data !== undefined && props.children(data)}
      {data === undefined && failure === undefined && (
        <p class="empty" role="status">
          正在读取…
        </p>
      )}
    </>
  );
}
