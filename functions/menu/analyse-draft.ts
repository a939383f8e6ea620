import { hasPermission } from '../../lib/auth/permissions.ts';
import { analyse } from '../../lib/domain/analysis/analyse.ts';
import { nutrient } from '../../lib/domain/analysis/figures.ts';
import { Analysis } from '../../lib/domain/analysis/shape.ts';
import { menuFields, newMenuContent } from '../../lib/domain/menu/menu-fields.ts';
import { findMisfits } from '../../lib/domain/menu/misfits.ts';
import { required } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { chooseOnlyStandard, resolveMenu, withStandard } from '../../lib/store/menu/resolved-menu.ts';
import { getUnit } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('analyseDraft', 'POST /api/menu/analysis', {
  permission: ['menu.create', 'menu.edit'],
  input: {
    ...menuFields,
    start: required(menuFields.start),
    groups: required(menuFields.groups),
    nutrient: nutrient(),
  },
  output: Analysis,
  reasons: ['unit_not_found', 'menu_too_large', 'page_too_large'],
  summary: 'Analyses a menu that is not stored, as `GET /api/menu/analysis` analyses a stored one.',
  example: {
    name: '第二周',
    start: '2026-09-14',
    days: '1',
    meals: 'lunch',
    groups: '[{"level":"轻体力","people":320}]',
    standard: '1',
    items: '[{"day":1,"meal":"lunch","dish":1000002}]',
    nutrient: 'protein',
  },
  handle: async ({ input: { nutrient: requestedNutrient, ...facts }, caller, deps, language }) => {
    const content = newMenuContent({ ...facts, name: facts.name ?? '' });
    const misfits = findMisfits(content);
    if (misfits.length > 0) throw new AppError('invalid_input', { fields: misfits });
    // By `null` the caller wants no standard; without the field, the only one of the unit judges.
    const [unit, judgedContent] = await Promise.all([
      getUnit(deps.db, caller.vender),
      withStandard(deps.db, caller.vender, content, facts.standard === null ? undefined : chooseOnlyStandard),
    ]);
    const menu = await resolveMenu(deps.db, unit, judgedContent);
    const prices = hasPermission(caller, 'price.view') ? menu.prices : undefined;
    return analyse({ ...menu, prices, nutrient: requestedNutrient, language });
  },
});
