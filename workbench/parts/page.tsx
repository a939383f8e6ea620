import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { Steps } from './steps.tsx';

interface PageProps {
  readonly title: string;
  /** A short text beside the title. */
  readonly about?: ComponentChildren;
  /** What can be done on the page, on the right. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page with its title, which is the document's too. The focus begins there, so that readers hear where they are. */
export function Page({ title, about, actions, children }: PageProps) {
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
        {about !== undefined && <span class="faint">{about}</span>}
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/** Where a tab notes that it has loaded itself anew since a file was gone. */
const NOTE = 'reloaded';

/**
 * A page whose code is loaded when it is first shown. If a deployment has replaced the file the tab loads itself anew,
 * once. A file that is missing even then, or a broken network, is told, and the tab stays.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    try {
      const page = await load();
      sessionStorage.removeItem(NOTE);
      return page;
    } catch {
      const isServed = await fetch(location.href).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isServed || sessionStorage.getItem(NOTE) !== null) return NotLoaded;
      sessionStorage.setItem(NOTE, 'yes');
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
        <Steps steps={[{ text: '重新加载', kind: 'button', act: () => location.reload() }]} />
      </p>
    </Page>
  );
}
