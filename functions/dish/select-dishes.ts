import * as z from 'zod/mini';
import { hasPermission } from '../../lib/auth/permissions.ts';
import { DishChoiceWithFigures, toDishChoice } from '../../lib/domain/analysis/dish-figures.ts';
import { chooseSearchedUnit, toDishRecord } from '../../lib/domain/dish.ts';
import { MAX_GROUPS } from '../../lib/domain/menu/menu-groups.ts';
import { about, boolean, keyword, unitParameter } from '../../lib/domain/values/fields.ts';
import { toId } from '../../lib/domain/values/id.ts';
import { idList } from '../../lib/domain/values/list-fields.ts';
import { MAX_MATCHES } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { selectDishes } from '../../lib/store/dish/dish-selection.ts';
import { readFoodFacts } from '../../lib/store/menu/resolved-menu.ts';
import { findStandards } from '../../lib/store/standard.ts';
import { requireRequestedUnit } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('selectDishes', 'GET /api/dish/select', {
  permission: ['dish.view', 'dish.create', 'dish.edit', 'menu.view', 'menu.create', 'menu.edit'],
  input: {
    vender: unitParameter(),
    keyword: keyword(),
    figures: about('Whether each comes with the `figures` of one portion.', z.optional(boolean())),
    // As many as a menu can name: its own, and one for each group.
    standards: about(
      'Standards of the own unit; the `figures` then say in `forbidden` whether one of them forbids the dish.',
      z.optional(idList(MAX_GROUPS + 1)),
    ),
  },
  output: z.array(DishChoiceWithFigures),
  reasons: ['foreign_unit', 'unit_not_found', 'too_many_matches', 'page_too_large'],
  summary: 'Dishes of the own unit or the library to choose from, newest first and without pages.',
  example: { vender: '1', keyword: 'fqcd', figures: 'true' },
  handle: async ({ input, caller, deps }) => {
    const unit = chooseSearchedUnit(caller, input.vender);
    const [dishes] = await Promise.all([
      selectDishes(deps.db, unit, { keyword: input.keyword }, MAX_MATCHES),
      requireRequestedUnit(deps.db, caller.vender, input.vender),
    ]);
    if (input.figures !== true) return dishes.map((dish) => toDishRecord(dish));
    const onlyUnit = caller.side === 'business' ? caller.vender : undefined;
    const dishById = new Map(dishes.map((dish) => [toId(dish.vender, dish.number), dish]));
    const [foodFacts, standards] = await Promise.all([
      readFoodFacts(deps.db, caller.vender, dishById, hasPermission(caller, 'price.view')),
      input.standards && findStandards(deps.db, input.standards, onlyUnit),
    ]);
    return dishes.map((dish) => toDishChoice(dish, foodFacts, standards));
  },
});
