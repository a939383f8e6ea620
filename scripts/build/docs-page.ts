import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { DOCS_PAGE, type DocsPage } from '../../lib/http/docs.ts';
import { listInputs } from './kept-outputs.ts';
import { pack } from './pack.ts';
import { replaceWhole } from './replace-whole.ts';

const require = createRequire(import.meta.url);
const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'scripts/reference/page');
const SCRIPT = 'scripts/reference/page/page.ts';

/** What stands in the template for each part of the page. */
const PLACES = { style: '/*style*/', renderer: '/*renderer*/', script: '/*script*/' } as const;

/** Builds the reference page, leaves it where its function looks for it, and gives the paths of the files it was made of. */
export async function writeDocsPage(root = ROOT): Promise<string[]> {
  const { page, inputs } = await buildDocsPage();
  await replaceWhole(join(root, DOCS_PAGE), JSON.stringify(page));
  return inputs;
}

/** The reference page, whole in one text, and the policy under which nothing but its own parts can run. */
async function buildDocsPage(): Promise<{ page: DocsPage; inputs: string[] }> {
  const renderer = dirname(require.resolve('swagger-ui-dist/package.json'));
  const [template, rendererStyle, style, rendererScript, script] = await Promise.all([
    readFile(join(SOURCES, 'page.html'), 'utf8'),
    readFile(join(renderer, 'swagger-ui.css'), 'utf8'),
    readFile(join(SOURCES, 'page.css'), 'utf8'),
    readFile(join(renderer, 'swagger-ui-bundle.js'), 'utf8'),
    bundleScript(),
  ]);
  const parts = {
    style: withoutMap(`${rendererStyle}\n${style}`),
    renderer: escapeScript(withOneMain(withoutMap(rendererScript))),
    script: escapeScript(script.text),
  };
  const html = (['style', 'renderer', 'script'] as const).reduce(
    // By a function: a text would have its `$` read as references.
    (text, name) => text.replace(PLACES[name], () => parts[name]),
    template,
  );
  const page = { page: pack(html), policy: renderPolicy(parts) };
  const files = [join(SOURCES, 'page.html'), join(SOURCES, 'page.css')];
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) files.push(join(renderer, name));
  return { page, inputs: [...files, ...script.inputs.map((path) => join(ROOT, path))] };
}

async function bundleScript(): Promise<{ text: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [SCRIPT],
    metafile: true,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  });
  return { text: outputFiles[0]?.text ?? '', inputs: listInputs(metafile, SCRIPT) };
}

/** The map is not served: a browser's tools would ask for it in vain. */
function withoutMap(text: string): string {
  return text.replaceAll(/\n?(\/\/|\/\*)# sourceMappingURL=\S+( \*\/)?/g, '');
}

/** Makes the renderer's main part an ordinary one: a page has one, which is that of the template. @throws Error where it has none. */
function withOneMain(text: string): string {
  const [before, after, ...more] = text.split('createElement("main",{id:"operations"');
  if (after === undefined || more.length > 0) throw new Error('the renderer has another main part than it had');
  return `${before}createElement("div",{id:"operations"${after}`;
}

/** A script as it can stand in HTML, which would take these for its own; in strings and patterns they mean the same. */
function escapeScript(text: string): string {
  return text.replaceAll(/<(?=!--|\/script)/gi, '\\x3c');
}

/** The page takes nothing from elsewhere and calls only the service that it came from. */
function renderPolicy({ style, renderer, script }: Readonly<Record<keyof typeof PLACES, string>>): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash(renderer)}' 'sha256-${hash(script)}'`,
    `style-src 'sha256-${hash(style)}'`,
    'img-src data:',
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
