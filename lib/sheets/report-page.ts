import type { Report } from '../domain/report/shape.ts';
import type { ListSheet as Table } from '../spreadsheet/list-sheet.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { drawPage } from './page.ts';
import { describeReport, listReportTables, REPORT_TITLE } from './report-workbook.ts';

/** Writes a report as a page that browsers print on A4 landscape. */
export function drawReportPage(report: Report, unitName: string): string {
  return drawPage(
    `${unitName} ${REPORT_TITLE}`,
    markup`<header>
<h1>${unitName}<span>${REPORT_TITLE}</span></h1>
${joinMarkup(describeReport(report).map((text) => markup`<p>${text}</p>`))}
</header>
${joinMarkup(listReportTables(report).map(drawTable))}`,
  );
}

function drawTable({ name, columns, rows }: Table): Markup {
  const headerCells = columns.map(({ header }) => markup`<th scope="col">${header}</th>`);
  const rowMarkups = rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`);
  return markup`<section><table class="figures">
<thead><tr class="band"><th colspan="${columns.length}" scope="colgroup">${name}</th></tr><tr>${headerCells}</tr></thead>
<tbody>${joinMarkup(rowMarkups)}</tbody>
</table></section>`;
}
