import { prefix, priceBucketKey, priceCountKey } from '../../../tables/keys.ts';
import { Price, type Prices } from '../../domain/ingredient/price.ts';
import type { Database } from '../../table/database.ts';
import { readValues, type ValueKind } from './code-values.ts';

export const priceKind: ValueKind<Price> = {
  Value: Price,
  prefix: prefix.prices,
  bucketKey: priceBucketKey,
  countKey: priceCountKey,
  quota: 'prices',
};

/** Reads all prices of a unit by code, ordered by code. */
export async function listPricesByUnit(db: Database, unit: number): Promise<Prices> {
  return readValues(db, unit, priceKind);
}
