import { UID_MAX } from '../../lib/domain/values/fields.ts';
import type { Words } from '../command/language.ts';
import { DEFAULT_REGION } from '../command/target.ts';

export const words = {
  help: {
    en: `Creates the first administrator of a deployed service and loads the starter catalogue of ingredients.

  npm run bootstrap -- (--stage NAME | --table NAME) --uid UID [--region REGION]

  --stage NAME     the stage it was deployed as: the table is catering-NAME (CATERING_TABLE names another one)
  --table NAME     a table by its name
  --uid UID        user id of the administrator, 1 to ${UID_MAX} characters
  --region REGION  region of the table; by default AWS_REGION, then ${DEFAULT_REGION}
  --help           this text

The password is asked for, twice and without echo; without a terminal it is the first line of standard input.
The AWS account is found as the AWS command line finds it: environment, AWS_PROFILE, single sign-on, instance role.
With DYNAMODB_ENDPOINT the table of an emulator at that address is used instead.
Ends with 0, with 1 where it failed or refused, with 2 where it is called wrongly.
`,
    zh: `为已部署的服务创建第一个管理员，并载入初始食材库。

  npm run bootstrap -- (--stage NAME | --table NAME) --uid UID [--region REGION]

  --stage NAME     部署时的环境名：表为 catering-NAME（CATERING_TABLE 可指定其他表）
  --table NAME     直接指定表名
  --uid UID        管理员的用户名，1 至 ${UID_MAX} 个字符
  --region REGION  表所在区域，默认取 AWS_REGION，其次 ${DEFAULT_REGION}
  --help           显示本说明

密码在终端输入两次，不回显；没有终端时取标准输入的第一行。
AWS 账号的查找方式与 AWS 命令行相同：环境变量、AWS_PROFILE、单点登录、实例角色。
设置 DYNAMODB_ENDPOINT 时改用该地址上模拟器的表。
成功以 0 结束，失败或被拒绝以 1 结束，用法有误以 2 结束。
`,
  },
  passwordGiven: {
    en:
      'A password on the command line would stay in the shell history and be seen by every user of the machine: ' +
      'leave it out and type it when asked, or send it to standard input',
    zh: '命令行中的密码会留在历史记录里，并被本机其他用户看到：请勿写出，按提示输入，或由标准输入提供',
  },
  needed: {
    en: '--uid and one of --stage and --table are needed; --help says more',
    zh: '缺少 --uid，或 --stage、--table 之一；详见 --help',
  },
  uidForm: { en: `--uid takes 1 to ${UID_MAX} characters`, zh: `--uid 应为 1 至 ${UID_MAX} 个字符` },
  isThere: (account: string) => ({
    en: `There is an administrator already: ${account}. Further ones are created by those there are`,
    zh: `已有管理员：${account}。其他管理员由现有管理员创建`,
  }),
  uidTaken: (uid: string) => ({
    en: `The user id ${uid} is taken: choose another`,
    zh: `用户名 ${uid} 已被占用：请另选一个`,
  }),
  passwordFor: (uid: string) => ({ en: `Password for ${uid}`, zh: `${uid} 的密码` }),
  foods: { en: 'foods loaded', zh: '已载入食材' },
  loaded: (foods: number, table: string) => ({
    en: `Starter catalogue: ${foods} foods loaded into table ${table}`,
    zh: `初始食材库：已向表 ${table} 载入 ${foods} 种食材`,
  }),
  created: (uid: string, table: string) => ({
    en: `Administrator ${uid} created in table ${table}`,
    zh: `已在表 ${table} 中创建管理员 ${uid}`,
  }),
} satisfies Words;
