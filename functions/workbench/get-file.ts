import * as z from 'zod/mini';
import { about } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import type { ContentType } from '../../lib/http/file-answer.ts';
import { answerPacked } from '../../lib/http/packed.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { readWorkbenchFiles } from '../../lib/http/workbench.ts';

const SCRIPT = 'text/javascript';
const STYLE = 'text/css';
const PICTURE = 'image/svg+xml';

const contentTypeByEnding = new Map<string | undefined, ContentType>([
  ['js', SCRIPT],
  ['css', STYLE],
  ['svg', PICTURE],
]);

/** The one file whose name does not change with its content. */
const ICON_FILE = 'icon.svg';

export const { endpoint, handler } = defineEndpoint({
  id: 'getFile',
  route: 'GET /workbench/{file}',
  side: 'public',
  input: { file: about('The name by which the page or another file refers to it.', z.string()) },
  contentType: [SCRIPT, STYLE, PICTURE],
  reasons: ['not_found'],
  summary: 'A file of the workbench: script, style or icon. A new release has new names, so files may be cached.',
  examples: [{ file: ICON_FILE }],
  handle: ({ input: { file }, headers }) => {
    const packedFile = readWorkbenchFiles().get(file);
    const type = contentTypeByEnding.get(file.split('.').at(-1));
    if (packedFile === undefined || type === undefined) throw new AppError('not_found');
    const cache = file === ICON_FILE ? 'no-cache' : 'public, max-age=31536000, immutable';
    return answerPacked(packedFile, headers, { type, headers: { 'cache-control': cache } });
  },
});
