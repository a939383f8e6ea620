import { expect, it } from 'vitest';
import { platformCollections, unitCollections, unitViews } from '../../../lib/store/nouns.ts';
import { collectionsOfPlatform, partitionsOf } from '../../../tables/keys.ts';
import { placeOf } from '../../../tables/place.ts';

const UNIT = 12;
const every = [...platformCollections, ...unitCollections(UNIT)];

it('knows every collection that there are keys for', () => {
  expect(platformCollections.map(({ partition }) => partition).toSorted()).toEqual(collectionsOfPlatform.toSorted());
  const ofUnit = partitionsOf(UNIT).filter((partition) => placeOf({ pk: partition, sk: 'HEAD' })?.kind === 'head');
  expect(unitCollections(UNIT).map(({ partition }) => partition)).toEqual(ofUnit);
});

it('has each collection among the ways that its rows are copied', () => {
  const views = unitViews(UNIT);
  for (const { partition } of unitCollections(UNIT)) {
    const own = views.filter((view) => view.partition === partition);
    expect(own.filter(({ view }) => view === undefined)).toHaveLength(1);
    expect(new Set(own.map(({ view }) => view)).size).toBe(own.length);
  }
});

it.each(every.map((one) => [one.kind, one] as const))('finds a %s where its row says', (kind, collection) => {
  const row = { number: 7, code: '012001x' };
  const key = collection.memberKey(row);
  const place = placeOf(key);
  expect(place?.kind).toBe(kind);
  expect(key.sk.startsWith(collection.memberPrefix ?? key.sk)).toBe(true);
  expect(place?.partition === collection.partition).toBe(collection.memberPrefix !== undefined);
});
