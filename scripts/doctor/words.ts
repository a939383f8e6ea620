import type { Kind } from '../../tables/place.ts';
import type { Words } from '../command/language.ts';
import { DEFAULT_REGION } from '../command/target.ts';

export const words = {
  help: {
    en: `Checks that the whole table is as it must be, and mends what is safe to mend.

  npm run doctor -- [--repair] [--json] [--stage NAME | --table NAME] [--region REGION] [--endpoint URL]

  --repair          mend what can be mended without losing anything, and say what was done; without it nothing is written
  --json            one JSON object instead of text: findings, unfinished, doubts, counts, done
  --stage NAME      the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --table NAME      a table by its name
  --region REGION   region of that table; by default AWS_REGION, then ${DEFAULT_REGION}
  --endpoint URL    an emulator at that address; by default DYNAMODB_ENDPOINT
  --help            this text

Without --stage, --table and an emulator the service that npm start runs is examined.
The service may be running: reading the whole table takes a while in which it changes, so every finding is confirmed by a
second look at just the items concerned, as they are at one moment, before it is told or mended. Each repair is written
only if these items are still as they were read. What the sweep will finish by itself (deletions, dishes for many units)
is told, but is no finding; so are doubtful figures of foods, which printed tables have, too, and a table that is behind its version: npm run migrate.
Ends with 0 where the table is healthy, with 1 where findings are left or the table cannot be read, with 2 where it is
called wrongly.
`,
    zh: `检查整张表是否完好，并修复可以安全修复的问题。

  npm run doctor -- [--repair] [--json] [--stage NAME | --table NAME] [--region REGION] [--endpoint URL]

  --repair          修复不会造成任何损失的问题，并说明做了什么；没有此项则不写入
  --json            以一个 JSON 对象代替文本：findings、unfinished、doubts、counts、done
  --stage NAME      已部署环境的表：catering-NAME（CATERING_TABLE 可指定其他表）
  --table NAME      直接指定表名
  --region REGION   表所在区域，默认取 AWS_REGION，其次 ${DEFAULT_REGION}
  --endpoint URL    该地址上的模拟器，默认取 DYNAMODB_ENDPOINT
  --help            显示本说明

没有 --stage、--table 和模拟器时，检查 npm start 正在运行的服务。
服务可以正在运行：读完整张表需要时间，其间会有变化，因此每个问题在报告或修复之前，都会就相关条目在同一时刻的内容再复核一次。
只有这些条目仍与读到的一致时才写入修复。清理任务会自行完成的事（删除、分发到许多单位的菜品）会列出，但不算问题；
食材的可疑数值（印刷的成分表里也有）和版本落后的表（用 npm run migrate 升级）也是如此。
表完好以 0 结束，仍有问题或无法读取以 1 结束，用法有误以 2 结束。
`,
  },
  read: { en: 'items read', zh: '已读条目' },
  looked: { en: 'findings looked at again', zh: '已复核问题' },
  mended: { en: 'findings mended', zh: '已修复问题' },
  table: (name: string, items: number) => ({
    en: `Table ${name}: ${items} items`,
    zh: `表 ${name}：${items} 个条目`,
  }),
  done: (count: number) => ({ en: `Mended: ${count}`, zh: `已修复：${count}` }),
  unfinished: (count: number) => ({
    en: `Unfinished, left to the sweep: ${count}`,
    zh: `未完成，由清理任务处理：${count}`,
  }),
  doubts: (count: number) => ({
    en: `Doubtful figures of foods, no findings: ${count}`,
    zh: `食材的可疑数值，不算问题：${count}`,
  }),
  behind: (version: number, newest: number) => ({
    en: `Behind: at version ${version} of ${newest}; npm run migrate brings it up to date`,
    zh: `版本落后：${version}，最新为 ${newest}；请用 npm run migrate 升级`,
  }),
  healthy: { en: 'Healthy: nothing is wrong', zh: '完好：没有问题' },
  findings: (count: number, safe: number) => ({
    en: `Findings: ${count}, ${safe} can be mended with --repair`,
    zh: `问题：${count}，其中 ${safe} 个可用 --repair 修复`,
  }),
  left: (count: number) => ({
    en: `Findings left: ${count}, to be looked at by a person`,
    zh: `剩余问题：${count}，需人工处理`,
  }),
  safe: { en: ' [safe to mend]', zh: ' [可安全修复]' },
  removed: (name: string) => ({ en: `removed ${name}`, zh: `已移除 ${name}` }),
  item: { en: 'item', zh: '条目' },
  saysOther: (name: string) => ({ en: `says that it is ${name}`, zh: `自称为 ${name}` }),
  unknownValues: (values: readonly string[]) => ({
    en: `has values that there are not: ${values.join(', ')}`,
    zh: `有不存在的值：${values.join('、')}`,
  }),
  codesTwice: (codes: readonly string[]) => ({
    en: `has codes twice: ${codes.join(', ')}`,
    zh: `有重复的编码：${codes.join('、')}`,
  }),
  codesOfOthers: (codes: readonly string[]) => ({
    en: `has codes of other buckets: ${codes.join(', ')}`,
    zh: `有属于其他分组的编码：${codes.join('、')}`,
  }),
  deletionOfUnit: (unit: number) => ({ en: `deletion of unit ${unit}`, zh: `删除单位 ${unit}` }),
  kind: (kind: Kind | 'unknown') => ({ en: kind, zh: kinds[kind] }),
  more: (count: number) => ({
    en: `  … and ${count} more: --json shows all`,
    zh: `  ……另有 ${count} 个：--json 显示全部`,
  }),
} satisfies Words;

/** The Chinese names of the kinds of items. The English ones are the kinds themselves. */
export const kinds: Readonly<Record<Kind | 'unknown', string>> = {
  unit: '单位',
  'unit icon': '单位图标',
  roles: '角色',
  user: '用户',
  session: '会话',
  marks: '标记',
  'mark count': '标记计数',
  'earlier marks': '旧标记',
  prices: '价格',
  'price count': '价格计数',
  'request key': '请求键',
  operation: '操作记录',
  dish: '菜品',
  'dish icon': '菜品图标',
  menu: '食谱',
  revision: '食谱修订',
  'live menu': '生效食谱',
  record: '审核记录',
  'pending menu': '待审食谱',
  'menu plan': '食谱安排',
  screen: '大屏',
  row: '集合行',
  head: '集合头',
  copy: '行副本',
  'uid claim': '用户名占用',
  'tries to sign in': '登录尝试',
  'screen claim': '大屏地址占用',
  'name claim': '名称占用',
  standard: '营养标准',
  ingredient: '食材',
  figures: '打包数值',
  task: '任务',
  'line of writers': '写入队列',
  'table version': '表版本',
  'old deletion': '旧删除任务',
  'old undertaking': '旧任务',
  unknown: '未知',
};
