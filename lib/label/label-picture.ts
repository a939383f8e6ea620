import type { PrintedLabel } from '../domain/label/printed-label.ts';
import { joinMarkup, type Markup, markup, trustedMarkup } from '../text/markup.ts';
import { CONTENT_AREA, MARGIN, PAGE, PART_GAP } from './label-design.ts';
import { layOut } from './label-fit.ts';
import type { TextBlock } from './label-layout.ts';
import { drawTable } from './label-table.ts';
import { writeText } from './svg-text.ts';

/** Everything is black, since printers print grey as dots. The fonts are those of Chinese systems. */
const LABEL_STYLE = `text{font-family:"Noto Sans CJK SC","Source Han Sans SC","Noto Sans SC","PingFang SC",
"Microsoft YaHei","SimHei",sans-serif;fill:#000;white-space:pre}
.bold{font-weight:700}.end{text-anchor:end}.middle{text-anchor:middle}
line,rect{stroke:#000;fill:none}`;

/** Labels have margins, so the page needs none. */
const SHEET_STYLE = `@page{size:${PAGE.width}mm ${PAGE.height}mm;margin:0}
body{margin:0}
svg{display:block;width:${PAGE.width}mm;height:${PAGE.height}mm;overflow:hidden;break-inside:avoid}
svg+svg{break-before:page}
@media screen{body{background:#ddd;padding:1px}svg{background:#fff;margin:8mm auto;box-shadow:0 1mm 3mm #888}}`;

/** Draws the label as an SVG document of A6 size. */
export function drawLabelPicture(label: PrintedLabel): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${drawLabel(label, markup`<style>${trustedMarkup(LABEL_STYLE)}</style>`)}\n`;
}

/** Draws labels as a page for a browser. Each label is printed on its own A6 page. */
export function drawLabelSheet(labels: readonly PrintedLabel[]): string {
  const firstName = labels[0]?.name ?? '';
  const title = labels.length === 1 ? firstName : `${firstName} 等 ${labels.length} 道菜`;
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

/** Draws the label as an `svg` that begins with `head`. Its texts are text elements: to select, search and read out. */
function drawLabel(label: PrintedLabel, head?: Markup): Markup {
  const layout = layOut(label);
  const { title, unitName, ingredients, allergens, notes } = layout;
  const unitNameTop = MARGIN + title.height;
  const ingredientsTop = unitNameTop + unitName.height + PART_GAP;
  const allergensTop = ingredientsTop + ingredients.height;
  const pageSize = markup`width="${PAGE.width}mm" height="${PAGE.height}mm" viewBox="0 0 ${PAGE.width} ${PAGE.height}"`;
  const name = `${label.name} 营养标签`;
  return joinMarkup([
    markup`<svg xmlns="http://www.w3.org/2000/svg" ${pageSize} lang="zh-CN" role="group" aria-label="${name}">`,
    markup`<title>${name}</title>${head ?? ''}`,
    markup`<g class="bold" role="heading" aria-level="1">${drawBlock(title, MARGIN)}</g>`,
    drawBlock(unitName, unitNameTop),
    drawBlock(ingredients, ingredientsTop),
    markup`<g class="bold">${drawBlock(allergens, allergensTop)}</g>`,
    drawTable(layout, allergensTop + allergens.height + PART_GAP),
    drawBlock(notes, PAGE.height - MARGIN - notes.height),
    markup`</svg>`,
  ]);
}

function drawBlock({ typeSize, lines, height }: TextBlock, top: number): Markup {
  const lineHeight = height / lines.length;
  const style = { x: MARGIN, typeSize, maxWidth: CONTENT_AREA.width };
  const toMiddleY = (lineIndex: number) => top + (lineIndex + 0.5) * lineHeight;
  return joinMarkup(lines.map((text, lineIndex) => writeText({ ...style, text, middleY: toMiddleY(lineIndex) })));
}
