import puppeteer, { type Browser, type BrowserContext, type ConsoleMessage, type Page } from 'puppeteer-core';
import { prepareChromium } from './chromium.ts';

let shared: Promise<Browser> | undefined;

/** The browser of this process, for all its test files. It starts when it is needed first, and ends with the process. */
function openBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  return shared;
}

/** Ends the browser, if there is one, for a process that goes on or must end by itself. */
export async function closeBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}

/** Starts Chromium without a window, with a temporary profile. It reaches only 127.0.0.1. */
async function startBrowser(): Promise<Browser> {
  return puppeteer.launch({
    headless: 'shell',
    ...(await prepareChromium()),
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',

      // Containers have little shared memory.
      '--disable-dev-shm-usage',
      // What moves is drawn again and again, and can be clicked only when it rests.
      '--force-prefers-reduced-motion',
      // Its sandbox does not run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

/** A page of a browser, and what went wrong on it. */
export interface WatchedPage {
  readonly page: Page;
  /** The addresses of all its requests, without `data:` and `blob:`. */
  readonly requests: readonly string[];
  /** Errors on the console, thrown errors, and what the policy forbade or could not be loaded: as texts, in order. */
  readonly faults: readonly string[];
}

/** The size of a desktop window. */
const DESKTOP = { width: 1280, height: 900 };

/** A browser as if nobody had used it yet: its pages share what they store with each other alone. */
export async function openContext(): Promise<BrowserContext> {
  return (await openBrowser()).createBrowserContext();
}

/** Opens an empty page that is watched from the start. */
export async function openPage(context?: BrowserContext): Promise<WatchedPage> {
  const page = await (context ?? (await openBrowser())).newPage();
  const requests: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url())) requests.push(request.url());
  });
  page.on('requestfailed', (request) => faults.push(`${request.failure()?.errorText} ${request.url()}`));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') faults.push(tell(message));
  });
  await page.setViewport(DESKTOP);
  return { page, requests, faults };
}

/** The addresses of other hosts that a page has asked for. A page of ours must ask none, whatever it does. */
export function listElsewhere({ requests }: WatchedPage): string[] {
  return requests.filter((url) => new URL(url).hostname !== '127.0.0.1');
}

/** The text of a message with its address, without which "failed to load" says little. */
function tell(message: ConsoleMessage): string {
  return [message.text(), message.location().url].filter(Boolean).join(' ');
}
