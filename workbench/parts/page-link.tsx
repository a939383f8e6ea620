import type { RenderableProps } from 'preact';
import { mayOpenPath } from '../pages/pages.ts';

/** A link to a page; plain text for people who may not open that page. */
export function PageLink({ to, children }: RenderableProps<{ readonly to: string }>) {
  return mayOpenPath(to.split('?')[0] ?? '') ? <a href={to}>{children}</a> : children;
}
