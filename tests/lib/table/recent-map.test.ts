import { describe, expect, it } from 'vitest';
import { perOwner, RecentMap } from '../../../lib/table/recent-map.ts';

describe('a map of what was used recently', () => {
  const keysIn = <Value>(map: RecentMap<string, Value>) =>
    ['a', 'b', 'c', 'd'].filter((key) => map.get(key) !== undefined);

  it('drops the entry unused for longest', () => {
    const map = new RecentMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    expect(map.get('a')).toBe(1);
    map.set('c', 3);
    expect(keysIn(map)).toEqual(['a', 'c']);
    expect(map.get('b')).toBeUndefined();
  });

  it('counts a value once, however often it is set, and no more once it was deleted', () => {
    const map = new RecentMap<string, number>(2);
    for (const key of ['a', 'b', 'b', 'b']) map.set(key, 1);
    expect(keysIn(map)).toEqual(['a', 'b']);
    map.delete('a');
    map.delete('a');
    map.set('c', 1);
    expect(keysIn(map)).toEqual(['b', 'c']);
  });

  it('counts what its values weigh when they are set, and keeps the newest whatever it weighs', () => {
    const map = new RecentMap<string, number[]>(5, ({ length }) => length);
    const growing = [1, 2];
    map.set('a', [1, 2]);
    map.set('b', growing);
    growing.push(3);
    map.set('b', growing);
    expect(keysIn(map)).toEqual(['a', 'b']);
    growing.push(4);
    map.set('b', growing);
    expect(keysIn(map)).toEqual(['b']);
    map.set('c', [1, 2, 3, 4, 5, 6]);
    expect(keysIn(map)).toEqual(['c']);
    map.set('d', [1]);
    expect(keysIn(map)).toEqual(['d']);
  });
});

it('what an owner has of its own is made once, for it alone', () => {
  const made: object[] = [];
  const listOf = perOwner((owner: object) => {
    made.push(owner);
    return [owner];
  });
  const [one, other] = [{}, {}];
  expect(listOf(one)).toBe(listOf(one));
  expect(listOf(other)).toEqual([other]);
  expect(made).toHaveLength(2);
});
