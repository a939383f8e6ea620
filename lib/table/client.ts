import { StandardRetryStrategy } from '@smithy/core/retry';
import { type AwsAccess, Connection } from './connection.ts';
import { retryKindOf } from './faults.ts';
import { parse, readFault } from './table-fault.ts';
import { fromWire, type TableInput, type TableOperation, type TableOutput, toWire } from './wire.ts';

/** Where the table is and how to reach it. */
export interface StoreSettings extends AwsAccess {
  readonly table: string;
  /** Set only where the table is not in the cloud. */
  readonly endpoint: string | undefined;
}

/** Goes on with a call. */
export type Next = (input: object) => Promise<object>;

/** A layer around every call of a client, its retries included. It counts calls, delays them or makes them fail. */
export type Layer = (operation: TableOperation, input: object, next: Next) => Promise<object>;

/** How often one call is tried. Throttled and failed calls are repeated, with jitter. */
const MAX_ATTEMPTS = 4;
/**
 * The longest wait before the second try, in milliseconds; each later wait is twice as long. These are AWS's own
 * values.
 */
const FIRST_WAIT_MS = 25;
const TIMEOUT_MS = 3000;

/** Sends operations to DynamoDB in its own words, but with values as JavaScript has them. */
export class TableClient {
  /** The connection to AWS, also used for its other services. */
  readonly connection: Connection;
  readonly #endpoint: string | undefined;
  readonly #retries = new StandardRetryStrategy({ maxAttempts: MAX_ATTEMPTS, baseDelay: FIRST_WAIT_MS });
  readonly #layers: Layer[] = [];

  constructor(settings: Omit<StoreSettings, 'table'>) {
    this.connection = new Connection(settings);
    this.#endpoint = settings.endpoint;
  }

  /** Puts a layer around calls, inside the layers that are there already. */
  use(layer: Layer): void {
    this.#layers.push(layer);
  }

  /**
   * Sends one operation.
   * @throws TableFault that DynamoDB has answered, or an error of Node where there was no whole answer.
   */
  async send<Name extends TableOperation>(operation: Name, input: TableInput<Name>): Promise<TableOutput<Name>> {
    const whole = this.#layers.reduceRight<Next>(
      (next, layer) => (given) => layer(operation, given, next),
      (given) => this.#try(operation, given),
    );
    // DynamoDB's answers have the form that its types say.
    return (await whole(input)) as TableOutput<Name>;
  }

  close(): void {
    this.connection.close();
  }

  async #try(operation: TableOperation, input: object): Promise<object> {
    const body = JSON.stringify(toWire(input));
    let token = await this.#retries.acquireInitialRetryToken('');
    for (;;) {
      try {
        const output = await this.#ask(operation, body);
        this.#retries.recordSuccess(token);
        return output;
      } catch (fault) {
        token = await this.#retries.refreshRetryTokenForRetry(token, { errorType: retryKindOf(fault) }).catch(() => {
          throw fault;
        });
      }
    }
  }

  async #ask(operation: TableOperation, body: string): Promise<object> {
    const target = `DynamoDB_20120810.${operation}`;
    const call = { service: 'dynamodb', endpoint: this.#endpoint, target, json: '1.0', body } as const;
    const answer = await this.connection.post({ ...call, timeoutMs: TIMEOUT_MS });
    const output = answer.status === 200 ? parse(answer.text) : undefined;
    if (typeof output !== 'object' || output === null) throw readFault(answer);
    return fromWire(output);
  }
}

/** Opens the client of the table. `observe` gets it before its first call, to count calls or to inject faults. */
export function openClient(settings: StoreSettings, observe: (client: TableClient) => void = () => {}): TableClient {
  const client = new TableClient(settings);
  observe(client);
  return client;
}
