import { randomBytes } from 'node:crypto';
import { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { MIN_REFRESH_MS, parseSigningKeys, REFRESH_MS, type SigningKeys } from '../../lib/auth/signing-keys.ts';
import { SESSION_LIFE_MS } from '../../lib/domain/user/session.ts';
import { toUtcTime } from '../command/text-table.ts';
import { CommandProblem, describeError } from '../start/problem.ts';

/** The milliseconds until every function has read a change. A function that failed to read retries a little later. */
const PROPAGATION_MS = REFRESH_MS + MIN_REFRESH_MS;
/** The milliseconds from the moment when a key stops signing until its last token has ended. */
const RETIREMENT_MS = PROPAGATION_MS + SESSION_LIFE_MS;
/** HS256 takes keys of at least 32 bytes; as base64 these are 64 characters. */
const SECRET_BYTES = 48;

/** A stage of the service, in a region. */
export interface DeployedStage {
  readonly stage: string;
  readonly region: string;
}

/** The keys in Parameter Store. */
interface StoredKeys {
  readonly keys: SigningKeys;
  /** The version of the parameter. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** Makes the name of the parameter with a stage's signing keys. serverless.yml has the same. */
function toParameterName(stage: string): string {
  return `/catering/${stage}/signing-keys`;
}

/** Makes the first key if there is none, and returns what was done. */
export async function ensureKeys(deployed: DeployedStage, now: number): Promise<string> {
  const name = toParameterName(deployed.stage);
  if (await findKeys(deployed)) return `${name}: there is a signing key`;
  const { id, secret } = makeKey(now);
  await writeKeys(deployed, new Map([[id, secret]]), undefined);
  return `${name}: made the first signing key`;
}

/**
 * Takes the next step of a rotation: adds a key that only verifies, lets it sign, ends the former one. Before a key signs, all
 * functions must have read it. Before the former one ends, its tokens must have ended.
 * @throws CommandProblem where there are no keys, or where it is too soon.
 */
export async function rotateKeys(deployed: DeployedStage, now: number): Promise<string> {
  const stored = await getKeys(deployed);
  // The first key signs.
  const [signerId, ...otherIds] = stored.keys.keys();
  if (otherIds.length === 0) {
    const { id, secret } = makeKey(now);
    await writeKeys(deployed, new Map([...stored.keys, [id, secret]]), stored);
    return `${id} verifies tokens. The same command lets it sign, from ${toUtcTime(now + PROPAGATION_MS)} on`;
  }
  // An id has the time of its key, so the last id in the order of texts is the newest.
  const newestId = [...stored.keys.keys()].sort().at(-1);
  const newestKeys = [...stored.keys].filter(([id]) => id === newestId);
  if (newestId !== signerId) {
    requireAge(stored, PROPAGATION_MS, now);
    await writeKeys(deployed, new Map([...newestKeys, ...stored.keys]), stored);
    return `${newestId} signs. The same command ends ${signerId}, from ${toUtcTime(now + RETIREMENT_MS)} on`;
  }
  requireAge(stored, RETIREMENT_MS, now);
  await writeKeys(deployed, new Map(newestKeys), stored);
  return `${otherIds.join(', ')} ended: ${newestId} is the only key`;
}

/** Replaces all keys by a new one. All tokens end once the functions read it. @throws CommandProblem where there are no keys. */
export async function replaceKeys(deployed: DeployedStage, now: number): Promise<string> {
  const stored = await getKeys(deployed);
  const { id, secret } = makeKey(now);
  await writeKeys(deployed, new Map([[id, secret]]), stored);
  return `${id} is the only key. All tokens end within ${Math.ceil(PROPAGATION_MS / 60_000)} minutes`;
}

function requireAge({ changedAt }: StoredKeys, minAgeMs: number, now: number): void {
  if (now - changedAt >= minAgeMs) return;
  const time = toUtcTime(changedAt + minAgeMs);
  throw new CommandProblem(`Too soon after the last change of the keys: try again from ${time} on`);
}

/** Makes a key, whose id is the time in digits. */
function makeKey(now: number) {
  const id = `k${new Date(now).toISOString().replaceAll(/\D/g, '')}`;
  return { id, secret: Buffer.from(randomBytes(SECRET_BYTES).toString('base64url')) };
}

async function getKeys(deployed: DeployedStage): Promise<StoredKeys> {
  const stored = await findKeys(deployed);
  if (!stored) throw new CommandProblem(`There is no ${toParameterName(deployed.stage)}: deploy first`);
  return stored;
}

async function findKeys(deployed: DeployedStage): Promise<StoredKeys | undefined> {
  const Name = toParameterName(deployed.stage);
  const { Parameter: parameter } = await callParameterStore(deployed, async (client) => {
    try {
      return await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
    } catch (error) {
      if (error instanceof ParameterNotFound) return { Parameter: undefined };
      throw error;
    }
  });
  if (!parameter) return undefined;
  const keys = parseSigningKeys(parameter.Value ?? '');
  if (!keys) throw new CommandProblem(`${Name} holds something else than signing keys: look at it, or delete it`);
  return { keys, version: parameter.Version ?? 0, changedAt: parameter.LastModifiedDate?.getTime() ?? 0 };
}

/**
 * Writes the keys, in their order, over the `stored` ones. If there are none, the parameter must not exist.
 * @throws CommandProblem, also where somebody else has written meanwhile: Parameter Store has no condition for that.
 */
async function writeKeys(deployed: DeployedStage, keys: SigningKeys, stored: StoredKeys | undefined): Promise<void> {
  const Name = toParameterName(deployed.stage);
  const Value = [...keys].map(([id, secret]) => `${id}:${Buffer.from(secret)}`).join();
  const input = { Name, Value, Type: 'SecureString', Tier: 'Standard', Overwrite: stored !== undefined } as const;
  const { Version } = await callParameterStore(deployed, (client) => client.send(new PutParameterCommand(input)));
  if (Version !== (stored?.version ?? 0) + 1)
    throw new CommandProblem(`${Name} was changed by somebody else at the same time`);
}

async function callParameterStore<T>({ stage, region }: DeployedStage, call: (client: SSMClient) => Promise<T>) {
  const client = new SSMClient({ region });
  try {
    return await call(client);
  } catch (error) {
    const name = toParameterName(stage);
    throw new CommandProblem(`${name} in region ${region}: ${describeError(error)}`, { cause: error });
  } finally {
    client.destroy();
  }
}
