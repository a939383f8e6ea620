import { requiredText, UID_MAX } from '../../lib/domain/fields.ts';
import { help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { DEFAULT_REGION, demandWhere, type Where } from '../command/target.ts';

export const HELP = `Creates the first administrator of a deployed service and loads the starter catalogue of ingredients.

  npm run bootstrap -- (--stage NAME | --table NAME) --uid UID [--region REGION]

  --stage NAME     the stage it was deployed as: the table is catering-NAME (CATERING_TABLE names another one)
  --table NAME     a table by its name
  --uid UID        user id of the administrator, 1 to ${UID_MAX} characters
  --region REGION  region of the table; by default AWS_REGION, then ${DEFAULT_REGION}
  --help           this text

The password is asked for, twice and without echo; without a terminal it is the first line of standard input.
The AWS account is found as the AWS command line finds it: environment, AWS_PROFILE, single sign-on, instance role.
With DYNAMODB_ENDPOINT the table of an emulator at that address is used instead.
Ends with 0, with 1 where it failed or refused, with 2 where it is called wrongly.
`;

/** The table, and who is to administrate. */
export interface Options extends Where {
  readonly uid: string;
}

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
export function readOptions(args: readonly string[]): Options | undefined {
  if (args.some((arg) => /^--?p(ass(word)?)?(=|$)/i.test(arg))) {
    throw new UsageProblem(
      'A password on the command line would stay in the shell history and be seen by every user of the machine: ' +
        'leave it out and type it when asked, or send it to standard input',
    );
  }
  const options = { stage: text, table: text, uid: text, region: text, help };
  const { help: isHelp, uid, ...where } = parseCommandLine(args, { options }).values;
  if (isHelp) return undefined;
  demandWhere(where);
  if (!(where.stage || where.table) || !uid) {
    throw new UsageProblem('--uid and one of --stage and --table are needed; --help says more');
  }
  const checked = requiredText(UID_MAX).safeParse(uid);
  if (!checked.success) throw new UsageProblem(`--uid takes 1 to ${UID_MAX} characters`);
  return { ...where, uid: checked.data };
}
