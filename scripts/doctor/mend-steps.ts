import * as z from 'zod';
import { type Item, LOST_RACE, type Step, unchanged } from '../../lib/table/steps.ts';
import type { Key } from '../../tables/keys.ts';

const Versioned = z.object({ version: z.int() });

/** Demands that no item has that key. */
export function absent(key: Key): Step {
  return {
    key,
    isWrite: false,
    otherwise: LOST_RACE,
    action: (TableName) => ({
      ConditionCheck: { TableName, Key: { ...key }, ConditionExpression: 'attribute_not_exists(pk)' },
    }),
  };
}

/** Demands that an item still has the version it was read with, or still does not exist. */
export function asRead(key: Key, item: Item | undefined): Step {
  return item ? unchanged(key, Versioned.parse(item).version) : absent(key);
}

/** Removes an item that must not have changed since it was read. */
export function removeAsRead(item: Item): Step {
  const key = { pk: item.pk, sk: item.sk };
  const action = (TableName: string) => ({ Delete: { TableName, Key: key, ...equals(item) } });
  return { key, isWrite: true, otherwise: LOST_RACE, action };
}

/** Replaces an item that must not have changed since it was read. */
export function replaceAsRead<T extends Key>(item: Item, next: T): Step {
  const action = (TableName: string) => ({ Put: { TableName, Item: { ...next }, ...equals(item) } });
  return { key: { pk: item.pk, sk: item.sk }, isWrite: true, otherwise: LOST_RACE, action };
}

function equals(item: Item) {
  const attributes = Object.entries(item).filter(([name]) => name !== 'pk' && name !== 'sk');
  const conditions = ['attribute_exists(pk)', ...attributes.map((_, index) => `#a${index} = :a${index}`)];
  if (attributes.length === 0) return { ConditionExpression: conditions.join() };
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], index) => [`#a${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(attributes.map(([, value], index) => [`:a${index}`, value])),
  };
}
