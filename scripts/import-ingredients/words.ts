import type { Text, Words } from '../command/language.ts';
import type { FindingKind } from './finding.ts';

export const words = {
  help: {
    en: `Loads food tables into the ingredient catalogue.

  npm run import:ingredients -- FILE… [--dry-run] [--report FILE.xlsx] [--stage NAME [--region REGION]]

  FILE…             .json (an array of objects), .csv (UTF-8 or GB18030) or .xlsx (first worksheet) with a header row
  --dry-run         only say what would be done
  --report FILE     workbook to write all that is to be told into: file, row, column, cell, and what was done; by
                    default import-report.xlsx in DATA_DIR (.local)
  --stage NAME      load into the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --region REGION   region of that table; by default AWS_REGION, then cn-north-1
  --help            this text

Without --stage the service that npm start runs is loaded; with DYNAMODB_ENDPOINT, the emulator at that address.
It can be repeated: foods that are in the catalogue as they come are left alone, no food is ever removed. A value that
the tables do not have, or that cannot be believed, leaves the one that is there.
Reported and left unknown are values that are no number or that no food has; all values of a row that may stand one column
beside their own; energy that goes neither with kcal nor with protein, fat and carbohydrate. What is only doubtful is
loaded, and reported.
Ends with 0 even so; with 1 where nothing could be read or the table fails, with 2 where it is called wrongly.
`,
    zh: `把食物成分表载入食材库。

  npm run import:ingredients -- FILE… [--dry-run] [--report FILE.xlsx] [--stage NAME [--region REGION]]

  FILE…             .json（对象数组）、.csv（UTF-8 或 GB18030）或 .xlsx（第一个工作表），首行为表头
  --dry-run         只说明将要做什么
  --report FILE     写入全部说明的工作簿：文件、行、列、单元格及处理方式；默认为 DATA_DIR（.local）中的 import-report.xlsx
  --stage NAME      载入已部署环境的表：catering-NAME（CATERING_TABLE 可指定其他表）
  --region REGION   表所在区域，默认取 AWS_REGION，其次 cn-north-1
  --help            显示本说明

没有 --stage 时载入 npm start 正在运行的服务；设置 DYNAMODB_ENDPOINT 时载入该地址上的模拟器。
可以重复执行：食材库中相同的食材保持不变，从不删除食材。表中没有或不可信的数值，保留原有数值。
以下情况会列出并视为未知：不是数字或不可能的数值；整行数值可能错开一列；能量与千卡或与蛋白质、脂肪、碳水化合物都不相符。
仅属可疑的数值照常载入，并列出。
即使如此也以 0 结束；读不出任何内容或表出错以 1 结束，用法有误以 2 结束。
`,
  },
  noFile: { en: 'Name at least one file; --help says more', zh: '请至少指定一个文件；详见 --help' },
  reportForm: { en: '--report takes the name of an .xlsx file', zh: '--report 应为 .xlsx 文件名' },
  cannotReport: (why: string) => ({
    en: `Cannot write the report (${why}): choose another file with --report FILE`,
    zh: `无法写出报告（${why}）：请用 --report FILE 另选文件`,
  }),
  foods: { en: 'foods loaded', zh: '已载入食材' },
  rest: {
    en: 'What was loaded so far stays; run it again to load the rest',
    zh: '已载入的内容保留；重新执行即可载入其余部分',
  },
  nothing: { en: 'Nothing could be read', zh: '读不出任何内容' },
  begun: (foods: number, files: number, table: string) => ({
    en: `${foods} foods in ${files} files → ${table}`,
    zh: `${files} 个文件中的 ${foods} 种食材 → ${table}`,
  }),
  ignored: (columns: readonly string[]) => ({
    en: `Columns that mean nothing here: ${columns.join(', ')}`,
    zh: `用不到的列：${columns.join('、')}`,
  }),
  allOfIt: (file: string) => ({ en: `All of it: ${file}`, zh: `全部说明：${file}` }),
  more: (count: number, file: string) => ({
    en: `  … and ${count} more in ${file}`,
    zh: `  ……另有 ${count} 条，见 ${file}`,
  }),
  read: (rows: number, added: number, changed: number, unchanged: number) => ({
    en: `${rows} rows read: ${added} loaded, ${changed} changed, ${unchanged} unchanged`,
    zh: `读取 ${rows} 行：载入 ${added}，更改 ${changed}，不变 ${unchanged}`,
  }),
  dryRun: { en: ' (dry run: nothing was written)', zh: '（试运行：没有写入任何内容）' },
  kept: (total: number, counts: string) => ({
    en: `${total} values of the catalogue stay that the tables do not have: ${counts}`,
    zh: `食材库中有 ${total} 个数值是这些表所没有的，予以保留：${counts}`,
  }),
  row: (row: number) => ({ en: `row ${row}`, zh: `第 ${row} 行` }),
  notRead: { en: 'not read', zh: '未读' },
  notUsed: { en: 'not used', zh: '未用' },
  notLoaded: { en: 'not loaded', zh: '未载入' },
  leftUnknown: { en: 'left unknown', zh: '视为未知' },
  loaded: { en: 'loaded', zh: '已载入' },
  noNumber: { en: 'is no number', zh: '不是数字' },
  noJson: (why: string) => ({ en: why, zh: '不是有效的 JSON' }),
  noArray: { en: 'is no array of objects', zh: '不是对象数组' },
  sheet: { en: 'findings', zh: '问题' },
} satisfies Words;

/** Headers of the report. */
export const headers = {
  kind: { en: 'kind', zh: '种类' },
  file: { en: 'file', zh: '文件' },
  row: { en: 'row', zh: '行' },
  food: { en: 'food', zh: '食材' },
  column: { en: 'column', zh: '列' },
  value: { en: 'cell', zh: '单元格' },
  problem: { en: 'problem', zh: '问题' },
  done: { en: 'what was done', zh: '处理方式' },
} as const satisfies Words;

/** Names of the kinds of findings. */
export const kinds = {
  file: { en: 'file', zh: '文件' },
  column: { en: 'column', zh: '列' },
  row: { en: 'row', zh: '行' },
  suspect: { en: 'suspect', zh: '可疑' },
  cell: { en: 'cell', zh: '单元格' },
  joined: { en: 'joined', zh: '合并' },
  duplicate: { en: 'duplicate', zh: '重复' },
  warning: { en: 'warning', zh: '提醒' },
} as const satisfies Readonly<Record<FindingKind, Text>>;

/** Plural names of the kinds of findings. */
export const titles = {
  file: { en: 'files not read', zh: '个文件未读' },
  column: { en: 'columns not used', zh: '列未用' },
  row: { en: 'rows not used', zh: '行未用' },
  suspect: { en: 'suspect rows', zh: '行可疑' },
  cell: { en: 'bad cells', zh: '个单元格有误' },
  joined: { en: 'halves joined', zh: '处两半合并' },
  duplicate: { en: 'duplicates', zh: '处重复' },
  warning: { en: 'warnings', zh: '条提醒' },
} as const satisfies Readonly<Record<FindingKind, Text>>;
