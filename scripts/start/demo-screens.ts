import { hashScreenToken } from '../../lib/auth/screen-token.ts';
import { screenForms } from '../../lib/domain/screen/screen.ts';
import { createScreen, listScreens, readScreensHead } from '../../lib/store/screen/screen.ts';
import type { Database } from '../../lib/table/database.ts';

const TOKEN_LENGTH = 43;
const names = { wall: '一楼食堂', led: '校门口' } as const;

/** The token of a demo screen. Like the demo passwords, it is no secret. */
const tokenOf = (account: string, form: string) => `demo-${account}-${form}-`.padEnd(TOKEN_LENGTH, '0');

/** Creates a screen of each form, unless the school has had one, and returns how many were created. */
export async function createScreens(db: Database, account: string, unit: number): Promise<number> {
  const { next } = await readScreensHead(db, unit);
  const missing = screenForms.slice(next - 1);
  for (const form of missing) {
    await createScreen(db, unit, {
      name: names[form],
      form,
      levels: [],
      hash: hashScreenToken(tokenOf(account, form)),
    });
  }
  return missing.length;
}

/** The paths of the school's existing demo screens, by account and form. */
export async function findScreens(db: Database, account: string, unit: number): Promise<Record<string, string>> {
  const screens = await listScreens(db, unit);
  const found = screenForms.filter((form) =>
    screens.some(({ hash }) => hash === hashScreenToken(tokenOf(account, form))),
  );
  return Object.fromEntries(found.map((form) => [`${account} ${form}`, `/screen/${tokenOf(account, form)}`]));
}
