import { connect, type Socket } from 'node:net';

/** The answer of an emulator. */
export interface LineAnswer {
  readonly status: number;
  readonly text: string;
}

interface Question {
  readonly resolve: (answer: LineAnswer) => void;
  readonly reject: (error: Error) => void;
}

const HEAD_END = '\r\n\r\n';
/** Emulators ask for a signature, but do not check it. */
const SIGNATURE =
  'AWS4-HMAC-SHA256 Credential=local/20260101/cn-north-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';

/** The headers that an emulator needs. */
export function headersOf(target: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': target,
    'x-amz-date': '20260101T000000Z',
    authorization: SIGNATURE,
  };
}

/**
 * The fastest way to an emulator on this machine: HTTP/1.1 over kept connections, which supports only what emulators
 * send. A call takes a tenth of the processor time that it takes on the way to AWS.
 */
export class DirectLine {
  readonly #url: URL;
  readonly #idle: Connection[] = [];

  constructor(endpoint: string) {
    this.#url = new URL(endpoint);
  }

  /**
   * Sends an operation.
   * @throws Error with Node's code where no whole answer comes.
   */
  async ask(target: string, body: string): Promise<LineAnswer> {
    const { host, hostname, port } = this.#url;
    let connection = this.#idle.pop();
    while (connection?.isOver) connection = this.#idle.pop();
    connection ??= new Connection(connect({ host: hostname, port: Number(port), noDelay: true }));
    const headers = { host, 'content-length': Buffer.byteLength(body), ...headersOf(target) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = await connection.ask(`POST / HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    this.#idle.push(connection);
    return answer;
  }
}

/** One connection, which carries one call at a time. */
class Connection {
  isOver = false;
  readonly #socket: Socket;
  #open: Question | undefined;
  #parts: Buffer[] = [];
  #received = 0;
  /** The length of the answer in bytes, including its head; undefined until the head has arrived. */
  #expected: number | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (part) => this.#take(part));
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#end(Object.assign(new Error('the line was cut'), { code: 'ECONNRESET' })));
  }

  ask(request: string): Promise<LineAnswer> {
    return new Promise((resolve, reject) => {
      this.#open = { resolve, reject };
      this.#socket.write(request);
    });
  }

  #take(part: Buffer): void {
    this.#parts.push(part);
    this.#received += part.length;
    if (this.#expected === undefined) this.#readLength();
    if (this.#expected === undefined || this.#received < this.#expected) return;
    const whole = this.#parts.length === 1 ? part : Buffer.concat(this.#parts);
    const question = this.#open;
    [this.#parts, this.#received, this.#expected, this.#open] = [[], 0, undefined, undefined];
    // "HTTP/1.1 200 OK"
    const status = Number(whole.toString('latin1', 9, 12));
    question?.resolve({ status, text: whole.toString('utf8', whole.indexOf(HEAD_END) + HEAD_END.length) });
  }

  #readLength(): void {
    const begun = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    const end = begun?.indexOf(HEAD_END) ?? -1;
    if (!begun || end < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(begun.toString('latin1', 0, end))?.[1];
    if (length === undefined) this.#socket.destroy(new Error('an answer of no length'));
    else this.#expected = end + HEAD_END.length + Number(length);
  }

  #end(error: Error): void {
    this.isOver = true;
    this.#open?.reject(error);
    this.#open = undefined;
  }
}

const lines = new Map<string, DirectLine>();

/** Opens the direct line for calls to the emulator at that address. */
export function openLine(endpoint: string): void {
  lines.set(endpoint, new DirectLine(endpoint));
}

export function closeLine(endpoint: string): void {
  lines.delete(endpoint);
}

/** The direct line to an emulator, if one is open. */
export function lineTo(endpoint: string | undefined): DirectLine | undefined {
  return endpoint === undefined ? undefined : lines.get(endpoint);
}
