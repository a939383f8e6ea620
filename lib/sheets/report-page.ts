import type { Report } from '../domain/report/shape.ts';
import type { List } from '../spreadsheet/xlsx-writer.ts';
import { joinMarkup, type Markup, markup, trustedMarkup } from '../text/markup.ts';
import { PAGE_STYLE } from './page-style.ts';
import { describeReport, listReportTables, REPORT_TITLE } from './report-tables.ts';

/** Writes a report as a page that browsers print on A4 landscape. */
export function drawReportPage(report: Report, unit: string): string {
  return markup`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${unit} ${REPORT_TITLE}</title>
<style>${trustedMarkup(PAGE_STYLE)}</style>
</head>
<body>
<main>
<header>
<h1>${unit}<span>${REPORT_TITLE}</span></h1>
${joinMarkup(describeReport(report).map((text) => markup`<p>${text}</p>`))}
</header>
${joinMarkup(listReportTables(report).map(drawTable))}
</main>
</body>
</html>
`.toString();
}

function drawTable({ name, columns, rows }: List): Markup {
  const heads = columns.map(({ header }) => markup`<th scope="col">${header}</th>`);
  const lines = rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`);
  return markup`<section><table class="figures">
<thead><tr class="band"><th colspan="${columns.length}" scope="colgroup">${name}</th></tr><tr>${heads}</tr></thead>
<tbody>${joinMarkup(lines)}</tbody>
</table></section>`;
}
