import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import type { Logged } from '../../lib/http/endpoint.ts';
import { collectDeclarations } from '../generate/declarations.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = 'workbench/main.tsx';
const ICON = 'icon.svg';

const bundling = {
  absWorkingDir: ROOT,
  entryPoints: [MAIN],
  outdir: 'workbench',
  write: false,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['chrome109', 'firefox115', 'safari15.6'],
  // The drag-and-drop library has its modern code in `module:es2019`.
  mainFields: ['module:es2019', 'module', 'main'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  // Refuses a class name that its stylesheet lacks.
  logOverride: { 'import-is-undefined': 'error' },
} satisfies BuildOptions;

interface BuiltWorkbench {
  readonly html: string;
  /** The text of each file by its name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Bundles the workbench. Its code is split by page. */
export async function buildWorkbench(): Promise<BuiltWorkbench> {
  const [{ metafile, outputFiles }, icon] = await Promise.all([
    build({ ...bundling, define: { LOGGED: JSON.stringify(await collectLogTexts()) } }),
    readFile(join(ROOT, 'workbench', ICON), 'utf8'),
  ]);
  // The main stylesheet contains those of all pages, since a browser would not load the stylesheet of a later page.
  const includedFiles = outputFiles.filter(({ path }) => !path.endsWith('.css') || basename(path).startsWith('main-'));
  const files = new Map(includedFiles.map(({ path, text }) => [basename(path), text]));
  return { html: renderPage(metafile), files: files.set(ICON, icon) };
}

/** Collects what the log page says of each call, by the endpoint's id. */
async function collectLogTexts(): Promise<Readonly<Record<string, Logged>>> {
  const { endpoints } = await collectDeclarations();
  return Object.fromEntries(endpoints.flatMap(({ declaration: { id, logged } }) => (logged ? [[id, logged]] : [])));
}

/** Renders the page. It preloads the imports of the main script, so that browsers fetch them in parallel. */
function renderPage({ outputs }: Metafile): string {
  const [main] = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint === MAIN);
  const [script = '', output] = main ?? [];
  if (output?.cssBundle === undefined) throw new Error(`${MAIN} imports no style`);
  const toPreload = (path: string) => `<link rel="modulepreload" href="${toUrl(path)}">\n`;
  const preloads = [...listImports(outputs, script)].map(toPreload);
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>配餐</title>
<link rel="icon" href="/workbench/${ICON}">
<script type="module" src="${toUrl(script)}"></script>
<link rel="stylesheet" href="${toUrl(output.cssBundle)}">
${preloads.join('')}</head>
<body>
<div id="app"></div>
<noscript>配餐需要 JavaScript。请在浏览器设置中允许它，然后刷新本页。</noscript>
</body>
</html>
`;
}

/** Lists the static imports of a file, direct and indirect. */
function listImports(outputs: Metafile['outputs'], path: string, imports = new Set<string>()): Set<string> {
  for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
    if (kind !== 'import-statement' || imports.has(imported)) continue;
    imports.add(imported);
    listImports(outputs, imported, imports);
  }
  return imports;
}

function toUrl(path: string): string {
  return `/workbench/${basename(path)}`;
}
