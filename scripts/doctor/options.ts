import { flag, help, parseCommandLine, text } from '../command/command.ts';
import { demandWhere, type Where } from '../command/target.ts';

/** What to examine, and how. */
export interface Options extends Where {
  readonly repair: boolean;
  readonly json: boolean;
}

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const where = { stage: text, table: text, region: text, endpoint: text };
  const { values } = parseCommandLine(args, { options: { ...where, repair: flag, json: flag, help } });
  const { help: isHelp, repair = false, json = false, ...named } = values;
  if (isHelp) return undefined;
  demandWhere(named);
  return { repair, json, ...named };
}
