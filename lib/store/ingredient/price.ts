import { prefix, priceBucketKey, priceCountKey } from '../../../tables/keys.ts';
import type { ValueOutcome } from '../../domain/ingredient/named-code.ts';
import { Price, type Prices } from '../../domain/ingredient/price.ts';
import type { Database } from '../../table/database.ts';
import { type CodeInterpretation, changeValues, readValues, type ValueChanges, type ValueKind } from './code-values.ts';

const priceKind: ValueKind<Price> = {
  Value: Price,
  prefix: prefix.prices,
  bucketKey: priceBucketKey,
  countKey: priceCountKey,
  quota: 'prices',
};

/** Reads all prices of a unit by code, ordered by code. */
export async function listPricesByUnit(db: Database, unit: number): Promise<Prices> {
  return readValues(priceKind, db, unit);
}

/**
 * Sets and removes prices of a unit, all or none: see `changeValues`.
 * @throws AppError `quota_reached`, `unit_not_found`, and the error of `toConflictError`.
 */
export async function changePrices(
  db: Database,
  unit: number,
  changes: ValueChanges<Price>,
  interpretation?: CodeInterpretation,
): Promise<ValueOutcome> {
  return changeValues(priceKind, db, unit, changes, interpretation);
}
