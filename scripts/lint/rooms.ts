import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * The floors of the house, from the top. A file may import its own room and what lies on lower floors, so rooms of one
 * floor do not know each other. A file belongs to the longest name that it begins with.
 */
const floors: readonly (readonly string[])[] = [
  // It measures the service that the tests set up.
  ['scripts/bench/'],
  ['tests/'],
  ['scripts/'],
  ['workbench/'],
  ['functions/'],
  ['lib/http/'],
  ['lib/runtime/'],
  ['lib/auth/'],
  ['lib/store/guide.ts', 'lib/store/label.ts', 'lib/store/sweep.ts'],
  ['lib/store/unit-deletion.ts', 'lib/store/unit-restoration.ts'],
  ['lib/store/nouns.ts'],
  ['lib/store/screen/'],
  ['lib/store/menu/'],
  ['lib/store/ingredient/'],
  ['lib/store/calendar.ts', 'lib/store/dish/', 'lib/store/standard'],
  ['lib/store/unit/'],
  ['lib/store/user/'],
  ['lib/store/'],
  ['lib/table/', 'lib/sheets/'],
  ['lib/label/', 'lib/screen/', 'lib/spreadsheet/'],
  ['lib/domain/report/'],
  [
    'lib/domain/guide.ts',
    'lib/domain/label/',
    'lib/domain/menu-sheet/',
    'lib/domain/planner/',
    'lib/domain/purchase/',
    'lib/domain/screen/',
    'lib/domain/user/',
  ],
  ['lib/domain/revision-changes.ts'],
  ['lib/domain/revision.ts'],
  ['lib/domain/analysis/'],
  ['lib/domain/menu/'],
  ['lib/domain/'],
  ['lib/domain/ingredient/'],
  ['lib/domain/nutrient/'],
  ['lib/domain/values/'],
  ['lib/text/'],
  ['lib/errors.ts'],
  ['tables/'],
];

/** The imports that are forbidden although they lie below, or come from a package. */
const forbiddenImports: readonly { readonly from: RegExp; readonly to: RegExp; readonly why: string }[] = [
  {
    from: /^(functions|workbench|tables|lib(?!\/table\/|\/runtime\/parameter\.ts))\b/,
    to: /^@(aws-sdk|smithy)\//,
    why: 'lib/table alone speaks to DynamoDB',
  },
  {
    from: /^workbench\//,
    to: /^(functions|lib|tables|node:|zod\b)/,
    why: 'the workbench is a front end like any other: it has the calls, and the types of the document',
  },
  { from: /^scripts\/bench\//, to: /^tests\/(?!support\/)/, why: 'the bench uses tests/support alone' },
  { from: /^functions\/(?!link\/open-link\.ts)/, to: /^functions\//, why: 'a function imports no other function' },
  { from: /^functions\//, to: /^(tables|lib\/table)\//, why: 'functions/ leaves the table to lib/store' },
  {
    from: /^lib\/http\//,
    to: /^(tables|lib\/table|lib\/store\/(?!idempotency\.ts|operation\.ts)|lib\/domain)\b/,
    why: 'lib/http leaves the table to lib/store, and knows no nouns',
  },
  { from: /^lib\/(auth|domain)\//, to: /^tables\/keys\.ts/, why: 'lib/store and lib/table alone make keys' },
  { from: /^lib\/(sheets|label|screen|spreadsheet)\//, to: /^tables\//, why: 'what draws and reads is given its data' },
  { from: /^lib\/(sheets|label|domain)\//, to: /^node:/, why: 'this room does no input and output' },
  { from: /^lib\/(screen|spreadsheet)\//, to: /^node:fs/, why: 'this room has no files' },
];

const rooms = floors
  .flatMap((names, floor) => names.map((name) => ({ name, floor })))
  .toSorted((a, b) => b.name.length - a.name.length);

/** Returns why a file may not import a path below the root or a package; undefined if it may. */
function findRefusal(file: string, imported: string): string | undefined {
  const findRoom = (path: string) => rooms.find(({ name }) => path.startsWith(name));
  const from = findRoom(file);
  const to = findRoom(imported);
  if (!from) return 'it belongs to no room';
  if (to && to.floor < from.floor) return `imports run downwards: ${from.name} lies below ${to.name}`;
  if (to && to.floor === from.floor && to.name !== from.name) return `${from.name} and ${to.name} share a floor`;
  return forbiddenImports.find((rule) => rule.from.test(file) && rule.to.test(imported))?.why;
}

/** Returns a line for each import of a file that the rooms refuse. The path is relative to the root; types count as well. */
export function listRefusedImports(file: string, source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(({ 1: specifier = '', index }) => {
    const imported = specifier.startsWith('.') ? join(dirname(file), specifier) : specifier;
    const why = findRefusal(file, imported);
    return why ? [`${file}:${source.slice(0, index).split('\n').length} imports ${imported}: ${why}.`] : [];
  });
}

function main(): void {
  const files = globSync('{functions,lib,scripts,tables,tests,workbench}/**/*.{ts,tsx,cjs,mjs}', { cwd: ROOT });
  const refusals = files.flatMap((file) => listRefusedImports(file, readFileSync(join(ROOT, file), 'utf8')));
  for (const line of refusals) console.error(line);
  console.log(`Read the imports of ${files.length} files: the rooms refuse ${refusals.length}.`);
  process.exitCode = refusals.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
