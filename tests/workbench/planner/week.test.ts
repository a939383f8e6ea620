import { describe, expect, it } from 'vitest';
import * as histories from '../../../workbench/pages/planner/history.ts';
import * as weeks from '../../../workbench/pages/planner/week.ts';
import { formatFigure, formatPercent } from '../../../workbench/parts/format.ts';

const egg = { dish: 1, name: '番茄炒蛋' };
const rice = { dish: 2, name: '米饭' };
const soup = { dish: 3, name: '紫菜蛋汤' };
const lunch = { day: 3, meal: 'lunch' } as const;
const dinner = { day: 3, meal: 'dinner' } as const;

/** A week from Monday with rice, egg and soup for Wednesday's lunch. */
const week = weekOf([rice, egg, soup].map((dish) => ({ ...dish, ...lunch, portion: 1 })));

function weekOf(items: readonly weeks.Item[]): weeks.Week {
  return { start: '2026-11-30', days: 5, meals: ['breakfast', 'lunch', 'dinner'], items };
}

/** The items after an edit, or why it was refused. */
function summarize(outcome: weeks.Outcome): string {
  if ('refusal' in outcome) return outcome.refusal;
  return outcome.items.map(({ day, meal, name, portion }) => `${day} ${meal} ${name} ${portion}`).join('; ');
}

function summarizeLunch(outcome: weeks.Outcome): string {
  return 'refusal' in outcome
    ? outcome.refusal
    : weeks
        .listItemsIn(outcome.items, lunch)
        .map(({ name }) => name)
        .join(' ');
}

describe('a copied meal', () => {
  it('replaces what is there but locked dishes, in order and with portions', () => {
    const items = [...week.items, { ...soup, ...dinner, portion: 2, locked: true }, { ...egg, ...dinner, portion: 3 }];
    const copied = weeks.copyPart(weekOf(items), lunch, dinner);
    expect(summarize(copied)).toBe(
      `${summarize({ items: week.items, summary: '' })}; 3 dinner 紫菜蛋汤 2; 3 dinner 米饭 1; 3 dinner 番茄炒蛋 1`,
    );
    expect(copied).toMatchObject({ summary: '周三午餐复制到周三晚餐' });
  });

  it('is the whole day where no meal is named', () => {
    const items = [
      { ...rice, ...dinner, portion: 1 },
      { ...egg, ...lunch, day: 4, portion: 1 },
    ];
    expect(summarize(weeks.copyPart(weekOf(items), { day: 3 }, { day: 4 }))).toBe('3 dinner 米饭 1; 4 dinner 米饭 1');
  });
});

describe('a dish', () => {
  it('reaches a group once, even where that group already gets the dish that takes its place', () => {
    const shared = { ...egg, ...lunch, portion: 1, groups: ['中体力', '避虾'] };
    const items = [shared, { ...soup, ...lunch, portion: 1, groups: ['避虾'] }];
    const outcome = weeks.replaceDishForGroup(weekOf(items), shared, '避虾', soup);
    expect('items' in outcome && outcome.items.map(({ groups }) => groups)).toEqual([['中体力'], ['避虾']]);
  });

  it('comes last, or before another one of its meal', () => {
    expect(summarize(weeks.addDish(weekOf([]), egg, dinner))).toBe('3 dinner 番茄炒蛋 1');
    const fish = { dish: 4, name: '清蒸鲈鱼' };
    expect(summarizeLunch(weeks.addDish(week, fish, lunch))).toBe('米饭 番茄炒蛋 紫菜蛋汤 清蒸鲈鱼');
    expect(summarizeLunch(weeks.addDish(week, fish, lunch, egg.dish))).toBe('米饭 清蒸鲈鱼 番茄炒蛋 紫菜蛋汤');
  });

  it('is in a slot only once', () => {
    const refusal = '周三午餐已有 番茄炒蛋，可以改它的份量。';
    expect(summarize(weeks.addDish(week, egg, lunch))).toBe(refusal);
    expect(summarize(weeks.replaceDish(week, { ...lunch, ...rice }, egg))).toBe(refusal);
    const twice = weekOf([...week.items, { ...egg, ...dinner, portion: 1 }]);
    expect(summarize(weeks.moveItem(twice, { ...dinner, ...egg }, lunch))).toBe(refusal);
  });

  it('is pasted with its portion and its groups', () => {
    const outcome = weeks.addDish(weekOf([]), { ...egg, portion: 1.5, groups: ['教师'] }, dinner);
    expect(outcome).toMatchObject({ items: [{ ...dinner, ...egg, portion: 1.5, groups: ['教师'] }] });
  });

  it('is refused where the menu is full', () => {
    const many = Array.from({ length: 315 }, (_, index) => ({
      ...({ day: 1 + (index % 5), meal: 'lunch', portion: 1, name: '菜' } as const),
      dish: 1 + (index % 150),
    }));
    expect(summarize(weeks.addDish(weekOf(many), { dish: 1, name: '菜' }, dinner))).toBe(
      '一份食谱最多 315 道菜，请先移除几道。',
    );
    expect(summarize(weeks.addDish(weekOf(many.slice(0, 150)), { dish: 151, name: '菜' }, dinner))).toBe(
      '一份食谱最多 150 种不同的菜，请改用已有的菜。',
    );
  });
});

