import { Router, useLocation } from 'preact-iso/router';
import { api, send } from './api/client.ts';
import { end, session } from './api/session.ts';
import { dropAllUnsent } from './api/unsent.ts';
import { isOpen, loads, pages } from './pages/pages.ts';
import { lazyPage, Page } from './parts/page.tsx';
import { FindsPage } from './parts/way.tsx';
import { useUnsentWork } from './unsent-work.ts';

const places = pages.map((place) => ({ ...place, View: lazyPage(loads[place.path]) }));
const findsPage = (path: string) => pages.some((place) => place.path === path && isOpen(place));

/** The navigation, who has signed in, and the page of the address. */
export function Frame() {
  useUnsentWork();
  return (
    <>
      <Head />
      <FindsPage.Provider value={findsPage}>
        <Router>
          {places.map((place) => (
            <Shown key={place.path} path={place.path} place={place} />
          ))}
          <Missing default />
        </Router>
      </FindsPage.Provider>
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
        <ul>
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
      <div class="who">
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
  if (session.value !== undefined) await dropAllUnsent(session.value);
  end();
}

interface ShownProps {
  readonly path: string;
  readonly place: (typeof places)[number];
}

function Shown({ place }: ShownProps) {
  if (isOpen(place)) return <place.View />;
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
