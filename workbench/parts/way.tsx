import type { RenderableProps } from 'preact';
import { finds } from '../pages/pages.ts';

/** A link to a page, by its address with its query; its words alone for who does not find that page. */
export function Way({ to, children }: RenderableProps<{ readonly to: string }>) {
  return finds(to.split('?')[0] ?? '') ? <a href={to}>{children}</a> : children;
}
