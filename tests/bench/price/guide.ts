import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderRows, type Table } from '../table.ts';
import { type PricedBill, type PricedCount, priceMonth } from './price.ts';

const ROOT = join(import.meta.dirname, '../../..');
const GUIDE = join(ROOT, 'DEPLOYING.md');
const COUNTS = join(ROOT, 'tables/costs.md');

const SCALES = [1, 10, 100, 1000];

/** The table of costs in the guide. */
const PLACE = /(<!-- costs, by npm run bench -- --publish -->\n)[\s\S]*?(<!-- end of costs -->)/;

/** Columns of the published table of endpoints: endpoint, then five each for few units, many, and many when cold. */
const COLUMNS = 16;
const MANY_WARM = 6;
const MANY_COLD = 11;

/**
 * The guide with the costs of the published counts.
 * @throws Error where it has no place for them.
 */
export function fillGuide(guide: string, published: string): string {
  if (!PLACE.test(guide)) throw new Error('DEPLOYING.md has no place for the costs');
  const table = renderRows(scaleTable(readPublished(published)));
  return guide.replace(PLACE, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`);
}

/** Writes the costs of the latest published counts into the guide. */
export async function updateGuide(): Promise<void> {
  const [guide, published] = await Promise.all([readFile(GUIDE, 'utf8'), readFile(COUNTS, 'utf8')]);
  await writeFile(GUIDE, fillGuide(guide, published));
}

/**
 * The costs of each endpoint in the large table, from tables/costs.md.
 * @throws Error where there are none.
 */
function readPublished(text: string): PricedCount[] {
  const rows = text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const calls = rows.filter((cells) => cells.length === COLUMNS && /^[A-Z]+ \/api\//.test(cells[0] ?? ''));
  if (calls.length === 0) throw new Error('tables/costs.md has no counts where they are expected');
  return calls.map((cells) => ({
    route: cells[0] ?? '',
    warm: readBill(cells.slice(MANY_WARM)),
    cold: readBill(cells.slice(MANY_COLD)),
  }));
}

/** Write units of copies are not published: they are few. */
function readBill([trips = '', , read = '', write = '']: readonly string[]): PricedBill {
  const figure = (text: string) => Number(text.replaceAll(',', ''));
  return { roundTrips: figure(trips), readUnits: figure(read), writeUnits: figure(write), refillUnits: 0 };
}

function scaleTable(counts: readonly PricedCount[]): Table {
  const months = SCALES.map((schools) => priceMonth(counts, schools));
  const [first] = months;
  const kinds = first?.lines.map(({ what }) => what) ?? [];
  const rows = kinds.map((what) => [
    what,
    ...months.map(({ lines }) => show(lines.find((one) => one.what === what)?.cost)),
  ]);
  return {
    title: 'A month',
    head: [
      `${first?.currency} a month`,
      ...SCALES.map((schools) => `${schools.toLocaleString('en')} ${schools === 1 ? 'school' : 'schools'}`),
    ],
    rows: [...rows, ['total', ...months.map(({ total }) => show(total))]],
  };
}

function show(cost = 0): string {
  return cost.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
