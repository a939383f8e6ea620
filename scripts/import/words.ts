import type { Text, Words } from '../command/language.ts';

export const words = {
  help: {
    en: `Makes a new unit of a file that npm run export has written.

  npm run import -- FILE [--account A] [--name N] [--rename-uids=SUFFIX] [--stage NAME [--region REGION]]

  --account A         uid of the main account, by default as in the file
  --name N            name of the unit, by default as in the file
  --rename-uids=S     put S behind the uids of all users but the main one; for a unit beside the one it comes from
  --stage NAME        the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --region REGION     region of that table; by default AWS_REGION, then cn-north-1
  --help              this text

Without --stage the service that npm start runs is meant; with DYNAMODB_ENDPOINT, the emulator at that address.

The unit gets the next id of the table. Roles, dishes and menus keep their numbers, so that their ids follow from the unit's:
unit × 1,000,000 + number. Passwords stay as they are, users have to sign in anew. Standards are the platform's: the
unit gets those that there are under the same name, the others are named at the end. Ingredients are the
platform's too: where the two catalogues differ, so do labels.
A file that is cut short, has been changed, or is of another format is refused, and so is one with an account, unit name
or uid that is taken: then nothing is written, and all that is taken is named.
The unit is closed until all of it is there and has been compared with the file. A run that was cut short goes on when
it is repeated with the same file and the same names; to undo it, delete the unit.
Ends with 0, with 1 where it failed, with 2 where it is called wrongly.
`,
    zh: `用 npm run export 写出的文件新建一个单位。

  npm run import -- FILE [--account A] [--name N] [--rename-uids=SUFFIX] [--stage NAME [--region REGION]]

  --account A         主账号的用户名，默认与文件相同
  --name N            单位名称，默认与文件相同
  --rename-uids=S     在主账号以外所有用户名后加上 S；用于与原单位并存
  --stage NAME        已部署环境的表：catering-NAME（CATERING_TABLE 可指定其他表）
  --region REGION     表所在区域，默认取 AWS_REGION，其次 cn-north-1
  --help              显示本说明

没有 --stage 时指 npm start 正在运行的服务；设置 DYNAMODB_ENDPOINT 时指该地址上的模拟器。

单位获得表中的下一个编号。角色、菜品、食谱保持原序号，其编号为：单位编号 × 1,000,000 + 序号。密码不变，用户须重新登录。
营养标准属于平台：按名称匹配，匹配不到的在最后列出。食材也属于平台：两边食材库不同，标签也会不同。
不完整、被改动或格式不同的文件会被拒绝；账号、单位名称或用户名已被占用时同样拒绝，不写入任何内容，并列出全部占用项。
全部写入并与文件核对之前，单位处于关闭状态。中断后用同一文件、同样的名称重新执行即可继续；如要撤销，删除该单位。
成功以 0 结束，失败以 1 结束，用法有误以 2 结束。
`,
  },
  oneFile: { en: 'Name one file; --help says more', zh: '请指定一个文件；详见 --help' },
  again: {
    en: 'What was written so far is in a closed unit: run it again, with the same names, to go on',
    zh: '已写入的内容在一个关闭的单位中：用同样的名称重新执行即可继续',
  },
  compared: { en: 'lines compared with the file', zh: '已与文件核对' },
  done: (unit: number, account: string, users: number, counts: string) => ({
    en: `Unit ${unit}, account ${account}: ${users} users, ${counts}, as the file has them`,
    zh: `单位 ${unit}，账号 ${account}：${users} 个用户，${counts}，与文件一致`,
  }),
  resumed: { en: 'An earlier run had begun it', zh: '此前已执行过一部分' },
  closed: { en: 'It is closed, as it was', zh: '单位与原来一样处于关闭状态' },
  missingStandards: (names: readonly string[]) => ({
    en: `Standards that there are not here, to be assigned by hand: ${names.join(', ')}`,
    zh: `此处没有的营养标准，需手工指定：${names.join('、')}`,
  }),
  uidTooLong: (uid: string, most: number) => ({
    en: `${uid} can be no user id: --rename-uids takes what leaves at most ${most} characters`,
    zh: `${uid} 不能作为用户名：加上 --rename-uids 后不能超过 ${most} 个字符`,
  }),
  sameUid: { en: 'Two users would have the same user id', zh: '会有两个用户使用同一用户名' },
  takenName: (name: string) => ({ en: `unit name ${name}`, zh: `单位名称 ${name}` }),
  takenAccount: (account: string) => ({ en: `account ${account}`, zh: `账号 ${account}` }),
  takenUids: (uids: readonly string[]) => ({ en: `user ids ${uids.join(', ')}`, zh: `用户名 ${uids.join('、')}` }),
  taken: (parts: readonly Text[]) => ({
    en: `Taken already: ${parts.map(({ en }) => en).join('; ')}. Nothing was written; choose others, see --help`,
    zh: `已被占用：${parts.map(({ zh }) => zh).join('；')}。没有写入任何内容；请另选名称，见 --help`,
  }),
  nameForm: (option: string, most: number) => ({
    en: `${option} takes 1 to ${most} characters, none of them a control character`,
    zh: `${option} 应为 1 至 ${most} 个字符，不含控制字符`,
  }),
  changed: (unit: number, type: string) => ({
    en:
      `Somebody changed unit ${unit} while it was imported: a ${type} is not as the file has it. ` +
      'The unit stays closed; delete it and import the file again',
    zh: `导入期间单位 ${unit} 被改动：有一个 ${type} 与文件不符。单位保持关闭；请删除该单位后重新导入`,
  }),
} satisfies Words;
