import { digestPassword } from '../../../lib/auth/password.ts';
import { DEMO_PASSWORD } from '../../../scripts/start/demo.ts';
import { openContext, openPage } from '../browser/browser.ts';
import { ADMIN } from '../service/service.ts';
import { WorkbenchPage } from './page.ts';

export interface Visit {
  /** The uid of the signed-in person; absent: nobody. */
  readonly as?: string | undefined;
  readonly password?: string;
  readonly size?: readonly [width: number, height: number];
  readonly scheme?: 'light' | 'dark';
  /** The page of the same browser beside which it is another tab; absent: a browser of its own. */
  readonly beside?: WorkbenchPage;
}

/** The window size for which the planner is designed. */
const WINDOW = [1366, 768] as const;
/** Narrower windows are those of phones. */
const PHONE_PX = 600;
/** A file of the service's origin without scripts. */
const STILL_PAGE = '/workbench/icon.svg';

/** Opens a path of the workbench in a browser of its own. */
export async function visit(url: string, path: string, options: Visit = {}): Promise<WorkbenchPage> {
  const { as: uid, size: [width, height] = WINDOW, scheme = 'light' } = options;
  const watched = await openPage(options.beside?.watched.page.browserContext() ?? (await openContext()));
  const isPhone = width < PHONE_PX;
  await watched.page.setViewport({ width, height, isMobile: isPhone, hasTouch: isPhone });
  await watched.page.emulateTimezone('Asia/Shanghai');
  const page = new WorkbenchPage(watched, url);
  await page.setScheme(scheme);
  if (uid !== undefined) {
    const session = await signIn(url, uid, options.password ?? (uid === ADMIN.uid ? ADMIN.password : DEMO_PASSWORD));
    await watched.page.goto(`${url}${STILL_PAGE}`);
    await watched.page.evaluate(`sessionStorage.setItem('session', ${JSON.stringify(session)})`);
  }
  await page.goTo(path);
  return page;
}

/** Signs in; returns the session as the workbench stores it. */
async function signIn(url: string, uid: string, password: string): Promise<string> {
  const body = new URLSearchParams({ uid, password: digestPassword(password) });
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`cannot sign in ${uid}: ${text}`);
  return JSON.stringify(JSON.parse(text).body);
}
