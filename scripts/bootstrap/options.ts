import { requiredText, UID_MAX } from '../../lib/domain/values/fields.ts';
import { help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { demandWhere, type Where } from '../command/target.ts';
import { words } from './words.ts';

/** The table, and the administrator's uid and name. */
export interface Options extends Where {
  readonly uid: string;
}

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
export function readOptions(args: readonly string[]): Options | undefined {
  if (args.some((arg) => /^--?p(ass(word)?)?(=|$)/i.test(arg))) {
    throw new UsageProblem(words.passwordGiven);
  }
  const options = { stage: text, table: text, uid: text, region: text, help };
  const { help: isHelp, uid, ...where } = parseCommandLine(args, { options }).values;
  if (isHelp) return undefined;
  demandWhere(where);
  if (!(where.stage || where.table) || !uid) {
    throw new UsageProblem(words.needed);
  }
  const checked = requiredText(UID_MAX).safeParse(uid);
  if (!checked.success) throw new UsageProblem(words.uidForm);
  return { ...where, uid: checked.data };
}
