import type { Words } from '../command/language.ts';
import { DEFAULT_REGION } from '../command/target.ts';

export const DEFAULT_RATE = 500;

export const words = {
  help: {
    en: `Brings a table that an earlier release has written up to the version of this one.

  npm run migrate -- [--dry-run] [--rate N] [--stage NAME | --table NAME] [--region REGION] [--endpoint URL]

  --dry-run         only say what would be done; nothing is written
  --rate N          items written in a second at the most, by default ${DEFAULT_RATE}; each takes 2 write units or more
  --stage NAME      the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --table NAME      a table by its name
  --region REGION   region of that table; by default AWS_REGION, then ${DEFAULT_REGION}
  --endpoint URL    an emulator at that address; by default DYNAMODB_ENDPOINT
  --help            this text

Without --stage, --table and an emulator the table of the service that npm start runs is meant; npm start itself does the
same when it starts. Deploy first: the functions of this release can read the table as it is before, during and after.
The service may be running. Nothing that is changed meanwhile is overwritten. Cut short, it is finished by repeating it;
what has been done already is not done again.
Ends with 0 where the table is up to date, or a dry run has told what is to be done; with 1 where it fails, with 2 where
it is called wrongly.
`,
    zh: `把旧版本写成的表升级到当前版本。

  npm run migrate -- [--dry-run] [--rate N] [--stage NAME | --table NAME] [--region REGION] [--endpoint URL]

  --dry-run         只说明将要做什么，不写入
  --rate N          每秒最多写入的条目数，默认 ${DEFAULT_RATE}；每个条目至少占 2 个写入单位
  --stage NAME      已部署环境的表：catering-NAME（CATERING_TABLE 可指定其他表）
  --table NAME      直接指定表名
  --region REGION   表所在区域，默认取 AWS_REGION，其次 ${DEFAULT_REGION}
  --endpoint URL    该地址上的模拟器，默认取 DYNAMODB_ENDPOINT
  --help            显示本说明

没有 --stage、--table 和模拟器时，指 npm start 正在运行的服务的表；npm start 启动时会自行升级。
请先部署：当前版本的函数在升级之前、之中、之后都能读取这张表。
服务可以正在运行。期间的改动不会被覆盖。中断后重新执行即可完成；已完成的不会重做。
表已是最新，或试运行已说明要做的事，以 0 结束；失败以 1 结束，用法有误以 2 结束。
`,
  },
  rateForm: { en: '--rate takes a whole number from 1 to 999999', zh: '--rate 应为 1 至 999999 的整数' },
  busy: {
    en: 'The table is written to too fast: run it again, it goes on where it stopped',
    zh: '表的写入过于频繁：请重新执行，将从中断处继续',
  },
  looking: { en: 'looking what there is to do', zh: '正在查看需要升级的内容' },
  written: { en: 'items written', zh: '已写条目' },
  later: (table: string, version: number) => ({
    en: `Table ${table}: at version ${version}, which a later release has made`,
    zh: `表 ${table}：版本 ${version}，由更新的版本写成`,
  }),
  upToDate: (table: string, version: number) => ({
    en: `Table ${table}: up to date, at version ${version}`,
    zh: `表 ${table}：已是最新，版本 ${version}`,
  }),
  behind: (table: string, version: number, newest: number) => ({
    en: `Table ${table}: at version ${version} of ${newest}`,
    zh: `表 ${table}：版本 ${version}，最新为 ${newest}`,
  }),
  toBeDone: { en: 'To be done:', zh: '将要进行：' },
  done: { en: 'Done:', zh: '已完成：' },
  nothingWritten: { en: 'Nothing was written', zh: '没有写入任何内容' },
  now: (version: number) => ({ en: `Now at version ${version}`, zh: `现为版本 ${version}` }),
} satisfies Words;

/** What migrations count, in the order of the report: English and Chinese name. */
export const counted = [
  ['blocks', '块'],
  ['rows', '行'],
  ['units', '单位'],
  ['tasks', '任务'],
  ['items', '功能项'],
  ['foods', '食材'],
  ['without vitamin A in μg RE', '没有以 μg RE 计的维生素 A'],
  ['without vitamin E in α-TE', '没有以 α-TE 计的维生素 E'],
  ['with their own figures', '保留自有数值'],
] as const;
export type Counted = (typeof counted)[number][0];
