import { describe, expect, it } from 'vitest';
import { costOf, withCapacity } from '../support/table/store-cost.ts';

const nothing = { readUnits: 0, writeUnits: 0, refillUnits: 0, bytesRead: 0, bytesWritten: 0 };

describe('the cost of a call to the store', () => {
  it('is asked for with the call', () => {
    expect(withCapacity({ TableName: 't' })).toEqual({ TableName: 't', ReturnConsumedCapacity: 'TOTAL' });
  });

  it('is read units and bytes for what reads', () => {
    const query = { ConsumedCapacity: { CapacityUnits: 2.5 }, Items: [{ pk: 'ab', sk: 'c' }, { pk: 'ab' }] };
    expect(costOf('Query', {}, query)).toEqual({ ...nothing, readUnits: 2.5, bytesRead: 11 });
    const batch = {
      ConsumedCapacity: [{ CapacityUnits: 1 }, { CapacityUnits: 2 }],
      Responses: { one: [{ pk: 'a' }], other: [{ pk: 'b' }] },
    };
    expect(costOf('BatchGetItem', {}, batch)).toEqual({ ...nothing, readUnits: 3, bytesRead: 6 });
  });

  it('is write units for what writes, its own where it fills a cache', () => {
    const output = { ConsumedCapacity: { CapacityUnits: 3 } };
    const item = (pk: string) => ({ Item: { pk, data: new Uint8Array(10) } });
    const plain = costOf('PutItem', item('V#1'), output);
    expect(plain).toEqual({ ...nothing, writeUnits: 3, bytesWritten: 19 });
    const refill = costOf('PutItem', item('UNITS#CHUNK'), output);
    expect(refill).toEqual({ ...nothing, refillUnits: 3, bytesWritten: 27 });
    const transaction = {
      TransactItems: [
        { Put: { Item: { pk: 'V#1' } } },
        { Update: { UpdateExpression: 'SET a = :a', ExpressionAttributeValues: { ':a': 'xyz' } } },
        { ConditionCheck: { Key: { pk: 'V#1' } } },
      ],
    };
    expect(costOf('TransactWriteItems', transaction, output)).toEqual({
      ...nothing,
      writeUnits: 3,
      bytesWritten: 10,
    });
  });

  it('counts bytes as the store does: texts in UTF-8, 3 for a list or map and 1 for each thing in it', () => {
    const bytes = (value: unknown) => costOf('Query', {}, { Items: [{ a: value }] }).bytesRead - 1;
    expect(bytes('中文')).toBe(6);
    expect(bytes(true)).toBe(1);
    expect(bytes(null)).toBe(1);
    expect(bytes(1234)).toBe(3);
    expect(bytes(['a', 'bc'])).toBe(3 + 2 + 3);
    expect(bytes({ b: 'cd' })).toBe(3 + 1 + 1 + 2);
    expect(bytes(undefined)).toBe(0);
  });
});
