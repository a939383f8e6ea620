import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ANSWERS, readRecordedAnswers } from '../../scripts/document/recorded.ts';
import { renderPinyinTable } from '../../scripts/generate/pinyin-table.ts';
import { fillWorld } from '../examples/full-world.ts';
import { recordAnswers } from '../examples/record.ts';
import { recordTable } from '../examples/record-table.ts';
import { buildWorld } from '../examples/world.ts';
import { startService } from '../support/service/service.ts';
import { dumpTable } from '../support/service/table-dump.ts';
import { findNewPaths, PRESENT, readRecordedTables, writeRecordedTable } from '../support/table/recorded-table.ts';

const ROOT = join(import.meta.dirname, '../..');

// npm run generate: the readings of characters, the answers to the examples of the declarations, and the present table.
await writeFile(join(ROOT, 'lib/text/pinyin.generated.ts'), await renderPinyinTable());
const service = await startService();
const answers = await recordAnswers(await buildWorld(service), [...service.endpoints.values()]);
await service.stop();
// The table returns the members of an object in any order: an equal answer stays as it was written.
const former = await readRecordedAnswers();
const lines = answers.map((answer) =>
  JSON.stringify(former.find((other) => isDeepStrictEqual(other, answer)) ?? answer),
);
await writeFile(ANSWERS, `${lines.join('\n')}\n`);

// The table is recorded again only where it has what no recorded one has.
const second = await startService();
const full = await fillWorld(await buildWorld(second));
const isNew = findNewPaths(await dumpTable(second), await readRecordedTables()).length > 0;
if (isNew) await writeRecordedTable(PRESENT, await recordTable(full));
await second.stop();
