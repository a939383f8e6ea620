import * as z from 'zod/mini';
import { demandOwn, locateDish } from '../../lib/domain/dish.ts';
import { id } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { demandOneFile, readUpload } from '../../lib/http/upload.ts';
import { makeIcon } from '../../lib/picture/icon-picture.ts';
import { findDish } from '../../lib/store/dish/dish.ts';
import { updateDish } from '../../lib/store/dish/dish-change.ts';

export const endpoint = defineEndpoint({
  id: 'setDishIcon',
  route: 'PUT /api/dish/icon',
  side: 'any',
  permission: 'dish.edit',
  access: 'write',
  // This much memory brings a whole core. A picture of 24 megapixels takes up to 1.5 s of a core, and 350 MB.
  memory: 1769,
  upload: readUpload,
  isUpload: true,
  input: z.object({ id: id() }),
  isVersioned: true,
  reasons: ['dish_not_found', 'changed_meanwhile'],
  summary: {
    zh: '用上传的图片制作方形小图，作为菜品的图标',
    en: 'Make a small square picture of an uploaded one, as the icon of a dish',
  },
  prefetch: ({ input, deps }) => findDish(deps.db, input.id),
  handle: async ({ input: { id: one }, files, caller, deps, prefetched, isTimeUp, isMeant }) => {
    demandOwn(caller, locateDish(one).unit);
    if (!prefetched) throw new AppError('dish_not_found');
    if (!isMeant(prefetched.version)) throw new AppError('changed_meanwhile');
    const icon = { data: await makeIcon(demandOneFile(files).bytes), file: '' };
    await updateDish(
      deps.db,
      one,
      { icon },
      { units: undefined, isMeant, now: deps.now(), isTimeUp, known: prefetched },
    );
  },
});

export const handler = serve(endpoint);
