import { flag, help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { demandDeployed } from '../command/target.ts';
import { words } from './words.ts';

export interface Options {
  readonly files: readonly string[];
  readonly dryRun: boolean;
  readonly report: string | undefined;
  readonly stage: string | undefined;
  readonly region: string | undefined;
}

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const options = { 'dry-run': flag, report: text, stage: text, region: text, help };
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options });
  if (values.help) return undefined;
  const { report, stage, region } = values;
  if (positionals.length === 0) throw new UsageProblem(words.noFile);
  demandDeployed(values);
  if (report !== undefined && !/.\.xlsx$/i.test(report)) throw new UsageProblem(words.reportForm);
  return { files: positionals, dryRun: values['dry-run'] ?? false, report, stage, region };
}
