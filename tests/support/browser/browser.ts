import puppeteer, { type Browser, type BrowserContext, type ConsoleMessage, type Page } from 'puppeteer-core';
import { prepareChromium } from './chromium.ts';

let shared: Promise<Browser> | undefined;

/** The browser of this process. It starts on first use, and ends with the process. */
function openBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  return shared;
}

/** Closes the browser, so that a process can continue without it or end by itself. */
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
      // An element can be clicked only when it does not move.
      '--force-prefers-reduced-motion',
      // Its sandbox does not run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

/** A page with its requests and faults. */
export interface WatchedPage {
  readonly page: Page;
  /** The addresses of all requests, without `data:` and `blob:`. */
  readonly requests: readonly string[];
  /** Console errors, thrown errors, policy violations and failed requests, as texts in order. */
  readonly faults: readonly string[];
}

/** The size of a desktop window. */
const DESKTOP = { width: 1280, height: 900 };

const contexts = new Set<BrowserContext>();

/** A browser context without stored data. Only its own pages share its storage. */
export async function openContext(): Promise<BrowserContext> {
  const context = await (await openBrowser()).createBrowserContext();
  contexts.add(context);
  return context;
}

/** Leaves the open contexts to whoever opened them: `closeContexts` closes only later ones. */
export function forgetContexts(): void {
  contexts.clear();
}

/** Closes the open contexts with their pages. */
export async function closeContexts(): Promise<void> {
  await Promise.all([...contexts].map((context) => context.closed || context.close()));
  contexts.clear();
}

/** Opens an empty page and records its requests and faults. */
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
    if (message.type() === 'error' || message.type() === 'warn') faults.push(describeMessage(message));
  });
  await page.setViewport(DESKTOP);
  return { page, requests, faults };
}

/** The requests of a page to other hosts. Our pages must not make any. */
export function listForeignRequests({ requests }: WatchedPage): string[] {
  return requests.filter((url) => new URL(url).hostname !== '127.0.0.1');
}

/** A message with its address, without which "failed to load" says little. */
function describeMessage(message: ConsoleMessage): string {
  return [message.text(), message.location().url].filter(Boolean).join(' ');
}
