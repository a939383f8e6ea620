import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Router, useLocation } from 'preact-iso/router';
import { api, send } from './api/client.ts';
import { endAllSessions, session } from './api/session.ts';
import { deleteUnsent, listUnsent } from './api/unsent.ts';
import { HomePage } from './pages/home/home-page.tsx';
import { mayOpenPage, type PageEntry, pages } from './pages/pages.ts';
import { lazyPage, Page } from './parts/page.tsx';

/** The code of each page. Everybody starts with the home page, so it is part of the first file. */
const pageLoaders = {
  '/w/home': async () => HomePage,
  '/w/menus': async () => (await import('./pages/weeks.ts')).MenusPage,
  '/w/planner': async () => (await import('./pages/planner/planner-page.tsx')).PlannerPage,
  '/w/review': async () => (await import('./pages/weeks.ts')).ReviewPage,
  '/w/dish': async () => (await import('./pages/catalogue.ts')).DishPage,
  '/w/dish/edit': async () => (await import('./pages/catalogue.ts')).DishEditPage,
  '/w/ingredient': async () => (await import('./pages/catalogue.ts')).IngredientPage,
  '/w/standard': async () => (await import('./pages/catalogue.ts')).StandardPage,
  '/w/purchase': async () => (await import('./pages/weeks.ts')).PurchasePage,
  '/w/evaluation': async () => (await import('./pages/weeks.ts')).EvaluationPage,
  '/w/screen': async () => (await import('./pages/weeks.ts')).ScreenPage,
  '/w/unit': async () => (await import('./pages/administration.ts')).UnitPage,
  '/w/user': async () => (await import('./pages/administration.ts')).UserPage,
  '/w/settings': async () => (await import('./pages/administration.ts')).SettingsPage,
  '/w/log': async () => (await import('./pages/administration.ts')).LogPage,
} satisfies Record<string, () => Promise<ComponentType>>;

const viewByPath = new Map(Object.entries(pageLoaders).map(([path, load]) => [path, lazyPage(load)]));

/** The navigation, the signed-in person, and the page at the current address. */
export function Frame() {
  // Sends unsent work of earlier visits now, and when the network returns. What cannot be sent stays stored.
  useEffect(() => {
    const sendNow = () => void sendUnsentWork().catch(() => undefined);
    sendNow();
    window.addEventListener('online', sendNow);
    return () => window.removeEventListener('online', sendNow);
  }, []);
  return (
    <>
      <FrameHeader />
      <Router>
        {pages.map((page) => (
          <PageRoute key={page.path} path={page.path} page={page} />
        ))}
        <UnknownPage default />
      </Router>
    </>
  );
}

function FrameHeader() {
  const { path } = useLocation();
  const { venderName = '平台', name = '', uid = '', roleName = '' } = session.value ?? {};
  return (
    <header class="frame-head">
      <span class="unit">{venderName}</span>
      {/* On a phone it unfolds the navigation. The key folds it on each new page. */}
      <details key={path}>
        <summary>导航</summary>
      </details>
      <nav aria-label="主导航">
        <ul class="row">
          {pages
            .filter((page) => page.isUnlisted !== true && mayOpenPage(page))
            .map((page) => (
              <li key={page.path}>
                <a href={page.path} aria-current={path === page.path ? 'page' : undefined}>
                  {page.name}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      <div class="row who">
        <span>
          {name !== venderName && `${name || uid} · `}
          {roleName}
        </span>
        <button type="button" onClick={signOut}>
          退出
        </button>
      </div>
    </header>
  );
}

/** Signs out. Even if the service is unreachable all tabs forget the session and all unsent work. */
async function signOut(): Promise<void> {
  await send(api.POST('/api/logout')).catch(() => undefined);
  if (session.value !== undefined) await deleteUnsent(session.value);
  endAllSessions();
}

/** A page, if the role may open it. The router reads `path`. */
function PageRoute({ page }: { readonly path: string; readonly page: PageEntry }) {
  const View = viewByPath.get(page.path);
  if (View && mayOpenPage(page)) return <View />;
  return (
    <Page title={page.name}>
      <p class="notice warn">您的角色没有打开「{page.name}」的权限。请联系单位主账号在「用户与角色」里开通。</p>
    </Page>
  );
}

/** The page for an unknown address. The router reads `default`. */
const UnknownPage = (_: { readonly default: true }) => (
  <Page title="没有这个页面">
    <p class="empty">
      这个地址没有页面。<a href="/w/home">回到首页</a>
    </p>
  </Page>
);

/** With this prefix begin the names under which the planner stores the unsent work of menus. */
const MENU_PREFIX = 'menu ';

async function sendUnsentWork(): Promise<void> {
  const names = session.value ? await listUnsent(session.value, MENU_PREFIX) : [];
  // The planner itself sends the work of the menu that it shows.
  const shownId = location.pathname === '/w/planner' ? new URLSearchParams(location.search).get('id') : null;
  const ids = names.map((name) => Number(name.slice(MENU_PREFIX.length))).filter((id) => String(id) !== shownId);
  if (ids.length > 0) await (await import('./pages/planner/open-menu.ts')).sendUnsentMenus(ids);
}
