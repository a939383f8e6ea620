import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Protocol } from 'puppeteer-core';

/** An answer to a page, as far as the page's scripts may read it. */
export interface Seen {
  readonly status: number;
  readonly text: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An origin other than the service's: an empty page on a free port of this machine. */
export async function openOrigin() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** A page whose scripts call a service of another origin. */
export class ForeignPage {
  /** The token of the session, which every call sends. */
  token: string | undefined;
  /** The preflights that the browser has sent, such as `PUT authorization,content-type`. */
  readonly preflights: string[] = [];
  readonly #page: Page;
  readonly #service: string;

  private constructor(page: Page, service: string) {
    this.#page = page;
    this.#service = service;
  }

  /** Opens the page of an origin that will call the service. */
  static async open(page: Page, origin: string, service: string): Promise<ForeignPage> {
    const opened = new ForeignPage(page, service);
    const network = await page.createCDPSession();
    network.on('Network.requestWillBeSent', ({ request }) => {
      if (request.method === 'OPTIONS') opened.preflights.push(describePreflight(request));
    });
    await network.send('Network.enable');
    // Otherwise a preflight for one method would be reused for the others.
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(origin);
    return opened;
  }

  /** Sends a call, such as `PUT /api/dish`, with a form; a GET with a query. */
  send(route: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Seen> {
    const [method = '', path = ''] = route.split(' ');
    const form = new URLSearchParams(fields).toString();
    const url = `${this.#service}${path}${method === 'GET' ? `?${form}` : ''}`;
    const authorization = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    const init = { method, headers: { ...authorization, ...headers } };
    return this.#page.evaluate(
      async (url, init, form) => {
        const body = init.method === 'GET' ? {} : { body: new URLSearchParams(form) };
        const response = await fetch(url, { ...init, ...body });
        return {
          status: response.status,
          text: await response.text(),
          headers: Object.fromEntries(response.headers.entries()),
        };
      },
      url,
      init,
      form,
    );
  }
}

function describePreflight({ headers }: Protocol.Network.Request): string {
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return `${lowered['access-control-request-method']} ${lowered['access-control-request-headers'] ?? ''}`.trim();
}
