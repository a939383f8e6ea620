import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Answer, TestService } from './service.ts';

/** The service at an address of this machine, for programs that call it over HTTP. */
export interface Bridge {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Makes a service reachable over HTTP on a free port of 127.0.0.1. */
export async function openBridge(service: TestService): Promise<Bridge> {
  const server = createServer(async (request, response) => {
    const { status, headers, bytes } = await pass(service, request).catch(toFault);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
    response.writeHead(status).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { baseUrl: `http://127.0.0.1:${port}`, stop };
}

async function pass(service: TestService, request: IncomingMessage): Promise<Answer> {
  const { pathname, search } = new URL(request.url ?? '', 'http://service');
  const route = `${request.method} ${pathname}`;
  const body = await buffer(request);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return service.call(
    service.endpoints.has(route) ? route : '$default',
    {},
    { headers, rawBody: body.length === 0 ? '' : body, rawQuery: search.slice(1) },
  );
}

function toFault(error: unknown): Pick<Answer, 'status' | 'headers' | 'bytes'> {
  return { status: 500, headers: {}, bytes: Buffer.from(String(error)) };
}
