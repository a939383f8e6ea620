import { type Markup, markup, trustedMarkup } from '../text/markup.ts';
import { PAGE_STYLE } from './page-style.ts';

/** Writes a page to print. `style` is added to the style of all pages. */
export function drawPage(title: string, content: Markup, style = ''): string {
  return markup`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trustedMarkup(PAGE_STYLE + style)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.toString();
}
