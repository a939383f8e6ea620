import type { PrintedLabel } from '../domain/label/printed-label.ts';
import { joinMarkup, markup, trustedMarkup } from '../text/markup.ts';
import { PAGE } from './label-design.ts';
import { drawLabel, LABEL_STYLE } from './label-picture.ts';

/** Labels have margins, so the page needs none. */
const SHEET_STYLE = `@page{size:${PAGE.width}mm ${PAGE.height}mm;margin:0}
body{margin:0}
svg{display:block;width:${PAGE.width}mm;height:${PAGE.height}mm;overflow:hidden;break-inside:avoid}
svg+svg{break-before:page}
@media screen{body{background:#ddd;padding:1px}svg{background:#fff;margin:8mm auto;box-shadow:0 1mm 3mm #888}}`;

/** Writes labels as a page for a browser. Each label is printed on its own A6 page. */
export function drawLabelSheet(labels: readonly PrintedLabel[]): string {
  const [first] = labels;
  const title = labels.length === 1 ? (first?.name ?? '') : `${first?.name} 等 ${labels.length} 道菜`;
  return markup`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} 营养标签</title>
<style>${trustedMarkup(SHEET_STYLE)}
${trustedMarkup(LABEL_STYLE)}</style>
</head>
<body>
<main>
${joinMarkup(labels.map((label) => drawLabel(label)))}
</main>
</body>
</html>
`.toString();
}
