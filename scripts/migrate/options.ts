import { flag, help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { demandWhere, type Where } from '../command/target.ts';
import { DEFAULT_RATE, words } from './words.ts';

/** Which table to migrate, and how. */
export interface Options extends Where {
  readonly dryRun: boolean;
  readonly rate: number;
}

const texts = { stage: text, table: text, region: text, endpoint: text, rate: text };

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseCommandLine(args, { options: { ...texts, 'dry-run': flag, help } });
  if (values.help) return undefined;
  const { rate = String(DEFAULT_RATE), 'dry-run': dryRun = false, ...where } = values;
  if (!/^[1-9]\d{0,5}$/.test(rate)) throw new UsageProblem(words.rateForm);
  demandWhere(where);
  return { dryRun, rate: Number(rate), ...where };
}
