import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ANSWERS, readRecorded } from '../../scripts/document/recorded.ts';
import { renderPinyinTable } from '../../scripts/generate/pinyin-table.ts';
import { recordAnswers } from '../examples/record.ts';
import { buildWorld } from '../examples/world.ts';
import { startService } from '../support/service/service.ts';

const ROOT = join(import.meta.dirname, '../..');

// npm run generate: the readings of characters, and the answers to the examples of the declarations.
await writeFile(join(ROOT, 'lib/text/pinyin.generated.ts'), await renderPinyinTable());
const service = await startService();
const answers = await recordAnswers(await buildWorld(service), [...service.endpoints.values()]);
await service.stop();
// The table returns the members of an object in any order: an equal answer stays as it was written.
const former = await readRecorded();
const lines = answers.map((one) => JSON.stringify(former.find((other) => isDeepStrictEqual(other, one)) ?? one));
await writeFile(ANSWERS, `${lines.join('\n')}\n`);
