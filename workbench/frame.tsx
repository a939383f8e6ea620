import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Router, useLocation } from 'preact-iso/router';
import { api, send } from './api/client.ts';
import { end, session } from './api/session.ts';
import { dropUnsent, listUnsent } from './api/unsent.ts';
import { HomePage } from './pages/home/home-page.tsx';
import { isOpen, type PagePlace, pages } from './pages/pages.ts';
import { lazyPage, Page } from './parts/page.tsx';

/** Where the code of each page lies. The home page is the first of everybody, so it needs no file of its own. */
const loads = {
  '/w/home': async () => HomePage,
  '/w/menus': async () => (await import('./pages/menus/menus-page.tsx')).MenusPage,
  '/w/planner': async () => (await import('./pages/planner/planner-page.tsx')).PlannerPage,
  '/w/review': async () => (await import('./pages/review/review-page.tsx')).ReviewPage,
  '/w/dish': async () => (await import('./pages/dish/dish-page.tsx')).DishPage,
  '/w/dish/edit': async () => (await import('./pages/dish/dish-edit-page.tsx')).DishEditPage,
  '/w/ingredient': async () => (await import('./pages/ingredient/ingredient-page.tsx')).IngredientPage,
  '/w/standard': async () => (await import('./pages/standard/standard-page.tsx')).StandardPage,
  '/w/purchase': async () => (await import('./pages/purchase/purchase-page.tsx')).PurchasePage,
  '/w/screen': async () => (await import('./pages/screen/screen-page.tsx')).ScreenPage,
  '/w/unit': async () => (await import('./pages/people.ts')).UnitPage,
  '/w/user': async () => (await import('./pages/people.ts')).UserPage,
  '/w/settings': async () => (await import('./pages/people.ts')).SettingsPage,
  '/w/log': async () => (await import('./pages/people.ts')).LogPage,
} satisfies Record<string, () => Promise<ComponentType>>;

const views = new Map(Object.entries(loads).map(([path, load]) => [path, lazyPage(load)]));

/** The navigation, who has signed in, and the page of the address. */
export function Frame() {
  useUnsentWork();
  return (
    <>
      <Head />
      <Router>
        {pages.map((place) => (
          <Shown key={place.path} path={place.path} place={place} />
        ))}
        <Missing default />
      </Router>
    </>
  );
}

function Head() {
  const { path } = useLocation();
  const { venderName = '平台', name = '', uid = '', roleName = '' } = session.value ?? {};
  return (
    <header class="frame-head">
      <span class="unit">{venderName}</span>
      <nav aria-label="主导航">
        <ul class="row">
          {pages
            .filter((place) => place.isInner !== true && isOpen(place))
            .map((place) => (
              <li key={place.path}>
                <a href={place.path} aria-current={path === place.path ? 'page' : undefined}>
                  {place.name}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      <div class="row who">
        <span>
          {name || uid} · {roleName}
        </span>
        <button type="button" onClick={signOut}>
          退出
        </button>
      </div>
    </header>
  );
}

/** Ends the session. Where the service cannot be reached the tab forgets it all the same, with all that was kept. */
async function signOut(): Promise<void> {
  await send(api.POST('/api/logout')).catch(() => undefined);
  if (session.value !== undefined) await dropUnsent(session.value);
  end();
}

function Shown({ place }: { readonly path: string; readonly place: PagePlace }) {
  const View = views.get(place.path);
  if (View && isOpen(place)) return <View />;
  return (
    <Page title={place.name}>
      <p class="notice warn">您的角色没有打开「{place.name}」的权限。请联系单位主账号在「用户与角色」里开通。</p>
    </Page>
  );
}

/** An address that leads nowhere says so. */
function Missing(_: { readonly default: true }) {
  return (
    <Page title="没有这个页面">
      <p class="empty">
        这个地址没有页面。<a href="/w/home">回到首页</a>
      </p>
    </Page>
  );
}

/** How the names of menus' unsent work begin. */
const MENU = 'menu ';

/** Sends what an earlier visit could not send: after signing in, and when the network returns. */
function useUnsentWork(): void {
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
