import { DEFAULT_REGION } from '../command/target.ts';

const summaries = {
  units: ['units [--keyword W]', 'units with account, category, last day and status'],
  users: ['users --unit N', 'users of a unit with role and lock'],
  unlock: ['unlock UID', 'forget all failed sign-ins of a user'],
  password: ['password UID', 'set the password of a user and sign him out everywhere'],
  close: ['close N', 'close a unit: none of its users may call or sign in'],
  open: ['open N', 'open it again'],
  renew: ['renew N YYYY-MM-DD', 'set the last day of a unit'],
  'end-sessions': ['end-sessions UID | --unit N', 'sign out a user, or all users of a unit, everywhere'],
} as const;

export type CommandName = keyof typeof summaries;

const details: Readonly<Record<CommandName, string>> = {
  units: `Newest first. --keyword W lists those whose name, or its pinyin, contains W. The status is open, closed, or
expired: past the last day.`,
  users: `In the order of creation; unit 0 is the platform. "locked until" is when the last lock ends by itself, "locked
for" the addresses from which it holds: anywhere after 20 failures, one address after 5.`,
  unlock: `The uid can sign in at once, from everywhere. Its password stays, and so do its sessions.`,
  password: `The password is asked for, twice and without echo; without a terminal it is the first line of standard input.
This is how the platform's own people get a new one when nobody can sign in who may give it.`,
  close: `Every call of its users is answered 403 unit_closed from now on; nothing is lost. Unit 0 cannot be closed.`,
  open: `A unit past its last day stays expired: renew sets that day.`,
  renew: `The unit works through the end of that day; with one that has passed it is expired. A closed unit stays
closed.`,
  'end-sessions': `Main accounts are signed out too. Passwords stay: whoever knows one can sign in again.`,
};

const COMMON = `  --json            one JSON value instead of text
  --stage NAME      the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --table NAME      a table by its name
  --region REGION   region of that table; by default AWS_REGION, then ${DEFAULT_REGION}
  --endpoint URL    an emulator at that address; by default DYNAMODB_ENDPOINT
  --help            this text, or that of the command

Without --stage, --table and an emulator it is the service that npm start runs, while it runs.
What is changed stands in the platform's log of operations (GET /api/log), as done by "operator".
Ends with 0 where all went well, with 1 where there is no such thing or the table fails, with 2 where it is called
wrongly.
`;

const SUMMARY_WIDTH = 28;

/** What all commands are. */
export const HELP = `What an operator of the platform does without a browser.

  npm run admin -- COMMAND [options]

${Object.values(summaries)
  .map(([usage, summary]) => `  ${usage.padEnd(SUMMARY_WIDTH)}  ${summary}\n`)
  .join('')}
${COMMON}`;

/** What one command does. */
export function helpOf(command: CommandName): string {
  const [usage, summary] = summaries[command];
  return `npm run admin -- ${usage}: ${summary}

${details[command]}

${COMMON}`;
}
