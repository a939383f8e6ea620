import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocument } from './document.ts';
import { formatCode } from './format.ts';
import { renderMethod } from './operation.ts';

const PARTS = ['md5.ts', 'connection.ts'];

/** The TypeScript file of the client for the service of an OpenAPI document. */
export async function renderClient(document: string): Promise<string> {
  const { operations, reasons } = readDocument(document);
  const methods = operations.map(renderMethod);
  const parts = await Promise.all(PARTS.map(readPart));
  const sections = [
    '// Written by npm run generate from functions/openapi.generated.json; never edited.',
    renderReasons(reasons),
    ...parts,
    ...methods.flatMap(({ types }) => types),
    `/** The service: a method for each of its calls. */\nexport class CateringClient extends Connection {
${methods.map(({ code }) => code).join('\n\n')}\n}`,
  ];
  return formatCode(sections.join('\n\n'));
}

/** The code of a part of the client, without its imports: all parts are put into one file. */
async function readPart(file: string): Promise<string> {
  const code = await readFile(join(import.meta.dirname, 'parts', file), 'utf8');
  return code.replaceAll(/^import .*\n/gm, '').trim();
}

function renderReasons(reasons: readonly string[]): string {
  return `/** Every reason of the service for a failure. */
export const allReasons = [
${reasons.map((reason) => `  '${reason}',`).join('\n')}
] as const;

export type Reason = (typeof allReasons)[number];`;
}
