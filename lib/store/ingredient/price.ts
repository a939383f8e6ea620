import { prefix, priceBucketKey, priceCountKey } from '../../../tables/keys.ts';
import type { CodeOutcome } from '../../domain/ingredient/named-code.ts';
import { MOST_PRICE_BYTES, Price, type Prices } from '../../domain/ingredient/price.ts';
import type { Database } from '../../table/database.ts';
import { type CodeBook, type CodeChanges, type CodeReading, changeCodeBook, readCodeBook } from './code-book.ts';

const book: CodeBook<Price> = {
  Value: Price,
  bucketKey: priceBucketKey,
  countKey: priceCountKey,
  prefix: prefix.prices,
  countKind: 'price count',
  quota: 'prices',
  mostBytes: MOST_PRICE_BYTES,
  tooMany: 'too_many_prices',
};

/** All prices of a unit by ingredient code, ordered by code. */
export async function listPricesByUnit(db: Database, unit: number): Promise<Prices> {
  return readCodeBook(book, db, unit);
}

/**
 * Sets and removes prices of a unit, all or none: see `changeCodeBook`.
 * @throws AppError `quota_reached`, `too_many_prices`, `unit_not_found`, and what `reading` refuses.
 */
export async function changePrices(
  db: Database,
  unit: number,
  changes: CodeChanges<Price>,
  reading?: CodeReading,
): Promise<CodeOutcome> {
  return changeCodeBook(book, db, unit, changes, reading);
}
