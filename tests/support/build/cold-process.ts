import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';

const run = promisify(execFile);

/** How long one fresh process took, in milliseconds, without the start of the process itself. */
const Start = z.object({
  importMs: z.number(),
  callMs: z.number(),
  /** Processor time of import and call. */
  cpuMs: z.number(),
  /** Absent where the function answers no request. */
  reply: z.looseObject({ statusCode: z.number(), body: z.string().optional() }).optional(),
});
export type Start = z.output<typeof Start>;

/** In bytes: twice the largest possible answer. */
const MAX_OUTPUT = 12_000_000;

/** Runs as little as possible before the import, so that the module finds a process as new as Lambda's. */
const SCRIPT = `
  const [path, event, beginning] = process.argv.slice(1);
  const read = Date.now;
  const lead = Number(beginning) - Date.now();
  Date.now = () => read() + lead;
  const context = { awsRequestId: 'cold', functionName: 'cold', getRemainingTimeInMillis: () => 30000 };
  const request = JSON.parse(event);
  const spent = process.cpuUsage();
  const started = performance.now();
  const { handler } = await import(path);
  const imported = performance.now();
  const reply = await handler(request, context);
  const answered = performance.now();
  const { user, system } = process.cpuUsage(spent);
  const times = { importMs: imported - started, callMs: answered - imported, cpuMs: (user + system) / 1000, reply };
  process.stdout.write('\\n' + JSON.stringify(times), () => process.exit());
`;

/**
 * Imports a function's module in a fresh process and makes its first call. `env` is the whole environment of the
 * process, and its clock begins at `beginning` (milliseconds since the epoch), when the sessions are valid.
 */
export async function startCold(
  module: string,
  event: unknown,
  env: Readonly<Record<string, string>>,
  beginning: number,
): Promise<Start> {
  const args = ['--input-type=module', '-e', SCRIPT, '--', module, JSON.stringify(event), String(beginning)];
  const { stdout } = await run(process.execPath, args, { env: { ...env }, maxBuffer: MAX_OUTPUT });
  return Start.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
}
