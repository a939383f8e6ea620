import {
  AddTagsToResourceCommand,
  GetParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { parseSigningKeys, type SigningKeys } from '../../lib/auth/signing-keys.ts';
import { words as common } from '../command/words.ts';
import { codeOf, describeError, Problem } from '../start/problem.ts';
import { words } from './words.ts';

/** The keys of the parameter, and when they were written. */
export interface StoredKeys {
  readonly keys: SigningKeys;
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** The parameter's name, as serverless.yml has it. */
export function parameterOf(stage: string): string {
  return `/catering/${stage}/signing-keys`;
}

/** The parameter that holds the keys of a stage. */
export class KeyStore {
  readonly name: string;
  readonly #region: string;
  readonly #client: SSMClient;

  constructor({ stage, region }: { readonly stage: string; readonly region: string }) {
    this.name = parameterOf(stage);
    this.#region = region;
    this.#client = new SSMClient({ region });
  }

  /**
   * The keys; undefined where the parameter does not exist.
   * @throws Problem
   */
  async find(): Promise<StoredKeys | undefined> {
    const command = new GetParameterCommand({ Name: this.name, WithDecryption: true });
    const { Parameter: found } = await this.#explain(async () => {
      try {
        return await this.#client.send(command);
      } catch (error) {
        if (error instanceof ParameterNotFound) return { Parameter: undefined };
        throw error;
      }
    });
    if (!found) return undefined;
    const keys = parseSigningKeys(found.Value ?? '');
    if (!keys) throw new Problem(words.otherContent(this.name));
    return { keys, version: found.Version ?? 0, changedAt: found.LastModifiedDate?.getTime() ?? 0 };
  }

  /**
   * Writes the keys, in their order, over those that were `read`. If none were read, the parameter must not exist.
   * @throws Problem, also where somebody else has written meanwhile: Parameter Store has no condition for that.
   */
  async write(keys: SigningKeys, read: StoredKeys | undefined): Promise<void> {
    const Value = [...keys].map(([id, secret]) => `${id}:${Buffer.from(secret)}`).join();
    const command = new PutParameterCommand({
      Name: this.name,
      Value,
      Type: 'SecureString',
      Tier: 'Standard',
      Overwrite: read !== undefined,
    });
    const { Version } = await this.#explain(() => this.#client.send(command));
    if (Version === (read?.version ?? 0) + 1) return;
    throw new Problem(words.changedMeanwhile(this.name));
  }

  /**
   * Tags the parameter and keeps its other tags.
   * @throws Problem
   */
  async tag(tags: ReadonlyMap<string, string>): Promise<void> {
    const Tags = [...tags].map(([Key, Value]) => ({ Key, Value }));
    const command = new AddTagsToResourceCommand({ ResourceType: 'Parameter', ResourceId: this.name, Tags });
    await this.#explain(() => this.#client.send(command));
  }

  async #explain<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      const code = codeOf(error);
      if (code === 'CredentialsProviderError') {
        throw new Problem(common.noAccount);
      }
      throw new Problem(words.inRegion(this.name, this.#region, `${code ?? ''} ${describeError(error)}`), {
        cause: error,
      });
    }
  }
}
