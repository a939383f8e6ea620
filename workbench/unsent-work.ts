import { useEffect } from 'preact/hooks';
import { session } from './api/session.ts';
import { listUnsent } from './api/unsent.ts';

/** How the names of menus' unsent work begin. */
const MENU = 'menu ';

/** Sends what an earlier visit could not send: after signing in, and when the network returns. */
export function useUnsentWork(): void {
  useEffect(() => {
    // What cannot be sent now stays kept.
    const send = () => void sendUnsentWork().catch(() => undefined);
    send();
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, []);
}

async function sendUnsentWork(): Promise<void> {
  const names = session.value ? await listUnsent(session.value, MENU) : [];
  // The planner sends the work of the menu that it shows.
  const shown = location.pathname === '/w/planner' ? new URLSearchParams(location.search).get('id') : null;
  const ids = names.map((name) => Number(name.slice(MENU.length))).filter((id) => String(id) !== shown);
  if (ids.length > 0) await (await import('./pages/planner/state.ts')).sendUnsentMenus(ids);
}
