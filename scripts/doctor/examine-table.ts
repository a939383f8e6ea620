import type { StoreSettings } from '../../lib/table/client.ts';
import type { Tell } from '../command/progress.ts';
import { conclude, type Examination } from './examine.ts';
import { OpenTable } from './open-table.ts';
import { lookAgain } from './second-look.ts';
import { Survey } from './survey.ts';
import { words } from './words.ts';

/** Examines a table: every finding is confirmed by a second look. It only reads, and the table may be in use. */
export async function examineTable(settings: StoreSettings, tell: Tell = () => {}): Promise<Examination> {
  const table = new OpenTable(settings);
  try {
    return await examineOpen(table, tell);
  } finally {
    table.close();
  }
}

/** Examines a table that is open already. */
export async function examineOpen(table: OpenTable, tell: Tell): Promise<Examination> {
  const now = Math.floor(Date.now() / 1000);
  const survey = new Survey(now);
  const about = await table.countItems();
  let read = 0;
  await table.readAll((item) => {
    survey.add(item);
    read += 1;
    // The estimated total is hours old and may be too small.
    tell(words.read, read, about !== undefined && about >= read ? about : undefined);
  });
  const { findings, unfinished, ...facts } = conclude(survey);
  const { confirmed, unsure } = await lookAgain(table, findings, now, (done) =>
    tell(words.looked, done, findings.length),
  );
  return { findings: confirmed, unfinished: [...unfinished, ...unsure], ...facts };
}