describe('a move', () => {
  it('goes to another slot or within its slot', () => {
    expect(summarize(weeks.moveItem(week, { ...lunch, ...rice }, dinner))).toBe(
      '3 lunch 番茄炒蛋 1; 3 lunch 紫菜蛋汤 1; 3 dinner 米饭 1',
    );
    expect(summarizeLunch(weeks.moveItem(week, { ...lunch, ...soup }, lunch, rice.dish))).toBe(
      '紫菜蛋汤 米饭 番茄炒蛋',
    );
    expect(summarizeLunch(weeks.moveItem(week, { ...lunch, ...rice }, lunch))).toBe('番茄炒蛋 紫菜蛋汤 米饭');
    expect(weeks.moveItem(week, { ...lunch, ...rice }, lunch, rice.dish)).toMatchObject({ items: week.items });
  });

  it('goes one position into the next meal or day, and no further than the week', () => {
    expect(summarizeLunch(weeks.nudgeItem(week, { ...lunch, ...soup }, 'up'))).toBe('米饭 紫菜蛋汤 番茄炒蛋');
    expect(summarizeLunch(weeks.nudgeItem(week, { ...lunch, ...rice }, 'down'))).toBe('番茄炒蛋 米饭 紫菜蛋汤');
    expect(summarizeLunch(weeks.nudgeItem(week, { ...lunch, ...egg }, 'down'))).toBe('米饭 紫菜蛋汤 番茄炒蛋');
    expect(summarize(weeks.nudgeItem(week, { ...lunch, ...rice }, 'up'))).toContain('3 breakfast 米饭');
    expect(summarize(weeks.nudgeItem(week, { ...lunch, ...soup }, 'down'))).toContain('3 dinner 紫菜蛋汤');
    expect(summarize(weeks.nudgeItem(week, { ...lunch, ...soup }, 'right'))).toContain('4 lunch 紫菜蛋汤');
    const friday = weekOf([{ ...egg, day: 5, meal: 'dinner', portion: 1 }]);
    expect(summarize(weeks.nudgeItem(friday, { day: 5, meal: 'dinner', ...egg }, 'right'))).toBe(
      '这边没有别的日子了。',
    );
    expect(summarize(weeks.nudgeItem(friday, { day: 5, meal: 'dinner', ...egg }, 'down'))).toBe('这边没有别的餐次了。');
  });

  it('is refused for a dish that is gone', () => {
    expect(summarize(weeks.moveItem(week, { ...dinner, dish: 9 }, lunch))).toBe('这道菜已不在这里，可能刚被同事移走。');
  });
});

