import { readFile } from 'node:fs/promises';
import { help, parseCommandLine, runCommand, say } from '../command/command.ts';
import { inLanguage } from '../command/language.ts';
import { describeError, Problem } from '../start/problem.ts';
import { lintTemplate } from './lint.ts';
import { PACKAGED, words } from './words.ts';

function readOptions(args: readonly string[]): readonly string[] | undefined {
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options: { help } });
  if (values.help) return undefined;
  return positionals.length > 0 ? positionals : [PACKAGED];
}

/**
 * Reads a template.
 * @throws Problem where the file does not exist.
 */
async function readTemplate(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const remedy = file === PACKAGED ? inLanguage(words.packageFirst) : '';
    throw new Problem(words.cannotRead(file, `${describeError(error)}${remedy}`));
  }
}

await runCommand(readOptions, words.help, async (files) => {
  let count = 0;
  for (const file of files) {
    const findings = lintTemplate(await readTemplate(file));
    for (const { line, problem } of findings) say(`${[file, line ?? []].flat().join(':')}: ${problem}`);
    if (findings.length === 0) say(words.nothing(file));
    count += findings.length;
  }
  if (count > 0) throw new Problem(words.findings(count));
});
