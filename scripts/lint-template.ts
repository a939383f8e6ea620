import { readFile } from 'node:fs/promises';
import { help, parseCommandLine, runCommand, say } from './command.ts';
import { lintTemplate } from './lint/cloudformation/lint.ts';
import { Problem } from './local/problem.ts';

const PACKAGED = '.serverless/cloudformation-template-update-stack.json';

const HELP = `Finds in a CloudFormation template what AWS would refuse: resource types, properties, their values, references.

  npm run lint:template -- [FILE…]

  FILE    templates in JSON; by default the one that npm run package leaves:
          ${PACKAGED}
  --help  this text

npm test does the same with the packaged template. Nothing is sent anywhere: the schemas come with the installation.
Ends with 0, with 1 where something was found or a file cannot be read, with 2 where it is called wrongly.
`;

function readOptions(args: readonly string[]): readonly string[] | undefined {
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options: { help } });
  if (values.help) return undefined;
  return positionals.length > 0 ? positionals : [PACKAGED];
}

await runCommand(readOptions, HELP, async (files) => {
  let count = 0;
  for (const file of files) {
    const findings = await lintTemplate(JSON.parse(await readFile(file, 'utf8')));
    for (const { path, problem } of findings) say(`${file}: ${path}: ${problem}`);
    count += findings.length;
  }
  if (count > 0) throw new Problem(`${count} findings`);
});
