import { text } from 'node:stream/consumers';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { type AwsCredentials, environmentCredentials } from './credentials.ts';

/** The credentials of requests to AWS, and their region. */
export interface AwsAccess {
  readonly region: string;
  /** Absent: those of the environment. */
  readonly credentials?: (() => Promise<AwsCredentials>) | undefined;
}

/** One request to a service of AWS that speaks JSON. */
export interface AwsCall {
  readonly service: 'dynamodb' | 'ssm';
  /** Absent: the service's own endpoint in the region. */
  readonly endpoint: string | undefined;
  /** The operation and the version of JSON, as the service wants them in the headers. */
  readonly target: string;
  readonly json: '1.0' | '1.1';
  readonly body: string;
  /** The longest time until the answer begins, and until it ends. */
  readonly timeoutMs: number;
}

export interface AwsAnswer {
  readonly status: number;
  readonly text: string;
  /** Whether the answer has shown that our clock is wrong: the next request is signed with the right time. */
  readonly hasCorrectedClock: boolean;
}

const CONNECTION_TIMEOUT_MS = 1000;
/** The longest pause within an answer. */
const STANDSTILL_MS = 3000;
/** How wrong the clock may be: AWS accepts a signature for five minutes. */
const CLOCK_TOLERANCE_MS = 240_000;

/** The domains of AWS's partitions, by the prefixes of their regions. */
const domains: readonly (readonly [RegExp, string])[] = [
  [/^cn-[a-z]+-[0-9]+$/, 'amazonaws.com.cn'],
  [/^(us|us-gov|eu|ap|sa|ca|me|af|il|mx)-[a-z]+-[0-9]+$/, 'amazonaws.com'],
];

/** Signs requests to AWS and sends them over kept connections. It repeats nothing. */
export class Connection {
  readonly #region: string;
  readonly #credentials: () => Promise<AwsCredentials>;
  readonly #signers = new Map<string, SignatureV4>();
  readonly #http = new NodeHttpHandler({
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: STANDSTILL_MS,
    throwOnRequestTimeout: true,
  });
  /** How far AWS's clock is ahead of ours, if that is too much; otherwise 0. */
  #leadMs = 0;

  constructor({ region, credentials = environmentCredentials }: AwsAccess) {
    this.#region = region;
    this.#credentials = credentials;
  }

  /**
   * Sends one request.
   * @throws Error of Node or the handler where there is no whole answer.
   */
  async post(call: AwsCall): Promise<AwsAnswer> {
    const leadMs = this.#leadMs;
    const signed = await this.#signerOf(call.service).sign(this.#toRequest(call), {
      signingDate: new Date(Date.now() + leadMs),
    });
    const { response } = await this.#http.handle(new HttpRequest(signed), { requestTimeout: call.timeoutMs });
    const body = await text(response.body);
    this.#learnTime(response.headers['date']);
    const hasCorrectedClock = Math.abs(this.#leadMs - leadMs) >= CLOCK_TOLERANCE_MS;
    return { status: response.statusCode, text: body, hasCorrectedClock };
  }

  close(): void {
    this.#http.destroy();
  }

  #signerOf(service: string): SignatureV4 {
    const signer =
      this.#signers.get(service) ??
      new SignatureV4({ service, region: this.#region, credentials: this.#credentials, sha256: Sha256 });
    this.#signers.set(service, signer);
    return signer;
  }

  #toRequest({ service, endpoint, target, json, body }: AwsCall): HttpRequest {
    const { protocol, hostname, port, host } = new URL(endpoint ?? addressOf(service, this.#region));
    return new HttpRequest({
      method: 'POST',
      protocol,
      hostname,
      ...(port ? { port: Number(port) } : {}),
      path: '/',
      headers: {
        host,
        'content-type': `application/x-amz-json-${json}`,
        'content-length': String(Buffer.byteLength(body)),
        'x-amz-target': target,
      },
      body,
    });
  }

  #learnTime(date: string | undefined): void {
    const leadMs = Date.parse(date ?? '') - Date.now();
    if (!Number.isNaN(leadMs)) this.#leadMs = Math.abs(leadMs) >= CLOCK_TOLERANCE_MS ? leadMs : 0;
  }
}

/**
 * The address of a service in a region.
 * @throws Error for a region of an unknown partition, which needs a line above.
 */
export function addressOf(service: string, region: string): string {
  const domain = domains.find(([pattern]) => pattern.test(region))?.[1];
  if (domain === undefined) throw new Error(`the addresses of region ${region} are not known`);
  return `https://${service}.${region}.${domain}`;
}
