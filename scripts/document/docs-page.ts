import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { DocsPage } from '../../lib/http/companion.ts';
import { type PackedText, packText } from '../../lib/http/packed.ts';

const require = createRequire(import.meta.url);
const FILES = [
  require.resolve('swagger-ui-dist/swagger-ui.css'),
  require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
];
const SCRIPT = "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true });";

/** Makes Swagger UI as one page. */
export async function makeDocsPage(): Promise<DocsPage> {
  const [style = '', renderer = ''] = await Promise.all(FILES.map((file) => readFile(file, 'utf8')));
  // A script that HTML can contain. The escaped forms mean the same in strings and patterns.
  const scripts = [renderer.replaceAll(/<(?=!--|\/script)/gi, '\\x3c'), SCRIPT];
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Catering management service</title>
<style>${style}</style>
<div id="swagger-ui"></div>
${scripts.map((script) => `<script>${script}</script>`).join('\n')}
`;
  return { page: pack(html), policy: renderPolicy(style, scripts) };
}

/** Renders the policy: the page loads nothing from elsewhere, and calls only the service that it came from. */
function renderPolicy(style: string, scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(' ')}`,
    `style-src ${hashSource(style)}`,
    'img-src data:',
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

/** Packs a text as functions send it, with an ETag of its own. */
export function pack(text: string): PackedText {
  return packText(text, `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`);
}
