import * as z from 'zod/mini';
import { hasPermission } from '../../lib/auth/permissions.ts';
import { analyse } from '../../lib/domain/analysis/analyse.ts';
import { nutrient } from '../../lib/domain/analysis/figures.ts';
import { Analysis } from '../../lib/domain/analysis/shape.ts';
import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { freeze, thaw, withoutPrices } from '../../lib/domain/revision.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { findRevision, hashRevision } from '../../lib/store/menu/menu-revision.ts';
import { resolveMenu } from '../../lib/store/menu/resolved-menu.ts';
import { getMenuWithUnit } from '../../lib/store/menu/shown-menu.ts';

export const { endpoint, handler } = defineEndpoint('analyseMenu', 'GET /api/menu/analysis', {
  permission: 'menu.view',
  input: {
    id: about('A menu of the own unit, for the platform of any.', id()),
    revision: about('The number of a submission, from 1; absent: the present content.', z.optional(id())),
    nutrient: nutrient(),
  },
  output: Analysis,
  isVersioned: true,
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large', 'page_too_large'],
  summary:
    'What a menu gives each of its groups, and how its standard judges that. `value` is for one person and day. It is a ' +
    'lower bound where `coverage` is below 1. `cost` is in yuan; only callers who may see prices (item 21) get it. With ' +
    '`revision` everything is as it was at that submission.',
  example: { id: '1000006', revision: '1', nutrient: '蛋白质' },
  handle: async ({ input, caller, deps: { db }, language }) => {
    requireMenuAccess(caller, input.id);
    const [{ wholeMenu, unit }, submittedRevision] = await Promise.all([
      getMenuWithUnit(db, input.id),
      input.revision === undefined ? undefined : findRevision(db, input.id, input.revision),
    ]);
    if (input.revision !== undefined && !submittedRevision) throw new AppError('revision_not_found');
    // Present content is frozen as a submission would freeze it: the hash of that is its version.
    const revision = submittedRevision ?? freeze(await resolveMenu(db, unit, wholeMenu.content));
    const shownRevision = hasPermission(caller, 'price.view') ? revision : withoutPrices(revision);
    const body = analyse({ ...thaw(shownRevision), nutrient: input.nutrient, language });
    return new Answer({ body, version: hashRevision(shownRevision) });
  },
});
