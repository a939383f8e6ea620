import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Tell } from '../command/progress.ts';
import { type Child, startChild } from './child.ts';
import { Problem } from './problem.ts';
import { words } from './words.ts';

const SCRIPT = fileURLToPath(new URL('prepare.ts', import.meta.url));

/** Who can sign in, and what had to be created or migrated. */
const Prepared = z.object({
  signIns: z.array(z.object({ uid: z.string(), title: z.string(), password: z.string().optional() })),
  created: z.array(z.string()),
  /** Paths of display screens, by school and form. */
  screens: z.record(z.string(), z.string()),
  /** The migrations that the table needed, each with what it did. */
  upgraded: z.array(z.string()),
});
type Prepared = z.output<typeof Prepared>;

/** The work on the data before the service can be used. */
export interface Preparation {
  readonly child: Child;
  /**
   * The result.
   * @throws Problem with the cause where it fails.
   */
  readonly result: Promise<Prepared>;
}

/** What the preparation reports about its progress. */
const Told = z.object({ what: z.object({ en: z.string(), zh: z.string() }), done: z.int(), total: z.int().optional() });

/**
 * Starts to create table, administrator and demo data, as far as they are missing, in a process of its own, which
 * reports its progress.
 */
export async function startPreparation(environment: NodeJS.ProcessEnv, tell: Tell): Promise<Preparation> {
  const child = await startChild(process.execPath, [SCRIPT], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.process.on('message', (message) => {
    const { what, done, total } = Told.parse(message);
    tell(what, done, total);
  });
  const { stdout, stderr } = child.process;
  if (!stdout || !stderr) throw new Error('no pipes to the preparation');
  const finish = async () => {
    const [output, complaint] = await Promise.all([text(stdout), text(stderr), child.ended]);
    if (output === '') throw new Problem(complaint.trim() || words.preparationFailed(await child.ended));
    return Prepared.parse(JSON.parse(output));
  };
  const result = finish();
  // If something else fails first, nobody waits for this result.
  result.catch(() => {});
  return { child, result };
}
