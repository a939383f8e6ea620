import type { Report } from '../domain/report/shape.ts';
import type { ListSheet as Table } from '../spreadsheet/xlsx-writer.ts';
import { joinMarkup, type Markup, markup, trustedMarkup } from '../text/markup.ts';
import { PAGE_STYLE } from './page-style.ts';
import { describeReport, listReportTables, REPORT_TITLE } from './report-tables.ts';

/** Writes a report as a page that browsers print on A4 landscape. */
export function drawReportPage(report: Report, unitName: string): string {
  return markup`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${unitName} ${REPORT_TITLE}</title>
<style>${trustedMarkup(PAGE_STYLE)}</style>
</head>
<body>
<main>
<header>
<h1>${unitName}<span>${REPORT_TITLE}</span></h1>
${joinMarkup(describeReport(report).map((text) => markup`<p>${text}</p>`))}
</header>
${joinMarkup(listReportTables(report).map(drawTable))}
</main>
</body>
</html>
`.toString();
}

function drawTable({ name, columns, rows }: Table): Markup {
  const headerCells = columns.map(({ header }) => markup`<th scope="col">${header}</th>`);
  const rowMarkups = rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`);
  return markup`<section><table class="figures">
<thead><tr class="band"><th colspan="${columns.length}" scope="colgroup">${name}</th></tr><tr>${headerCells}</tr></thead>
<tbody>${joinMarkup(rowMarkups)}</tbody>
</table></section>`;
}
