import * as z from 'zod/mini';
import { labelPermissions } from '../../lib/auth/permissions.ts';
import { requireAllVisible } from '../../lib/domain/dish.ts';
import { LabelRecord, MAX_LABELS, makeLabel } from '../../lib/domain/label/label.ts';
import { chooseEdition } from '../../lib/domain/nutrient/edition.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { toId } from '../../lib/domain/values/id.ts';
import { idSequence } from '../../lib/domain/values/list-fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { findDishes } from '../../lib/store/dish/dish.ts';
import { weighDishes } from '../../lib/store/label.ts';

export const { endpoint, handler } = defineEndpoint('getLabels', 'GET /api/dish/label', {
  permission: labelPermissions,
  input: {
    ids: about('Dishes of the own unit or the library; one named twice has two labels.', idSequence(MAX_LABELS, 1)),
  },
  output: z.array(LabelRecord),
  reasons: ['dish_not_found', 'page_too_large'],
  summary:
    'Nutrition labels of dishes, one for each id in their order: the exact sums of the catalogue. `missing` ' +
    'names ingredients whose value is unknown; printed labels are rounded as GB 28050 says.',
  example: { ids: '1000001,1' },
  handle: async ({ input, caller, deps }) => {
    const dishes = await findDishes(deps.db, input.ids);
    const weighedDishes = await weighDishes(deps.db, requireAllVisible(caller, input, dishes));
    const edition = chooseEdition(deps.now(), deps.env);
    return weighedDishes.map((dish) => ({ id: toId(dish.vender, dish.number), ...makeLabel(dish, edition) }));
  },
});
