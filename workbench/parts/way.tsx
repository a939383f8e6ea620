import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Whether the person who has signed in finds the page at a path; the frame tells it. */
export const FindsPage = createContext<(path: string) => boolean>(() => false);

interface WayProps {
  /** The address of a page, with its query. */
  readonly to: string;
  readonly children: ComponentChildren;
}

/** A link to a page; its words alone for who does not find that page. */
export function Way({ to, children }: WayProps) {
  const finds = useContext(FindsPage);
  return finds(to.split('?')[0] ?? '') ? <a href={to}>{children}</a> : children;
}
