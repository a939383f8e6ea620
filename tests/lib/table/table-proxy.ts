import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An answer in place of the table's. */
interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What can happen to a request before, or after, it has been carried out. */
type Trouble = Reply | 'reset before' | 'reset after' | 'cut off' | 'half' | 'stuck' | 'unheard';

interface Request {
  readonly operation: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at parts of it
  readonly input: any;
  readonly headers: IncomingMessage['headers'];
}

/** A proxy before an embedded table, on 127.0.0.1. It passes requests on unless there is trouble for them. */
export class TableProxy {
  /** All requests, in order. */
  readonly requests: Request[] = [];
  /** The troubles of the next requests, the first one first. */
  readonly troubles: Trouble[] = [];
  connections = 0;
  readonly #target: string;
  readonly #server: Server;

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer((request, response) => void this.#pass(request, response));
    this.#server.on('connection', () => {
      this.connections += 1;
    });
  }

  static async start(target: string): Promise<TableProxy> {
    const proxy = new TableProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets the next request be refused with that exception. */
  refuse(name: string, message = 'injected', status = 400): void {
    const body = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message });
    this.troubles.push({ status, body });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { headers } = request;
    const operation = String(headers['x-amz-target']).replace('DynamoDB_20120810.', '');
    this.requests.push({ operation, input: JSON.parse(body), headers });
    const trouble = this.troubles.shift();
    if (trouble === 'unheard') return;
    if (trouble === 'reset before') return void request.socket.resetAndDestroy();
    if (typeof trouble === 'object') return void response.writeHead(trouble.status, trouble.headers).end(trouble.body);
    await this.#answer(request, response, body, trouble);
  }

  async #answer(request: IncomingMessage, response: ServerResponse, body: string, trouble?: Trouble): Promise<void> {
    const { host: _host, 'content-length': _length, connection: _connection, ...headers } = request.headers;
    const answer = await fetch(this.#target, { method: 'POST', headers: headers as Record<string, string>, body });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (trouble === 'reset after') return void request.socket.resetAndDestroy();
    if (trouble === 'half') return void response.writeHead(answer.status).end(bytes.subarray(0, bytes.length / 2));
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0', 'content-length': bytes.length });
    if (trouble === undefined) return void response.end(bytes);
    response.write(bytes.subarray(0, 1), () => {
      if (trouble === 'cut off') request.socket.resetAndDestroy();
    });
  }
}
