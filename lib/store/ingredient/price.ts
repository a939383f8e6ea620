import { prefix, priceBucketKey, priceCountKey } from '../../../tables/keys.ts';
import type { CodeOutcome } from '../../domain/ingredient/named-code.ts';
import { Price, type Prices } from '../../domain/ingredient/price.ts';
import type { Database } from '../../table/database.ts';
import { type CodeBook, type CodeChanges, type CodeReading, changeValues, readValues } from './code-values.ts';

const book: CodeBook<Price> = {
  Value: Price,
  prefix: prefix.prices,
  bucketKey: priceBucketKey,
  countKey: priceCountKey,
  quota: 'prices',
};

/** Reads all prices of a unit by code, ordered by code. */
export async function listPricesByUnit(db: Database, unit: number): Promise<Prices> {
  return readValues(book, db, unit);
}

/**
 * Sets and removes prices of a unit, all or none: see `changeValues`.
 * @throws AppError as `changeValues`.
 */
export async function changePrices(
  db: Database,
  unit: number,
  changes: CodeChanges<Price>,
  reading?: CodeReading,
): Promise<CodeOutcome> {
  return changeValues(book, db, unit, changes, reading);
}
