import { codeOf, describeError } from '../start/problem.ts';
import type { Text } from './language.ts';

/** What is wrong with a command line, from an error of `parseArgs`. The English text is that error's own. */
export function describeLineProblem(error: unknown): Text {
  const en = describeError(error);
  // The first text in quotation marks is what the person has typed, or its option.
  const what = /'(.*?)'/s.exec(en)?.[1] ?? '';
  switch (codeOf(error)) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return { en, zh: `未知选项 ${what}` };
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return { en, zh: `多余的参数 ${what}` };
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return { en, zh: describeValue(en, what) };
    default:
      return { en, zh: en };
  }
}

/** `parseArgs` has one code for a missing value, a superfluous one, and one that looks like an option. */
function describeValue(message: string, option: string): string {
  if (message.includes('does not take')) return `选项 ${option} 不接受取值`;
  if (message.includes('ambiguous')) return `选项 ${option} 缺少取值；取值以 - 开头时请写作 ${option}=-XYZ`;
  return `选项 ${option} 缺少取值`;
}
