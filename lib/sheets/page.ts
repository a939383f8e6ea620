import { type Markup, markup, trustedMarkup } from '../text/markup.ts';

/**
 * The style of all pages, printed on A4 landscape or shown on a screen. Lengths are those on paper. Long words are broken, and
 * no height is fixed, so that nothing is cut off. Colours are printed although browsers usually leave them out.
 * - `.together`: the figures are kept on one page if they fit.
 * - `section::before`: an empty box of 30 mm takes no room but must fit on the page, so that no table starts at its foot.
 * - `li`: a dish stays on one page, except the first one of each day in the first table, which might leave a page blank.
 * - `li p`: the name of a food is broken only if it is longer than a line.
 */
const PAGE_STYLE = `@page{size:A4 landscape;margin:5mm 8mm 6mm;@bottom-center{content:counter(page) " / " counter(pages);font:8pt sans-serif}}
*{box-sizing:border-box}
body{margin:0;color:#000;background:#fff;font:8.5pt/1.35 "Noto Sans CJK SC","Source Han Sans SC","Noto Sans SC",
"PingFang SC","Microsoft YaHei","SimHei",sans-serif;overflow-wrap:anywhere;-webkit-print-color-adjust:exact;print-color-adjust:exact}
h1,h2,p,ul,dl,dd{margin:0;padding:0}
h1{margin-bottom:1mm;font-size:16pt;line-height:1.2;text-align:center}
h1 span{margin-left:.6em}
header{margin-bottom:1mm}
.warning{font-weight:700;margin:.5mm 0 1.5mm;padding:1mm;text-align:center;border:.5mm solid #000;font-size:13pt}
dl{display:flex;flex-wrap:wrap;gap:.3mm 5mm;font-size:8pt}
dl div{display:flex;gap:1.5mm}
dt{flex:none;font-weight:700}
dt::after{content:"："}
main{padding:0 .3mm}
.together{break-inside:avoid}
section::before{content:"";display:block;height:30mm;margin-bottom:-30mm;break-inside:avoid}
table{width:100%;border-collapse:collapse;table-layout:fixed;margin-bottom:.6mm}
th,td{padding:.5mm 1.2mm;border:.25mm solid #000;vertical-align:top;text-align:left;font-weight:400}
thead th,tbody th{background:#e9efe6;font-weight:700}
thead th{text-align:center}
thead .band th{padding:.2mm 1.2mm;font-size:10pt;line-height:1.15;text-align:left;background:#d5e0d0}
.band span{margin-left:1em;font-size:8pt;font-weight:400}
.band strong{float:right}
tr{break-inside:avoid}
.dishes{break-inside:auto}
.energy{break-before:avoid}
.energy td{padding:.2mm 1.2mm;font-size:8pt;line-height:1.25;text-align:center;background:#f6f8f4}
.energy span{display:inline-block;margin:0 .5em}
.week thead span{font-weight:400}
ul{list-style:none}
li{break-inside:avoid;font-size:8pt;line-height:1.18}
section:first-of-type li:first-child{break-inside:auto}
li+li{margin-top:.3mm;padding-top:.3mm;border-top:.15mm dashed #777}
li h2,li p,footer p{display:inline}
h2{font-size:9pt}
li p{word-break:keep-all}
li p b{font-weight:600}
li .allergens{font-weight:700;font-size:7.5pt}
.none{text-align:center}
.figures .names{width:31mm}
.figures .wide{width:30mm}
.figures .title{text-align:left;background:#d5e0d0}
.figures th,.figures td{padding:.3mm .5mm;font-size:7.5pt;line-height:1.25}
.figures thead th span{display:inline-block;font-weight:400}
.figures td{text-align:center}
.figures td .value{font-size:9.5pt;font-weight:700;line-height:1.2}
.figures td span{display:inline-block}
.off{font-weight:700;text-decoration:underline}
footer{font-size:7.5pt;line-height:1.25;break-inside:avoid}
@media screen{body{background:#ddd}main{width:297mm;margin:6mm auto;padding:9mm 8mm;background:#fff;
box-shadow:0 1mm 4mm #888}}`;

/** Draws a page to print. `style` is added to the style of all pages. */
export function drawPage(title: string, content: Markup, style: Markup | '' = ''): string {
  return markup`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trustedMarkup(PAGE_STYLE)}${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.toString();
}
