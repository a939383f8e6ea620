import { help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { demandDeployed } from '../command/target.ts';
import { words as importWords } from '../import/words.ts';
import { words } from './words.ts';

interface Deployed {
  readonly stage: string | undefined;
  readonly region: string | undefined;
}

export interface ExportOptions extends Deployed {
  readonly unit: number;
  readonly out: string | undefined;
}

export interface ImportCommand extends Deployed {
  readonly file: string;
  readonly account: string | undefined;
  readonly name: string | undefined;
  readonly suffix: string | undefined;
}

const common = { stage: text, region: text, help };

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
export function readExportOptions(args: readonly string[]): ExportOptions | undefined {
  const { values } = parseCommandLine(args, { options: { unit: text, out: text, ...common } });
  if (values.help) return undefined;
  const { unit = '', out, stage, region } = values;
  if (!/^[1-9]\d{0,8}$/.test(unit)) throw new UsageProblem(words.unitForm);
  if (out === '') throw new UsageProblem(words.outForm);
  demandDeployed(values);
  return { unit: Number(unit), out, stage, region };
}

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
export function readImportOptions(args: readonly string[]): ImportCommand | undefined {
  const options = { account: text, name: text, 'rename-uids': text, ...common };
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options });
  if (values.help) return undefined;
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new UsageProblem(importWords.oneFile);
  const { account, name, 'rename-uids': suffix, stage, region } = values;
  demandDeployed(values);
  return { file, account, name, suffix, stage, region };
}
