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

/** The placeholder of each part of the page in the template. */
const PLACES = { style: '/*style*/', renderer: '/*renderer*/', script: '/*script*/' } as const;

/** Builds the reference page, writes it where its function reads it, and returns the paths of its source files. */
export async function writeDocsPage(root = ROOT): Promise<string[]> {
  const { page, inputs } = await buildDocsPage();
  await replaceWhole(join(root, DOCS_PAGE), JSON.stringify(page));
  return inputs;
}

/** The reference page as one text, and the policy that lets only its own parts run. */
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
    // A replacing function, since `$` has a meaning in a replacing text.
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

/** The text without the reference to its source map, which is not served. */
function withoutMap(text: string): string {
  return text.replaceAll(/\n?(\/\/|\/\*)# sourceMappingURL=\S+( \*\/)?/g, '');
}

/**
 * Makes the renderer's `main` element an ordinary one: a page may have only one, which is in the template.
 * @throws Error where the renderer has none.
 */
function withOneMain(text: string): string {
  const [before, after, ...more] = text.split('createElement("main",{id:"operations"');
  if (after === undefined || more.length > 0) throw new Error('the renderer has another main part than it had');
  return `${before}createElement("div",{id:"operations"${after}`;
}

/** A script that HTML can contain. The escaped forms mean the same in strings and patterns. */
function escapeScript(text: string): string {
  return text.replaceAll(/<(?=!--|\/script)/gi, '\\x3c');
}

/** The page loads nothing from elsewhere and calls only the service that it came from. */
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
