import type { Endpoint } from '../../lib/http/endpoint.ts';
import type { Job } from '../../lib/runtime/job.ts';
import { collectDeclarations, type Declared } from './declarations.ts';

/** Seconds a job may run: no gateway waits for it. */
const JOB_TIMEOUT_S = 300;

/** Lists the `functions:` of serverless.yml, from the declarations in `functions/`. */
export async function listFunctions(): Promise<Readonly<Record<string, object>>> {
  const { endpoints, jobs } = await collectDeclarations();
  const functions = [
    ...endpoints.map((declared) => {
      const { route, memoryMegabytes } = declared.declaration;
      return toFunction(declared, toEvent(route), memoryMegabytes === undefined ? {} : { memorySize: memoryMegabytes });
    }),
    ...jobs.map((declared) =>
      toFunction(declared, { schedule: declared.declaration.schedule }, { timeout: JOB_TIMEOUT_S }),
    ),
  ];
  return Object.fromEntries(functions);
}

function toFunction({ noun, file, declaration }: Declared<Endpoint | Job>, event: object, settings: object) {
  const { id, summary, access } = declaration;
  const definition = {
    handler: `functions/${noun}/${file}.handler`,
    description: takeFirstSentence(summary),
    role: access === 'write' ? 'WriterRole' : 'ReaderRole',
    // No log group for each function, since all write to the one of serverless.yml.
    disableLogs: true,
    ...settings,
    events: [event],
  };
  return [id, definition] as const;
}

/** Takes the first sentence for a description, which has at most 256 characters. */
function takeFirstSentence(summary: string): string {
  return summary.split(/(?<=\.) /)[0] ?? '';
}

function toEvent(route: Endpoint['route']): object {
  if (route === '$default') return { httpApi: '*' };
  const [method, path] = route.split(' ');
  return { httpApi: { method, path } };
}
