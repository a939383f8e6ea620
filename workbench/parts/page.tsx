import type { ComponentChildren, ComponentType, RenderableProps, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { useLocation } from 'preact-iso/router';
import { type Failure, requireFailure } from '../api/client.ts';
import { mayOpenPath } from '../pages/pages.ts';
import { type Action, Actions } from './actions.tsx';

interface PageProps {
  readonly title: string;
  readonly subtitle?: ComponentChildren;
  readonly actions?: readonly Action[];
  /** Buttons of other kinds, before the actions. */
  readonly tools?: ComponentChildren;
}

/** A page with its title. The focus starts at the title, so that screen readers announce the page. */
export function Page({ title, subtitle, actions = [], tools, children }: RenderableProps<PageProps>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    document.title = `${title} · 配餐`;
  }, [title]);
  return (
    <main>
      <div class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {subtitle !== undefined && <span class="faint">{subtitle}</span>}
        <div class="actions">
          {tools}
          <Actions actions={actions} />
        </div>
      </div>
      {children}
    </main>
  );
}

const RELOADED_KEY = 'reloaded';

/** Loads a page's code when it is first shown. If a deployment has replaced the file the tab reloads once. */
export const lazyPage = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => {
    try {
      const page = await load();
      sessionStorage.removeItem(RELOADED_KEY);
      return page;
    } catch {
      const served = await fetch(location.href).catch(() => ({ ok: false }));
      if (!served.ok || sessionStorage.getItem(RELOADED_KEY) !== null) return NotLoaded;
      sessionStorage.setItem(RELOADED_KEY, 'yes');
      location.reload();
      return new Promise<ComponentType>(() => {}); // The reload ends this wait.
    }
  });

const NotLoaded = () => (
  <Page title="没有打开">
    <p class="notice bad" role="alert">
      这个页面没有加载出来。请检查网络，然后{' '}
      <Actions actions={[{ text: '重新加载', kind: 'button', run: () => location.reload() }]} />
    </p>
  </Page>
);

type SectionProps = RenderableProps<{ readonly title: ComponentChildren; readonly hint?: string }>;

export const Section = ({ title, hint, children }: SectionProps) => (
  <section>
    <h2>{title}</h2>
    {hint !== undefined && <p class="faint">{hint}</p>}
    {children}
  </section>
);

/** A list of sentences; those that do not apply are left out. */
export const Lines = ({ lines }: { readonly lines: readonly (string | false)[] }) => (
  <ul>{lines.map((line) => line && <li key={line}>{line}</li>)}</ul>
);

/** A link to a page; plain text for people who may not open that page. */
export const PageLink = ({ to, children }: RenderableProps<{ readonly to: string }>) =>
  mayOpenPath(to.split('?')[0] ?? '') ? <a href={to}>{children}</a> : children;

export type SearchParams = Readonly<Record<string, string>>;

/** The parameters of the page's address. Filters and page numbers of lists live there, so that Back restores them. */
export function useSearchParams() {
  const { path, query: params, route } = useLocation();
  /** Sets some parameters; an empty text removes one. `isTyped` makes no step for Back, which must not go letter by letter. */
  const setParams = (changes: SearchParams, isTyped = false) =>
    route(toAddress(path, { ...params, ...changes }), isTyped);
  /** The value and handler of a control that sets a filter. A new filter starts at the list's first page. */
  const bindFilter = (name: string) => ({
    value: params[name] ?? '',
    onValue: (value: string) => setParams({ [name]: value, page: '' }, name === 'keyword'),
  });
  return { params, setParams, bindFilter, route };
}

/** The values without those that are undefined or empty. */
export function withoutEmpty<Values extends object>(values: Values) {
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(filled) as { [Name in keyof Values]?: Exclude<Values[Name], undefined> };
}

export function toAddress(path: string, params: SearchParams): string {
  const text = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '')).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The newest data, and why the last fetch failed, if it did. */
type QueryState<Data> = { data?: Data; failure?: Failure | undefined; isFetching: boolean };

export interface Query<Data> extends Readonly<QueryState<Data>> {
  /** Fetches again. The old data stay until the new ones arrive. */
  readonly refetch: () => void;
  /** Draws the data. Before they arrive, it says so; after a failure, it offers a retry. */
  readonly draw: (drawData: (data: Data) => ComponentChildren) => VNode;
}

/** Fetches data whenever `key` changes. The answer to an older key is dropped. */
export function useQuery<Data>(key: string, fetchData: () => Promise<Data>): Query<Data> {
  const [state, setState] = useState<QueryState<Data>>({ isFetching: true });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the query; `fetchData` is a new function in each render
  useEffect(() => {
    let isNewest = true;
    const setOutcome = (outcome: Partial<QueryState<Data>>) =>
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
  const { data, failure } = state;
  const draw: Query<Data>['draw'] = (drawData) => (
    <>
      {failure !== undefined && (
        <div class="notice bad" role="alert">
          {failure.advice} <Actions actions={[{ text: '重试', kind: 'button', run: refetch }]} />
        </div>
      )}
      {data !== undefined && drawData(data)}
      {data === undefined && failure === undefined && (
        <p class="empty" role="status">
          正在读取…
        </p>
      )}
    </>
  );
  return { ...state, refetch, draw };
}
