import { type DishWithIcon, listDishes } from '../../lib/store/dish/dish.ts';
import { type NumberedDish, RESTORED_PER_TRANSACTION, restoreDishes } from '../../lib/store/dish/dish-placement.ts';
import type { LineOf } from './line.ts';
import type { MemberForm } from './member-form.ts';

/** How many dishes are read at once, with icons of up to 50 KB. */
const READ_AT_ONCE = 50;

/** Dishes in the file of their unit. Pages begin with the newest dish, so the last page is read first. */
export const dishForm: MemberForm<'dish'> = {
  many: { en: 'dishes', zh: '道菜品' },
  restoredAtOnce: RESTORED_PER_TRANSACTION,
  async *read(db, unit, head) {
    for (let pageNo = Math.ceil(head.total / READ_AT_ONCE) - 1; pageNo >= 0; pageNo--) {
      const page = await listDishes(db, unit, { pageNo, pageSize: READ_AT_ONCE }, {}, { firstHead: head });
      yield* page.content.toReversed().map(toLine);
    }
  },
  restore: (db, unit, lines) => restoreDishes(db, unit, lines.map(toNumberedDish)),
};

function toLine({ dish, icon }: DishWithIcon): LineOf<'dish'> {
  const { number, name, mark, poly, month, ingredient, iconFile, modify } = dish;
  // A line is checked before it is written.
  return { type: 'dish', number, name, mark, poly, month, ingredient, iconFile, icon, modify };
}

function toNumberedDish({ type: _type, number, icon, ...facts }: LineOf<'dish'>): NumberedDish {
  return { number, icon, content: { ...facts, hasIcon: icon !== '' } };
}
