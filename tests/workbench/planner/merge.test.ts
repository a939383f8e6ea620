import { describe, expect, it } from 'vitest';
import {
  type Choice,
  describeChanges,
  findChange,
  isSavedAlike,
  mergeItems,
} from '../../../workbench/pages/planner/merge.ts';
import { type Item, omitItem, partKey, putItem } from '../../../workbench/pages/planner/week.ts';

const names = { 1: '米饭', 2: '番茄炒蛋', 3: '紫菜蛋汤', 4: '清蒸鲈鱼', 5: '木须肉' } as const;
type Dish = keyof typeof names;

function item(dish: Dish, facts: Partial<Item> = {}): Item {
  return { day: 3, meal: 'lunch', dish, name: names[dish], portion: 1, ...facts };
}

const base = [item(1), item(2), item(3), item(1, { meal: 'dinner' })];

function mergeBoth(mine: readonly Item[], theirs: readonly Item[], choice?: Choice) {
  return mergeItems({ base, mine, theirs }, choice);
}

/** The meal and name of each item, and its portion unless it is 1. */
function summarize(items: readonly Item[]): string {
  return items.map(({ meal, name, portion }) => `${meal[0]} ${name}${portion === 1 ? '' : portion}`).join(', ');
}

describe('the changes of two people', () => {
  it('are merged if they concern different dishes', () => {
    const mine = [...omitItem(base, item(3)), item(4)];
    const theirs = [...putItem(base, item(2, { portion: 2 })), item(5, { meal: 'dinner' })];
    const { items, conflicts } = mergeBoth(mine, theirs);
    expect([summarize(items), conflicts]).toEqual(['l 米饭, l 番茄炒蛋2, d 米饭, d 木须肉, l 清蒸鲈鱼', []]);
    const other = mergeBoth(theirs, mine);
    expect([new Set(other.items.map(partKey)), other.conflicts]).toEqual([new Set(items.map(partKey)), []]);
  });

  it('need no choice if they are the same', () => {
    const mine = putItem(omitItem(base, item(3)), item(2, { portion: 2, locked: true }));
    const theirs = putItem(omitItem(base, item(3)), item(2, { portion: 2 }));
    expect(mergeBoth(mine, theirs)).toEqual({ items: mine, conflicts: [] });
  });

  it.each([
    ['other portions', item(2, { portion: 2 }), item(2, { portion: 3 })],
    ['other people', item(2, { groups: ['教师'] }), item(2, { groups: ['学生'] })],
    ['a portion and its removal', item(2, { portion: 2 }), undefined],
    ['its removal and a portion', undefined, item(2, { portion: 3 })],
  ])('of one dish are a conflict: %s', (_, own, other) => {
    const made = (one: Item | undefined) => (one ? putItem(base, one) : omitItem(base, item(2)));
    expect(mergeBoth(made(own), made(other))).toEqual({ items: made(own), conflicts: [{ mine: own, theirs: other }] });
    expect(isSavedAlike(mergeBoth(made(own), made(other), 'mine').items, made(own))).toBe(true);
    const theirs = mergeBoth(made(own), made(other), 'theirs');
    expect([isSavedAlike(theirs.items, made(other)), theirs.conflicts]).toEqual([true, []]);
  });

  it('keep the order of whoever has moved a dish, and the locks', () => {
    const moved = [item(3), item(1, { locked: true }), item(2), item(1, { meal: 'dinner' })];
    const theirs = putItem([...base, item(4)], item(1, { portion: 2 }));
    expect(summarize(mergeBoth(moved, theirs).items)).toBe('l 紫菜蛋汤, l 米饭2, l 番茄炒蛋, d 米饭, l 清蒸鲈鱼');
    expect(summarize(mergeBoth(theirs, moved).items)).toBe('l 紫菜蛋汤, l 米饭2, l 番茄炒蛋, d 米饭, l 清蒸鲈鱼');
    expect(mergeBoth(moved, theirs).items[1]).toEqual(item(1, { portion: 2, locked: true }));
    const first = [item(4), ...base];
    expect(summarize(mergeBoth(first, base).items)).toBe(summarize(first));
  });

  it('are described in a sentence', () => {
    const describeTo = (after: readonly Item[]) => describeChanges({ start: '2026-11-30' }, base, after);
    expect(describeTo(base)).toBe('');
    expect(describeTo([...putItem(base, item(2, { portion: 1.5 })), item(4)])).toBe(
      '周三午餐改为 1.5 份：番茄炒蛋，周三午餐添加清蒸鲈鱼',
    );
    expect(describeTo(putItem(base, item(2, { groups: ['教师'] })))).toBe('周三午餐改了人群：番茄炒蛋');
    expect(describeTo([])).toBe('周三午餐移除米饭，周三午餐移除番茄炒蛋，共 4 处');
  });
});

describe('what is saved', () => {
  it.each([
    ['nothing', base, undefined],
    ['nothing for a lock', putItem(base, item(2, { locked: true })), undefined],
    ['nothing for the order of meals', [item(1, { meal: 'dinner' }), item(1), item(2), item(3)], undefined],
    ['a portion', putItem(base, item(2, { portion: 2 })), { kind: 'set', item: item(2, { portion: 2 }) }],
    ['a dish at the end', [...base, item(4)], { kind: 'set', item: item(4) }],
    ['a dish before another', putItem(base, item(4), 2), { kind: 'set', item: item(4), before: 2 }],
    ['a removal', omitItem(base, item(2)), { kind: 'remove', item: item(2) }],
  ])('is %s', (_, items, change) => {
    expect(findChange(base, items)).toEqual(change);
  });

  it.each([
    ['a move', putItem(omitItem(base, item(2)), item(2, { meal: 'dinner' }))],
    ['another order', [item(2), item(1), item(3), item(1, { meal: 'dinner' })]],
    ['another dish at its position', base.map((one) => (one.dish === 2 ? item(5) : one))],
    ['a portion elsewhere in the order', [item(2, { portion: 2 }), item(1), item(3), item(1, { meal: 'dinner' })]],
    ['everything', []],
  ])('is all at once: %s', (_, items) => {
    expect(findChange(base, items)).toEqual({ kind: 'all', items });
  });
});