describe('an item', () => {
  const id = { ...lunch, ...egg };

  it('has a portion from 0.1 to 10 in tenths', () => {
    expect(summarize(weeks.setPortion(week, id, 0.7 + 0.1))).toContain('番茄炒蛋 0.8');
    expect(summarize(weeks.setPortion(week, id, 0.04))).toBe('份量在 0.1 到 10 份之间。');
    expect(summarize(weeks.setPortion(week, id, 10.1))).toBe('份量在 0.1 到 10 份之间。');
    expect(summarize(weeks.setPortion(week, id, Number.NaN))).toBe('份量在 0.1 到 10 份之间。');
  });

  it('is for some groups or for all', () => {
    const some = weeks.setGroups(week, id, ['教师']);
    expect(some).toMatchObject({ summary: '番茄炒蛋 给教师', items: [{}, { groups: ['教师'] }, {}] });
    const all = weeks.setGroups(weekOf('items' in some ? some.items : []), id, []);
    expect('items' in all && all.items).toEqual(week.items);
  });

  it('is locked and unlocked, replaced and removed', () => {
    const locked = weeks.toggleLock(week, id);
    expect(locked).toMatchObject({ summary: '锁定 番茄炒蛋', items: [{}, { locked: true }, {}] });
    expect(weeks.toggleLock(weekOf('items' in locked ? locked.items : []), id)).toEqual({
      summary: '解锁 番茄炒蛋',
      items: week.items,
    });
    expect(summarizeLunch(weeks.replaceDish(week, id, { dish: 5, name: '木须肉' }))).toBe('米饭 木须肉 紫菜蛋汤');
    expect(summarizeLunch(weeks.removeItem(week, id))).toBe('米饭 紫菜蛋汤');
  });
});

describe('edits', () => {
  function apply(history: histories.History, outcome: weeks.Outcome): histories.History {
    return 'items' in outcome ? histories.recordEdit(history, outcome) : history;
  }

  it('are undone and redone, with labels', () => {
    const history = histories.beginHistory(week.items);
    expect(histories.describeUndo(history)).toEqual({});
    expect(histories.undo(histories.redo(history))).toEqual(history);
    const moved = apply(history, weeks.moveItem(week, { ...lunch, ...egg }, dinner));
    const removed = apply(moved, weeks.removeItem(weekOf(histories.listItems(moved)), { ...lunch, ...rice }));
    expect(histories.describeUndo(removed)).toEqual({ undo: '撤销：移除 米饭' });
    expect(histories.describeUndo(histories.undo(removed))).toEqual({
      undo: '撤销：移动 番茄炒蛋',
      redo: '重做：移除 米饭',
    });
    expect(histories.listItems(histories.undo(histories.undo(removed)))).toBe(week.items);
    const again = histories.redo(histories.redo(histories.undo(histories.undo(removed))));
    expect(histories.listItems(again)).toBe(histories.listItems(removed));
  });

  it('that were undone are lost after another edit', () => {
    const moved = apply(histories.beginHistory(week.items), weeks.moveItem(week, { ...lunch, ...egg }, dinner));
    const other = apply(histories.undo(moved), weeks.removeItem(week, { ...lunch, ...soup }));
    expect(histories.describeUndo(other)).toEqual({ undo: '撤销：移除 紫菜蛋汤' });
  });

  it("leave a colleague's changes when they are undone", () => {
    const moved = apply(histories.beginHistory(week.items), weeks.moveItem(week, { ...lunch, ...egg }, dinner));
    const shared = histories.rebaseHistory(moved, (items) => weeks.omitItem(items, { ...lunch, ...soup }));
    expect(histories.listItems(histories.undo(shared)).map(({ name }) => name)).toEqual(['米饭', '番茄炒蛋']);
  });
});

it('figures are rounded half up as sheets print them, not as their doubles would be', () => {
  expect([10.35, 1.005, 8.575, 1234.5].map(formatFigure)).toEqual(['10.4', '1.01', '8.58', '1,235']);
  expect(formatPercent(0.285)).toBe('29 %');
});
