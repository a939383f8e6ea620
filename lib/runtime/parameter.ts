import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import * as z from 'zod/mini';
import { isThrottling, unavailable } from '../table/faults.ts';

/** The part of the store's client that Parameter Store is reached with, too: account, connections, signature. */
type Connection = Pick<DynamoDBDocumentClient['config'], 'credentials' | 'region' | 'requestHandler' | 'sha256'>;

const TRIES = 4;
const TIMEOUT_MS = 1500;
/**
 * Longest wait before the second try, in milliseconds; before each later one it is three times as long. Many functions
 * may start at once.
 */
const PAUSE_MS = 100;

const Answer = z.object({ Parameter: z.object({ Value: z.string() }) });
const Failure = z.object({ __type: z.string() });

/** A failed answer of Parameter Store. It repeats the name of the fault and nothing else of the answer. */
class Refusal extends Error {
  override readonly name = 'ParameterRefusal';
  readonly isPassing: boolean;

  constructor(parameter: string, status: number, body: unknown) {
    const fault = Failure.safeParse(body).data?.__type.replace(/^.*#/, '') ?? 'no answer that could be read';
    super(`parameter ${parameter}: ${status} ${fault}`);
    this.isPassing = status >= 500 || isThrottling(fault);
  }
}

/**
 * Reads the value of a parameter, decrypted. The request is signed and sent by hand, since the client of Parameter
 * Store would make every bundle a third larger (see lib/decisions/018).
 * @throws AppError `unavailable` where it cannot be read, for whatever reason.
 */
export async function readParameter(connection: Connection, name: string, endpoint?: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask(connection, name, endpoint);
    } catch (cause) {
      const isFinal = cause instanceof Refusal && !cause.isPassing;
      if (isFinal || tries === TRIES) throw unavailable(cause);
      await sleep(Math.random() * PAUSE_MS * 3 ** (tries - 1));
    }
  }
}

async function ask(connection: Connection, name: string, endpoint?: string): Promise<string> {
  const { credentials, sha256, requestHandler } = connection;
  const region = await connection.region();
  const signer = new SignatureV4({ service: 'ssm', region, credentials, sha256 });
  const request = await signer.sign(toRequest(new URL(endpoint ?? addressOf(region)), name));
  const { response } = await requestHandler.handle(request, { requestTimeout: TIMEOUT_MS });
  const body = parse(await text(response.body));
  const answer = Answer.safeParse(body);
  if (response.statusCode !== 200 || !answer.success) throw new Refusal(name, response.statusCode, body);
  return answer.data.Parameter.Value;
}

function toRequest({ protocol, hostname, port, host }: URL, name: string): HttpRequest {
  const body = JSON.stringify({ Name: name, WithDecryption: true });
  return new HttpRequest({
    method: 'POST',
    protocol,
    hostname,
    ...(port ? { port: Number(port) } : {}),
    path: '/',
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.1',
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': 'AmazonSSM.GetParameter',
    },
    body,
  });
}

/** The address of Parameter Store in the partitions that a bundle knows; `scripts/build/sdk-endpoint.ts` lists them. */
function addressOf(region: string): string {
  return `https://ssm.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** Parses an answer. A parser's message repeats the text that it cannot read, and here that may be a key. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
