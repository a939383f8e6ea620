import { AppError } from '../../lib/errors.ts';
import { runCommand, say, showProgress } from '../command/command.ts';
import { connect, explainFailure, findTarget, nameOf, type Target } from '../command/target.ts';
import { Problem } from '../start/problem.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { accountOf, SEED_PASSWORD, type SeedOutcome, seed } from './seed.ts';

/** The password of all that is seeded. @throws Problem where anybody could sign in at a deployed service with it. */
function readPassword({ endpoint, table }: Target): string {
  const own = process.env['SEED_PASSWORD'] || undefined;
  if (own === undefined && endpoint === undefined) {
    throw new Problem(
      `Everybody knows the password ${SEED_PASSWORD}: set SEED_PASSWORD to another one for ${table} in the cloud`,
    );
  }
  return own ?? SEED_PASSWORD;
}

async function fill(target: Target, options: Options, password: string): Promise<SeedOutcome> {
  const { units, dishes, users, first } = options;
  const plan = { units, dishesPerUnit: dishes, usersPerUnit: users, seed: options.seed, firstUnit: first, password };
  const show = showProgress('units');
  try {
    return await seed(connect(target).db, plan, (done) => show(done, units));
  } catch (error) {
    // The table holds something else: running it again would end the same way.
    if (error instanceof Problem) throw error;
    throw new Problem(`${explain(error, target)}. What was written so far stays; run it again to write the rest`, {
      cause: error,
    });
  }
}

/** A name that is taken is the table's own doing, not a failure of it. */
function explain(error: unknown, target: Target): string {
  const isTaken = error instanceof AppError && error.reason === 'duplicate_unit_name';
  return isTaken ? 'A unit that is not of this --seed has a name of it' : explainFailure(error, target);
}

async function run(options: Options): Promise<void> {
  const { units, dishes, users, first } = options;
  const target = await findTarget(options, process.env);
  const password = readPassword(target);
  say(`${units} units with ${dishes} dishes and ${users} users each → ${nameOf(target)}`);
  const { items, seconds } = await fill(target, options, password);
  const rate = Math.round(items / Math.max(seconds, 0.001));
  say(`${items} items written in ${seconds.toFixed(1)} s, ${rate} items/s`);
  say(`Sign in as ${accountOf(first)} to ${accountOf(first + units - 1)}, password ${password}`);
}

await runCommand(readOptions, HELP, run);
