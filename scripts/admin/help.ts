import { inLanguage } from '../command/language.ts';
import { commandTexts, words } from './words.ts';

export type CommandName = keyof typeof commandTexts;

const SUMMARY_WIDTH = 28;

/** The help about all commands. */
export function helpOfAll(): string {
  const lines = Object.values(commandTexts).map(
    ({ usage, summary }) => `  ${usage.padEnd(SUMMARY_WIDTH)}  ${inLanguage(summary)}\n`,
  );
  return `${inLanguage(words.head)}\n\n${lines.join('')}\n${inLanguage(words.options)}`;
}

/** The help about one command. */
export function helpOf(command: CommandName): string {
  const { usage, summary, details } = commandTexts[command];
  const head = `npm run admin -- ${usage}: ${inLanguage(summary)}`;
  return `${head}\n\n${inLanguage(details)}\n\n${inLanguage(words.options)}`;
}
