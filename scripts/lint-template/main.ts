import { readFile } from 'node:fs/promises';
import { help, parseCommandLine, runCommand, say } from '../command/command.ts';
import { describeError, Problem } from '../start/problem.ts';
import { lintTemplate } from './lint.ts';

const PACKAGED = '.serverless/cloudformation-template-update-stack.json';

const HELP = `Finds in a CloudFormation template what AWS would refuse: resource types, properties, values, references, policies.

  npm run lint:template -- [FILE…]

  FILE    templates; by default the one that npm run package leaves:
          ${PACKAGED}
  --help  this text

npm test does the same with the packaged template. Nothing is sent anywhere: AWS's validator comes with the installation.
Ends with 0, with 1 where something was found or a file cannot be read, with 2 where it is called wrongly.
`;

function readOptions(args: readonly string[]): readonly string[] | undefined {
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options: { help } });
  if (values.help) return undefined;
  return positionals.length > 0 ? positionals : [PACKAGED];
}

/** @throws Problem where there is no such file. */
async function readTemplate(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const remedy = file === PACKAGED ? '; npm run package makes it' : '';
    throw new Problem(`Cannot read ${file}: ${describeError(error)}${remedy}`);
  }
}

await runCommand(readOptions, HELP, async (files) => {
  let count = 0;
  for (const file of files) {
    const findings = lintTemplate(await readTemplate(file));
    for (const { line, problem } of findings) say(`${[file, line ?? []].flat().join(':')}: ${problem}`);
    if (findings.length === 0) say(`${file}: nothing found`);
    count += findings.length;
  }
  if (count > 0) throw new Problem(`${count} findings`);
});
