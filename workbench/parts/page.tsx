import type { ComponentChildren, ComponentType, RenderableProps } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { mayOpenPath } from '../pages/pages.ts';
import { Actions } from './actions.tsx';

interface PageProps {
  readonly title: string;
  readonly subtitle?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page with its title. The focus starts at the title, so that screen readers announce the page. */
export function Page({ title, subtitle, actions, children }: PageProps) {
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
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/** The key in `sessionStorage` that is set after the tab has reloaded because a file was missing. */
const RELOADED_KEY = 'reloaded';

/**
 * Loads a page's code when it is first shown. If a deployment has replaced the file the tab reloads once. If the file
 * is still missing, or the network is down, the page says so.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    try {
      const page = await load();
      sessionStorage.removeItem(RELOADED_KEY);
      return page;
    } catch {
      const isServed = await fetch(location.href).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isServed || sessionStorage.getItem(RELOADED_KEY) !== null) return NotLoaded;
      sessionStorage.setItem(RELOADED_KEY, 'yes');
      location.reload();
      return new Promise<ComponentType>(() => {});
    }
  });
}

function NotLoaded() {
  return (
    <Page title="没有打开">
      <p class="notice bad" role="alert">
        这个页面没有加载出来。请检查网络，然后{' '}
        <Actions actions={[{ text: '重新加载', kind: 'button', run: () => location.reload() }]} />
      </p>
    </Page>
  );
}

/** A link to a page; plain text for people who may not open that page. */
export function PageLink({ to, children }: RenderableProps<{ readonly to: string }>) {
  return mayOpenPath(to.split('?')[0] ?? '') ? <a href={to}>{children}</a> : children;
}
