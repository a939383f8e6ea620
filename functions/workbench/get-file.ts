import * as z from 'zod/mini';
import { about } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { findWorkbenchFile } from '../../lib/http/companion.ts';
import { findContentType } from '../../lib/http/file-answer.ts';
import { answerPacked } from '../../lib/http/packed.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

/** The one file whose name does not change with its content. */
const ICON_FILE = 'icon.svg';

export const { endpoint, handler } = defineEndpoint('getFile', 'GET /workbench/{file}', {
  callers: 'public',
  input: { file: about('The name by which the page or another file refers to it.', z.string()) },
  contentType: ['text/javascript', 'text/css', 'image/svg+xml'],
  reasons: ['not_found'],
  summary: 'A file of the workbench: script, style or icon. A new release has new names, so files may be cached.',
  example: { file: ICON_FILE },
  handle: ({ input: { file }, headers }) => {
    const packedFile = findWorkbenchFile(file);
    const type = findContentType(file);
    if (packedFile === undefined || type === undefined) throw new AppError('not_found');
    const cache = file === ICON_FILE ? 'no-cache' : 'public, max-age=31536000, immutable';
    return answerPacked(packedFile, headers, { type, headers: { 'cache-control': cache } });
  },
});
