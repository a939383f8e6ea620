import * as z from 'zod/mini';
import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { thaw } from '../../lib/domain/revision.ts';
import { listChanges, MenuChanges } from '../../lib/domain/revision-changes.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { getWholeMenu } from '../../lib/store/menu/menu.ts';
import { getRevision } from '../../lib/store/menu/menu-revision.ts';

const revisionNumber = z.optional(id());

export const { endpoint, handler } = defineEndpoint('compareRevisions', 'GET /api/menu/changes', {
  permission: 'menu.view',
  input: {
    id: about('A menu of the own unit, for the platform of any.', id()),
    from: about('The number of the earlier submission, from 1; absent: the live one, if any.', revisionNumber),
    to: about('The number of the later submission; absent: the last one.', revisionNumber),
  },
  output: MenuChanges,
  reasons: ['menu_not_found', 'revision_not_found'],
  summary:
    'What differs between two submissions of a menu, such as the live one and the one that waits: items added, removed ' +
    'or served otherwise, groups, dishes with other ingredients, and judgements of the mean of the days.',
  example: { id: '1000006', from: '1', to: '1' },
  handle: async ({ input, caller, deps: { db } }) => {
    requireMenuAccess(caller, input.id);
    const { menu } = await getWholeMenu(db, locate(input.id).unit, input.id);
    const { from = menu.live?.revision, to = menu.revision } = input;
    // A menu that was never submitted is at revision 0.
    if (to === 0) throw new AppError('revision_not_found');
    const [before, after] = await Promise.all([
      from === undefined ? undefined : getRevision(db, input.id, from),
      getRevision(db, input.id, to),
    ]);
    const changes = listChanges(before && thaw(before), thaw(after));
    return { ...(from === undefined ? {} : { from }), to, ...changes };
  },
});
