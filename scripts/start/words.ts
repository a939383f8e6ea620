import type { Text, Words } from '../command/language.ts';

/** The bounds of the environment variables. */
interface Taken {
  readonly uidMost: number;
  readonly passwordMost: number;
}

/** What each variable accepts, for the person. */
export const variables = ({ uidMost, passwordMost }: Taken) =>
  ({
    PORT: { en: 'a port number from 1 to 65535', zh: '1 至 65535 的端口号' },
    DATA_DIR: { en: 'the path of a folder', zh: '文件夹路径' },
    DYNAMODB_ENDPOINT: { en: 'an address such as http://127.0.0.1:8000', zh: '网址，如 http://127.0.0.1:8000' },
    ADMIN_UID: { en: `a user id of 1 to ${uidMost} characters`, zh: `1 至 ${uidMost} 个字符的用户名` },
    ADMIN_PASSWORD: {
      en: `a password of at most ${passwordMost} characters`,
      zh: `不超过 ${passwordMost} 个字符的密码`,
    },
    DEMO: { en: '0 (no demo data) or 1', zh: '0（没有演示数据）或 1' },
  }) as const satisfies Readonly<Record<string, Text>>;

/** The advice about a folder that cannot be used. */
const another = { en: 'choose another folder with DATA_DIR=…', zh: '用 DATA_DIR=… 另选文件夹' };

