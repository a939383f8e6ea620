import type { Text, Words } from './language.ts';

/** The texts of all commands. */
export const words = {
  wrongLine: ({ en, zh }: Text) => ({ en: `${en}; --help says more`, zh: `${zh}；详见 --help` }),
  stageForm: {
    en: '--stage takes up to 30 letters, digits and -, a letter first',
    zh: '--stage 应为不超过 30 个字母、数字和 -，以字母开头',
  },
  stageNeeded: { en: '--stage NAME is needed; --help says more', zh: '缺少 --stage NAME；详见 --help' },
  regionAlone: { en: '--region goes with --stage', zh: '--region 须与 --stage 一起使用' },
  regionOfNothing: { en: '--region goes with --stage or --table', zh: '--region 须与 --stage 或 --table 一起使用' },
  stageAndTable: { en: '--stage and --table exclude each other', zh: '--stage 与 --table 不能同时使用' },
  tableForm: {
    en: '--table takes the name of a table: 3 to 255 letters, digits, _, . and -',
    zh: '--table 应为表名：3 至 255 个字母、数字、_、. 和 -',
  },
  endpointForm: { en: '--endpoint takes an address', zh: '--endpoint 应为网址' },
  notRunning: (path: string) => ({
    en:
      `The local service is not running on ${path}: npm start first, in another terminal, ` +
      'or name a deployed stage with --stage, or an emulator with DYNAMODB_ENDPOINT',
    zh: `本地服务没有在 ${path} 上运行：请先在另一个终端执行 npm start，或用 --stage 指定已部署的环境，或用 DYNAMODB_ENDPOINT 指定模拟器`,
  }),
  inRegion: (region: string) => ({ en: `region ${region}`, zh: `区域 ${region}` }),
  noTable: (table: string, where: string) => ({
    en: `There is no table ${table} in ${where}: deploy first`,
    zh: `${where} 中没有表 ${table}：请先部署`,
  }),
  noAccount: {
    en: 'No AWS account: set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or sign in first',
    zh: '没有 AWS 账号：请设置 AWS_PROFILE，或 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY，或先登录',
  },
  notAllowed: (table: string, why: string) => ({
    en: `Your AWS account may not write to ${table}: ${why}`,
    zh: `您的 AWS 账号无权写入 ${table}：${why}`,
  }),
  noAnswer: (where: string, why: string) => ({
    en: `No answer from ${where} (${why})`,
    zh: `${where} 没有响应（${why}）`,
  }),
  failedWith: (problem: string, advice: Text) => ({
    en: `${problem}. ${advice.en}`,
    zh: `${problem}。${advice.zh}`,
  }),
} satisfies Words;
