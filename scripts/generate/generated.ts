import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderClient } from '../reference/client/render.ts';
import { collectTexts, readAnswers } from '../reference/document/documentation.ts';
import { renderOpenApi } from '../reference/document/openapi.ts';
import { collectEndpoints } from './declarations.ts';
import { renderServerlessFunctions } from './functions-yml.ts';
import { renderPinyinTable } from './pinyin-table.ts';

/** Name and text of each generated file: from the declarations and their texts, or from the dictionary. */
export async function renderGenerated(): Promise<ReadonlyMap<string, string>> {
  const declarations = await collectEndpoints();
  const [texts, answers] = await Promise.all([collectTexts(declarations), readAnswers()]);
  const documents = renderOpenApi(declarations, texts, answers);
  return new Map([
    ['functions/serverless.generated.yml', renderServerlessFunctions(declarations)],
    ['functions/openapi.generated.json', documents.en],
    ['functions/openapi.zh.generated.json', documents.zh],
    // One file without dependencies, for browsers and Node, to be copied into other projects.
    ['functions/catering.generated.ts', await renderClient(documents.en)],
    ['lib/text/pinyin.generated.ts', await renderPinyinTable()],
  ]);
}

/** Writes the generated files. `npm run generate` does, with what follows from the statements of the tests. */
export async function writeGenerated(): Promise<void> {
  for (const [path, text] of await renderGenerated()) await writeFile(join(import.meta.dirname, '../..', path), text);
}
