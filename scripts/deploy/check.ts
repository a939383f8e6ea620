import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { digestPassword } from '../../lib/auth/password.ts';
import { CommandProblem, describeError } from '../start/problem.ts';
import type { DeployedStage } from './keys.ts';

/** How often each request is tried. */
export interface RetryPolicy {
  readonly attempts: number;
  /** The milliseconds between two attempts. */
  readonly pauseMs: number;
}

/** IAM and the gateway take some seconds until they know what was deployed. */
export const RETRIES: RetryPolicy = { attempts: 10, pauseMs: 3000 };

/** An attempt takes at most a cold start and the 15 seconds of a function. */
const ATTEMPT_MS = 20_000;

/** A request, and the answer of a service that works. */
interface Expectation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams;
  readonly status: number;
  /** The content type, without its parameters. */
  readonly type: string;
  /** The parts of the service that the answer depends on, as a text for the operator. */
  readonly needs: string;
}

/** Lists requests without a session. They leave one failed attempt to sign in, which expires after a quarter of an hour. */
function listExpectations(): Expectation[] {
  const json = 'application/json';
  const unknownUid = randomUUID();
  const body = new URLSearchParams({ uid: unknownUid, password: digestPassword(unknownUid) });
  const headers = { authorization: 'Bearer AAAA.AAAA.AAAA' };
  return [
    { method: 'GET', path: '/health', status: 200, type: json, needs: 'functions and table' },
    { method: 'GET', path: '/w/home', status: 200, type: 'text/html', needs: 'the page of the workbench' },
    { method: 'POST', path: '/api/login', body, status: 401, type: json, needs: 'writing to the table, Argon2' },
    // A wrong password is answered without the signing keys. A token needs them, even one that nobody has signed.
    { method: 'GET', path: '/api/me', headers, status: 401, type: json, needs: 'the signing keys' },
  ];
}

/** @throws CommandProblem about the first request by which the service at an address does not work. */
export async function checkService(url: string, retries: RetryPolicy): Promise<void> {
  for (const expectation of listExpectations()) {
    const { method, path, status, needs } = expectation;
    const wrongAnswer = await findWrongAnswerWithRetries(url, expectation, retries);
    if (wrongAnswer === undefined) continue;
    throw new CommandProblem(
      `Deployed, but the service does not work: ${method} ${url}${path} answered ${wrongAnswer}, not ${status} ` +
        `(it needs ${needs}). Query 1 of DEPLOYING.md tells why; if it finds nothing, look at the gateway's log`,
    );
  }
}

/** Describes the answer to the last attempt; undefined if it is as expected. */
async function findWrongAnswerWithRetries(url: string, expectation: Expectation, { attempts, pauseMs }: RetryPolicy) {
  for (let attemptsLeft = attempts; ; attemptsLeft--) {
    const wrongAnswer = await findWrongAnswer(url, expectation);
    if (wrongAnswer === undefined || attemptsLeft <= 1) return wrongAnswer;
    await sleep(pauseMs);
  }
}

/** Describes the answer to a request; undefined if it is as expected. */
async function findWrongAnswer(url: string, { method, path, headers, body, status, type }: Expectation) {
  try {
    const signal = AbortSignal.timeout(ATTEMPT_MS);
    const response = await fetch(`${url}${path}`, { method, headers: headers ?? {}, body: body ?? null, signal });
    const text = await response.text();
    const contentType = response.headers.get('content-type') ?? '';
    if (response.status === status && contentType.startsWith(type)) return undefined;
    return `${response.status} ${text.slice(0, 200)}`;
  } catch (error) {
    return `nothing: ${describeError(error)}`;
  }
}

/** Returns the address of a stage's gateway, which works before a domain points to it. @throws CommandProblem if it is unknown. */
export async function getGatewayAddress({ stage, region }: DeployedStage): Promise<string> {
  const client = new CloudFormationClient({ region });
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: `catering-${stage}` }));
    const address = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'HttpApiUrl')?.OutputValue;
    if (!address) throw new Error('it has no output HttpApiUrl');
    return address;
  } catch (error) {
    const reason = describeError(error);
    throw new CommandProblem(`Deployed, but the stack catering-${stage} does not tell its address: ${reason}`, {
      cause: error,
    });
  } finally {
    client.destroy();
  }
}
