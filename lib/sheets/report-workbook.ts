import type { Report } from '../domain/report/shape.ts';
import { writeLists } from '../spreadsheet/xlsx-writer.ts';
import { describeReport, listReportTables, REPORT_TITLE } from './report-tables.ts';

/** Writes a report as a workbook: what it is of, and a worksheet for each of its tables. */
export function writeReportWorkbook(report: Report): Buffer {
  const notes = { name: REPORT_TITLE, columns: [{ header: REPORT_TITLE, width: 100 }] };
  return writeLists({ ...notes, rows: describeReport(report).map((text) => [text]) }, ...listReportTables(report));
}
