import type { RenderableProps } from 'preact';
import { mayOpen } from '../pages/pages.ts';

/** A link to a page; plain text for people who may not open that page. */
export function PageLink({ to, children }: RenderableProps<{ readonly to: string }>) {
  return mayOpen(to.split('?')[0] ?? '') ? <a href={to}>{children}</a> : children;
}
