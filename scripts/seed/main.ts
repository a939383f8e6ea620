import { AppError } from '../../lib/errors.ts';
import { runCommand, say } from '../command/command.ts';
import { inLanguage } from '../command/language.ts';
import { showProgress } from '../command/progress.ts';
import { connect, explainFailure, findTarget, nameOf, type Target } from '../command/target.ts';
import { words as common } from '../command/words.ts';
import { Problem } from '../start/problem.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { accountOf, SEED_PASSWORD, type SeedOutcome, seed } from './seed.ts';
import { words } from './words.ts';

/**
 * Reads the password of everybody who is seeded.
 * @throws Problem where a deployed service would get the well-known one.
 */
function readPassword({ endpoint, table }: Target): string {
  const own = process.env['SEED_PASSWORD'] || undefined;
  if (own === undefined && endpoint === undefined) {
    throw new Problem(words.knownPassword(SEED_PASSWORD, table));
  }
  return own ?? SEED_PASSWORD;
}

async function fill(target: Target, options: Options, password: string): Promise<SeedOutcome> {
  const { units, dishes, users, first } = options;
  const plan = { units, dishesPerUnit: dishes, usersPerUnit: users, seed: options.seed, firstUnit: first, password };
  try {
    return await showProgress((tell) =>
      seed(connect(target).db, plan, (items, total) => tell(words.items, items, total)),
    );
  } catch (error) {
    // The table holds something else: another run would end the same way.
    if (error instanceof Problem) throw error;
    throw new Problem(common.failedWith(explain(error, target), words.rest), { cause: error });
  }
}

/** A failure as text. A taken name is not a failure of the table. */
function explain(error: unknown, target: Target): string {
  const isTaken = error instanceof AppError && error.reason === 'duplicate_unit_name';
  return isTaken ? inLanguage(words.nameTaken) : explainFailure(error, target);
}

async function run(options: Options): Promise<void> {
  const { units, dishes, users, first } = options;
  const target = await findTarget(options, process.env);
  const password = readPassword(target);
  say(words.begun(units, dishes, users, nameOf(target)));
  const { items, seconds } = await fill(target, options, password);
  const rate = Math.round(items / Math.max(seconds, 0.001));
  say(words.done(items, seconds.toFixed(1), rate));
  say(words.signIn(accountOf(first), accountOf(first + units - 1), password));
}

await runCommand(readOptions, HELP, run);
