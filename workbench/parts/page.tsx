import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

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
