import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectEndpoints } from './build/declarations.ts';
import { renderServerlessFunctions } from './build/functions-yml.ts';
import { renderOpenApi } from './build/openapi.ts';

/** Name and text of each file that follows from the declarations in `functions/`. */
export async function renderGenerated(): Promise<ReadonlyMap<string, string>> {
  const declarations = await collectEndpoints();
  return new Map([
    ['functions/serverless.generated.yml', renderServerlessFunctions(declarations)],
    ['functions/openapi.generated.json', renderOpenApi(declarations)],
  ]);
}

if (import.meta.main) {
  for (const [path, text] of await renderGenerated()) await writeFile(join(import.meta.dirname, '..', path), text);
}
