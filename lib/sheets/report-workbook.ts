import type { Report } from '../domain/report/shape.ts';
import { writeListSheets } from '../spreadsheet/list-sheet.ts';
import { describeReport, listReportTables, REPORT_TITLE } from './report-tables.ts';

/** Writes a report as a workbook: a worksheet that describes it, and one for each of its tables. */
export function writeReportWorkbook(report: Report): Buffer {
  const columns = [{ header: REPORT_TITLE, width: 100 }];
  const rows = describeReport(report).map((text) => [text]);
  return writeListSheets({ name: REPORT_TITLE, columns, rows }, ...listReportTables(report));
}
