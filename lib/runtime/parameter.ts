import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Connection } from '../table/connection.ts';
import { isThrottling, unavailable } from '../table/faults.ts';
import { parse } from '../table/table-fault.ts';

const TRIES = 4;
const TIMEOUT_MS = 1500;
/**
 * The longest wait before the second try, in milliseconds; each later wait is three times as long. Many functions may
 * start at once.
 */
const PAUSE_MS = 100;

const AwsAnswer = z.object({ Parameter: z.object({ Value: z.string() }) });
const Failure = z.object({ __type: z.string() });

/** A failure that Parameter Store answered. It repeats only the name of the fault, nothing else of the answer. */
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
 * Reads the value of a parameter, decrypted, over the connection of the table (see lib/decisions/018).
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
  const answer = await connection.post({
    service: 'ssm',
    endpoint,
    target: 'AmazonSSM.GetParameter',
    json: '1.1',
    body: JSON.stringify({ Name: name, WithDecryption: true }),
    timeoutMs: TIMEOUT_MS,
  });
  // Nothing is repeated of an answer that cannot be read: it may be a key.
  const body = parse(answer.text);
  const found = AwsAnswer.safeParse(body);
  if (answer.status !== 200 || !found.success) throw new Refusal(name, answer.status, body);
  return found.data.Parameter.Value;
}