export const words = {
  help: {
    en: `Runs the service on this machine with an embedded DynamoDB, and demo data where there is none.

  npm start
  npm start -- --fresh    empties the data first

Environment variables:`,
    zh: `在本机运行服务，内置 DynamoDB；没有数据时填入演示数据。

  npm start
  npm start -- --fresh    先清空数据

环境变量：`,
  },
  helpEnd: {
    en: 'README.md says what each is for. Ctrl-C stops it; the data stays.',
    zh: '各变量的用途见 README.zh-CN.md。按 Ctrl-C 停止，数据保留。',
  },
  notSupported: (name: string, value: string, takes: Text) => ({
    en: `${name}${value} is not supported: it takes ${takes.en}`,
    zh: `${name}${value} 不受支持：应为 ${takes.zh}`,
  }),
  freshElsewhere: {
    en: '--fresh empties the embedded DynamoDB only: unset DYNAMODB_ENDPOINT, or empty it yourself',
    zh: '--fresh 只清空内置 DynamoDB：请取消 DYNAMODB_ENDPOINT，或自行清空',
  },
  onlyFresh: ({ en, zh }: Text) => ({
    en: `${en}. The only option is --fresh; the rest is set by environment variables`,
    zh: `${zh}。唯一的选项是 --fresh；其余通过环境变量设置`,
  }),
  isFile: (path: string) => ({
    en: `${path} is a file: move it away, or ${another.en}`,
    zh: `${path} 是文件：请移走，或${another.zh}`,
  }),
  inFile: (path: string) => ({
    en: `${path} lies in a file, not in a folder: ${another.en}`,
    zh: `${path} 的上级是文件而不是文件夹：请${another.zh}`,
  }),
  cannotMake: (path: string, code: string | undefined) => ({
    en: `The folder ${path} cannot be made (${code}): ${another.en}`,
    zh: `无法创建文件夹 ${path}（${code}）：请${another.zh}`,
  }),
  cannotWrite: (path: string, code: string | undefined) => ({
    en: `${path} cannot be written (${code}): make it yours, or ${another.en}`,
    zh: `无法写入 ${path}（${code}）：请取得权限，或${another.zh}`,
  }),
  inUse: (path: string) => ({
    en: `${path} is in use by another npm start: stop that, or ${another.en}`,
    zh: `${path} 正被另一个 npm start 使用：请停止它，或${another.zh}`,
  }),
  cannotKeep: (path: string, why: string) => ({
    en: `Cannot keep data in ${path} (${why}): ${another.en}`,
    zh: `无法在 ${path} 中保存数据（${why}）：请${another.zh}`,
  }),
  noKey: (file: string) => ({
    en: `${file} holds no signing key: delete it to have a new one made (everybody signs in again then)`,
    zh: `${file} 中没有签名密钥：删除该文件即可重新生成（所有人须重新登录）`,
  }),
  notReady: (table: string, seconds: number) => ({
    en: `Table ${table} is not ready after ${seconds} seconds`,
    zh: `表 ${table} 在 ${seconds} 秒后仍未就绪`,
  }),
  foreignTable: (table: string, keys: string) => ({
    en: `Table ${table} exists but is not ours: its keys are not ${keys}`,
    zh: `表 ${table} 已存在，但不是本服务的：其键不是 ${keys}`,
  }),
  portTaken: (port: number) => ({
    en: `Port ${port} is taken: stop what listens there, or choose another port with PORT=${port + 1}`,
    zh: `端口 ${port} 已被占用：请停止占用者，或用 PORT=${port + 1} 另选端口`,
  }),
  portClosed: (port: number) => ({
    en: `Port ${port} is not open to you: choose one above 1023 with PORT=…`,
    zh: `您无权使用端口 ${port}：请用 PORT=… 选择 1023 以上的端口`,
  }),
  preparationFailed: (how: string) => ({ en: `Preparing the data failed (${how})`, zh: `准备数据失败（${how}）` }),
  wrongAnswer: (answer: string, log: string) => ({
    en: `The service does not work: it answers ${answer}; see ${log}`,
    zh: `服务不正常：返回 ${answer}；见 ${log}`,
  }),
  noAnswer: (port: number, seconds: number, log: string) => ({
    en: `No answer on port ${port} within ${seconds} seconds; see ${log}`,
    zh: `端口 ${port} 在 ${seconds} 秒内没有响应；见 ${log}`,
  }),
  noDatabase: (endpoint: string | undefined, why: string) => ({
    en: `No DynamoDB answers at DYNAMODB_ENDPOINT ${endpoint}: ${why}`,
    zh: `DYNAMODB_ENDPOINT ${endpoint} 上没有 DynamoDB 响应：${why}`,
  }),
  damaged: (database: string, found: string) => ({
    en:
      `The database ${database} is damaged (${found}). Put a copy of it in its place if you have one from before, ` +
      'or keep it elsewhere and begin anew with npm start -- --fresh, which loses what was in it',
    zh:
      `数据库 ${database} 已损坏（${found}）。如有此前的副本，请放回原处；` +
      '或将其另存，用 npm start -- --fresh 重新开始，其中的内容会丢失',
  }),
  noEmulator: (platform: string, why: string) => ({
    en:
      `No embedded DynamoDB for ${platform} (${why}). ` +
      'Set DYNAMODB_ENDPOINT to the address of a DynamoDB emulator that runs already to use that instead',
    zh: `${platform} 没有内置 DynamoDB（${why}）。请将 DYNAMODB_ENDPOINT 设为已在运行的 DynamoDB 模拟器的地址`,
  }),
  emulatorFailed: (path: string | undefined, why: string) => ({
    en: `The embedded DynamoDB did not start${path ? ` on ${path}` : ''}: ${why}`,
    zh: `内置 DynamoDB 未能${path ? `在 ${path} 上` : ''}启动：${why}`,
  }),
  stopped: { en: 'stopped', zh: '已停止' },
  endedUnasked: (what: Text, how: string) => ({
    en: `${what.en} ended unexpectedly: ${how}`,
    zh: `${what.zh}意外结束：${how}`,
  }),
  gateway: { en: 'The local gateway', zh: '本地网关' },
  database: { en: 'The embedded DynamoDB', zh: '内置 DynamoDB ' },
  startingDatabase: (path: string) => ({
    en: `Starting the embedded DynamoDB on ${path} …`,
    zh: `正在 ${path} 上启动内置 DynamoDB ……`,
  }),
  startingFunctions: { en: 'Starting the functions …', zh: '正在启动函数……' },
  upgradedData: (what: readonly string[]) => ({
    en: `Upgraded the data: ${what.join('; ')}`,
    zh: `已升级数据：${what.join('；')}`,
  }),
  created: (what: readonly string[]) => ({ en: `Created ${what.join(', ')}`, zh: `已创建：${what.join('、')}` }),
  stopping: { en: '\nStopping …', zh: '\n正在停止……' },
  screen: (name: string) => ({ en: `screen ${name}`, zh: `大屏 ${name}` }),
  place: (endpoint: string, table: string) => ({ en: `${endpoint}, table ${table}`, zh: `${endpoint}，表 ${table}` }),
  data: { en: 'data', zh: '数据' },
  log: { en: 'log', zh: '日志' },
  changed: { en: '(changed)', zh: '（已更改）' },
  uid: { en: 'uid', zh: '用户名' },
  password: { en: 'password', zh: '密码' },
  digest: { en: 'digest (what clients send)', zh: '摘要（客户端发送的值）' },
  who: { en: 'who', zh: '身份' },
  tryIt: { en: 'Try it:', zh: '试一试：' },
  runsAt: (address: string) => ({ en: `The service runs at ${address}`, zh: `服务运行在 ${address}` }),
  callsAt: (address: string) => ({
    en: `Its calls, to read and to try: ${address}`,
    zh: `接口文档，可阅读和试用：${address}`,
  }),
  ends: { en: 'Ctrl-C ends it; the data stays.', zh: '按 Ctrl-C 结束，数据保留。' },
  onceMore: { en: 'Once more', zh: '再输入一次' },
  passwordsDiffer: { en: 'The two passwords differ', zh: '两次输入的密码不同' },
  passwordEmpty: { en: 'The password is empty', zh: '密码为空' },
  passwordShort: (least: number) => ({
    en: `Warning: fewer than ${least} characters`,
    zh: `提醒：少于 ${least} 个字符`,
  }),
  givenUp: { en: 'Given up', zh: '已放弃' },
  starting: { en: 'still starting', zh: '正在启动' },
  upgraded: { en: 'items upgraded', zh: '已升级条目' },
  foods: { en: 'foods', zh: '食材' },
  schools: { en: 'demo schools', zh: '演示学校' },
  meals: { en: 'dishes and menus of the demo schools', zh: '演示学校的菜品和食谱' },
} satisfies Words;
