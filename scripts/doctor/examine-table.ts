import type { StoreSettings } from '../../lib/table/client.ts';
import { conclude, type Examination } from './examine.ts';
import { OpenTable } from './open-table.ts';
import { lookAgain } from './second-look.ts';
import { Survey } from './survey.ts';

/** What is wrong with a table, each thing confirmed by a second look. It is only read, and may be in use. */
export async function examineTable(settings: StoreSettings): Promise<Examination> {
  const table = new OpenTable(settings);
  try {
    return await examineOpen(table);
  } finally {
    table.close();
  }
}

/** The same of a table that is open already. */
export async function examineOpen(table: OpenTable): Promise<Examination> {
  const now = Math.floor(Date.now() / 1000);
  const survey = new Survey(now);
  await table.readAll((item) => survey.add(item));
  const { findings, unfinished, ...facts } = conclude(survey);
  const { confirmed, unsure } = await lookAgain(table, findings, now);
  return { findings: confirmed, unfinished: [...unfinished, ...unsure], ...facts };
}
