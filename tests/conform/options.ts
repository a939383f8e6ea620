import { flag, help, parseCommandLine, UsageProblem } from '../../scripts/command/command.ts';

export const HELP = `Lets others than our own emulator judge what we believe of DynamoDB and of AWS. No part of npm test.

  npm run conform [-- FILE…]   every test that opens a table, races and short histories among them, on AWS's own
                               DynamoDB Local; each difference is listed, with its reason where there is one
  npm run conform -- --stack   deploys to moto, with default parameters and with all of them, reads back what it has
                               made, runs our commands against it as against a deployed stage, and takes it down

  FILE      these of the tests only
  --stack   the stack, not the table
  --help    this text

The table wants Java 17 or newer with its compiler (a JDK) and mvn, the stack Python 3.9 or newer with venv. What they run
is fetched by mvn and pip the first time, and kept in node_modules/.cache/conform. Everything listens on 127.0.0.1 only
and ends with the command; no account is asked, whatever the environment names. It takes 10 minutes or so, and 45 at most.
Ends with 0, with 1 where something differs that is not explained, with 2 where it is called wrongly or a program is missing.
`;

export type Options =
  | { readonly subject: 'table' /** All, where there are none. */; readonly files: readonly string[] }
  | { readonly subject: 'stack' };

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options: { stack: flag, help } });
  if (values.help) return undefined;
  if (!values.stack) return { subject: 'table', files: positionals };
  if (positionals.length > 0) throw new UsageProblem('--stack takes no FILE; --help says more');
  return { subject: 'stack' };
}
