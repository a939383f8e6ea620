import { flag, help, parseCommandLine, runCommand, say, text } from '../command/command.ts';
import { describeTarget, findTarget, requireTableOptions, withTable } from '../command/target.ts';
import { rebuild } from './collections.ts';
import { examine } from './examine.ts';
import { printKey } from './survey.ts';

const HELP = `Examines a table: whether everything in it belongs together.

  npm run doctor -- [--repair] [--stage NAME | --table NAME] [--region REGION] [--endpoint URL]

  --repair         makes heads and rows of collections again from their members; a person must mend the rest
  --stage NAME     the table of a deployed stage: catering-NAME
  --table NAME     the table of this name
  --region REGION  region of that table; by default AWS_REGION, then cn-north-1
  --endpoint URL   an emulator
  --help           this text

Without --stage or --table it examines the table of npm start. It reads the whole table, which may be in use. It reports
only what it has seen twice. Ends with 0 where nothing is wrong, with 1 where something is or the table fails.
`;

type Options = NonNullable<ReturnType<typeof readOptions>>;

function readOptions(args: readonly string[]) {
  const tableOptions = { stage: text, table: text, region: text, endpoint: text };
  const { values } = parseCommandLine(args, { options: { ...tableOptions, repair: flag, help } });
  if (values.help) return undefined;
  requireTableOptions(values);
  return values;
}

async function run(options: Options): Promise<void> {
  const target = await findTarget(options, process.env);
  await withTable(target, async (deps) => {
    say(describeTarget(target));
    const firstExamination = await examine(deps.env);
    const rebuilt: string[] = [];
    for (const { rebuildable } of options.repair ? firstExamination.findings : []) {
      if (rebuildable) rebuilt.push(await rebuild(deps, rebuildable));
    }
    const { findings, unfinished } = rebuilt.length > 0 ? await examine(deps.env) : firstExamination;
    if (findings.length > 0) process.exitCode = 1;
    for (const line of rebuilt) say(`Rebuilt ${line}`);
    for (const line of unfinished) say(`Unfinished, the sweep will do it: ${line}`);
    for (const { about, key, problem, rebuildable } of findings)
      say(`  ${about} ${printKey(key)}: ${problem}${rebuildable ? ' [--repair rebuilds it]' : ''}`);
    say(findings.length === 0 ? 'Healthy: nothing is wrong' : `Findings: ${findings.length}`);
  });
}

await runCommand(readOptions, HELP, run);
