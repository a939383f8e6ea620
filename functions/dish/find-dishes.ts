import * as z from 'zod/mini';
import {
  DishRecord,
  demandVisible,
  dishMarks,
  dishPolys,
  requireSearched,
  toDishRecord,
  unitToSearch,
} from '../../lib/domain/dish.ts';
import { boolean, code, emptyOrChoice, id, integer, keyword, paging } from '../../lib/domain/values/fields.ts';
import { pageOf } from '../../lib/domain/values/page.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Bare, Versioned } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { findDish, findWithIcon, listDishes, readDishesHead } from '../../lib/store/dish/dish.ts';
import { demandAskedUnit } from '../../lib/store/unit/unit.ts';

export const endpoint = defineEndpoint({
  id: 'findDishes',
  route: 'GET /api/dish',
  side: 'any',
  permission: ['dish.view', 'dish.create', 'dish.edit', 'dish.delete'],
  access: 'read',
  input: z.object({
    id: z.optional(id()),
    vender: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
    keyword: keyword(),
    mark: emptyOrChoice(dishMarks),
    poly: emptyOrChoice(dishPolys),
    month: z.optional(integer(1, 12)),
    ingredient: z.optional(code()),
    icons: z.optional(boolean()),
    ...paging,
  }),
  output: pageOf(DishRecord),
  bareOutput: DishRecord,
  isVersioned: true,
  reasons: ['dish_not_found', 'foreign_unit', 'unit_not_found', 'page_too_large'],
  summary: {
    zh: '带 id：该菜品，不带外层结构。不带 id：本单位或菜品库的菜品，最新的在前，分页',
    en: 'With id: that dish, without an envelope. Without: dishes of the own unit or the library, newest first, by page',
  },
  prefetch: async ({ input: { id: one, vender }, session, deps }) => {
    if (one !== undefined) return { head: undefined, found: await findDish(deps.db, one) };
    const head = readDishesHead(deps.db, unitToSearch(session.vender, vender));
    await Promise.all([head, demandAskedUnit(deps.db, session.vender, vender)]);
    return { head: await head, found: undefined };
  },
  handle: async ({ input, caller, deps, prefetched: { head, found } }) => {
    const { id: one, vender, pageNo, pageSize, icons: withIcons = true, ...filter } = input;
    if (one !== undefined) {
      if (!found) throw new AppError('dish_not_found');
      demandVisible(caller, found.vender);
      const shown = withIcons ? await findWithIcon(deps.db, found) : { dish: found, icon: '' };
      if (!shown) throw new AppError('dish_not_found');
      const { dish, icon } = shown;
      return new Versioned(new Bare(toDishRecord(dish, { icon, withIcons })), dish.version);
    }
    const unit = requireSearched(caller, vender);
    const page = await listDishes(deps.db, unit, { pageNo, pageSize }, filter, {
      firstHead: head,
      withIcons,
    });
    return { ...page, content: page.content.map(({ dish, icon }) => toDishRecord(dish, { icon, withIcons })) };
  },
});

export const handler = serve(endpoint);
