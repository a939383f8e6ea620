import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../../lib/http/endpoint.ts';
import type { Job } from '../../lib/runtime/job.ts';
import { listSources } from '../build/main.ts';

/** The declaration of one file of `functions/`, with folder and file name. */
export interface Declared<T> {
  /** The name of the folder. */
  readonly noun: string;
  /** The file's name without `.ts`. */
  readonly file: string;
  readonly declaration: T;
}

export interface Declarations {
  readonly endpoints: readonly Declared<Endpoint>[];
  readonly jobs: readonly Declared<Job>[];
}

/**
 * Imports every `functions/<noun>/<file>.ts` below `root` and returns the declarations in the order of their names.
 * @throws Error naming a file that declares neither an endpoint nor a job, or exports no handler.
 */
export async function collectDeclarations(root = join(import.meta.dirname, '../..')): Promise<Declarations> {
  const endpoints: Declared<Endpoint>[] = [];
  const jobs: Declared<Job>[] = [];
  for (const source of await listSources(root)) {
    const [, noun = '', file = ''] = /^functions\/([^/]+)\/([^/]+)\.ts$/.exec(source) ?? [];
    const module: Record<string, unknown> = await import(pathToFileURL(join(root, source)).href);
    if (typeof module.handler !== 'function') throw new Error(`${source} exports no handler`);
    const { endpoint, job } = module;
    if (isEndpoint(endpoint)) endpoints.push({ noun, file, declaration: endpoint });
    else if (isJob(job)) jobs.push({ noun, file, declaration: job });
    else throw new Error(`${source} exports neither an endpoint nor a job`);
  }
  return { endpoints, jobs };
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'id' in value && 'route' in value && 'input' in value;
}

function isJob(value: unknown): value is Job {
  return typeof value === 'object' && value !== null && 'id' in value && 'schedule' in value;
}
