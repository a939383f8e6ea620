import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const Input = z.looseObject({
  Name: z.string().optional(),
  ResourceId: z.string().optional(),
  Tags: z.array(z.object({ Key: z.string(), Value: z.string() })).optional(),
  Value: z.string().optional(),
  Type: z.string().optional(),
  Overwrite: z.boolean().optional(),
  WithDecryption: z.boolean().optional(),
  KeyId: z.string().optional(),
});
type Input = z.output<typeof Input>;

interface Parameter {
  value: string;
  version: number;
  /** Milliseconds since the epoch. */
  changedAt: number;
}

/** An answer instead of the requested action. */
interface Fault {
  readonly status: number;
  readonly body: string;
}

/** AWS Systems Manager's Parameter Store, as far as the service uses it, on 127.0.0.1. It refuses unsigned requests. */
export class ParameterStore {
  readonly parameters = new Map<string, Parameter>();
  /** All requests, in order. */
  readonly requests: { readonly operation: string; readonly input: Input }[] = [];
  /** The answers to the next requests, the first one first. */
  readonly faults: (Fault | 'nothing')[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ParameterStore> {
    const store = new ParameterStore();
    await new Promise<void>((resolve) => store.#server.listen(0, '127.0.0.1', resolve));
    return store;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  set(name: string, value: string, changedAt = Date.now()): void {
    const version = (this.parameters.get(name)?.version ?? 0) + 1;
    this.parameters.set(name, { value, version, changedAt });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const operation = String(request.headers['x-amz-target']).replace('AmazonSSM.', '');
    const input = Input.parse(JSON.parse(body));
    this.requests.push({ operation, input });
    const isSigned = String(request.headers['authorization']).includes('/ssm/aws4_request');
    const fault = isSigned ? this.faults.shift() : failure('InvalidSignatureException', 'not signed as it should be');
    if (fault === 'nothing') return;
    const { status, body: answer } = fault ?? this.#perform(operation, input);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(answer);
  }

  #perform(operation: string, { Name: name = '', ...input }: Input): Fault {
    if (operation === 'AddTagsToResource') {
      const exists = this.parameters.has(input.ResourceId ?? '');
      return exists ? { status: 200, body: '{}' } : failure('InvalidResourceId', '');
    }
    const parameter = this.parameters.get(name);
    if (operation === 'GetParameter') {
      if (!parameter) return failure('ParameterNotFound', '');
      const { value, version: Version, changedAt } = parameter;
      const Value = input.WithDecryption ? value : 'encrypted';
      const facts = { Name: name, Type: 'SecureString', Version, LastModifiedDate: changedAt / 1000 };
      return { status: 200, body: JSON.stringify({ Parameter: { ...facts, Value } }) };
    }
    if (operation !== 'PutParameter' || input.Value === undefined) return failure('UnknownOperationException', '');
    if (parameter && !input.Overwrite) return failure('ParameterAlreadyExists', 'there is one');
    this.set(name, input.Value);
    return { status: 200, body: JSON.stringify({ Version: this.parameters.get(name)?.version, Tier: 'Standard' }) };
  }
}

export function failure(name: string, message: string, status = 400): Fault {
  return { status, body: JSON.stringify({ __type: name, message }) };
}
