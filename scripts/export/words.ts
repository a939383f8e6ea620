import type { Words } from '../command/language.ts';

export const words = {
  help: {
    en: `Writes the whole data of one unit into a file, to be imported elsewhere.

  npm run export -- --unit N [--out FILE] [--stage NAME [--region REGION]]

  --unit N            id of the unit
  --out FILE          a file that is not there yet; by default unit-N.jsonl in DATA_DIR (.local)
  --stage NAME        the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --region REGION     region of that table; by default AWS_REGION, then cn-north-1
  --help              this text

Without --stage the service that npm start runs is meant; with DYNAMODB_ENDPOINT, the emulator at that address.

In the file, one JSON object per line: the unit with its configuration, its icon, roles, users WITH THE HASHES OF THEIR
PASSWORDS, marks, prices, id and name of the standards assigned to it, dishes with icons, menus with
all that was submitted of them and what was done with them; last, counts and a checksum. The file
is a secret: only its owner can read it (mode 0600). Not in it: sessions, the log of operations, keys of repeated
requests, failed sign-ins.
The unit may be in use; a change while it is read ends the run, which is then to be repeated.
Ends with 0, with 1 where it failed, with 2 where it is called wrongly.
`,
    zh: `把一个单位的全部数据写入文件，以便导入到别处。

  npm run export -- --unit N [--out FILE] [--stage NAME [--region REGION]]

  --unit N            单位的编号
  --out FILE          尚不存在的文件，默认为 DATA_DIR（.local）中的 unit-N.jsonl
  --stage NAME        已部署环境的表：catering-NAME（CATERING_TABLE 可指定其他表）
  --region REGION     表所在区域，默认取 AWS_REGION，其次 cn-north-1
  --help              显示本说明

没有 --stage 时指 npm start 正在运行的服务；设置 DYNAMODB_ENDPOINT 时指该地址上的模拟器。

文件每行一个 JSON 对象：单位及其配置、图标、角色、用户（含密码的散列值）、食材标记、价格、所用营养标准的编号和名称、
菜品及图片、食谱及其历次提交和审核记录，最后是数量和校验和。文件须保密，只有所有者可读（权限 0600）。
不包含：登录会话、操作日志、重复请求的键、登录失败记录。
单位可以正在使用；读取期间如有修改则中止，需重新执行。
成功以 0 结束，失败以 1 结束，用法有误以 2 结束。
`,
  },
  unitForm: { en: '--unit takes the id of a unit; --help says more', zh: '--unit 应为单位编号；详见 --help' },
  outForm: { en: '--out takes the name of a file', zh: '--out 应为文件名' },
  folder: (folder: string, why: string) => ({
    en: `Cannot write to ${folder} (${why}): choose another file with --out FILE`,
    zh: `无法写入 ${folder}（${why}）：请用 --out FILE 另选文件`,
  }),
  again: { en: 'Nothing was written; run it again', zh: '没有写入任何内容；请重新执行' },
  counts: (users: number, roles: number, marks: number, prices: number, members: string) => ({
    en: `${users} users, ${roles} roles, ${marks} marks, ${prices} prices, ${members}`,
    zh: `${users} 个用户，${roles} 个角色，${marks} 个标记，${prices} 个价格，${members}`,
  }),
  done: (unit: number, table: string, path: string, counts: { readonly en: string; readonly zh: string }) => ({
    en: `Unit ${unit} of ${table} → ${path}: ${counts.en}`,
    zh: `${table} 的单位 ${unit} → ${path}：${counts.zh}`,
  }),
  secret: {
    en: 'The file holds the hashes of the passwords: keep it secret, and delete it when it has been imported',
    zh: '文件中含有密码的散列值：请妥善保密，导入后删除',
  },
  noUnit: (unit: number) => ({ en: `There is no unit ${unit}`, zh: `没有单位 ${unit}` }),
  unfinished: (unit: number) => ({
    en: `The import of unit ${unit} is not finished: repeat it first`,
    zh: `单位 ${unit} 的导入尚未完成：请先重新执行导入`,
  }),
  changed: (unit: number) => ({
    en: `Unit ${unit} was changed while it was read: close it, or try again at a quieter time`,
    zh: `读取期间单位 ${unit} 有改动：请先关闭该单位，或换个空闲时间再试`,
  }),
  cannotWrite: (path: string, why: string) => ({
    en: `Cannot write ${path}: ${why}`,
    zh: `无法写入 ${path}：${why}`,
  }),
  existsAlready: { en: 'it exists already', zh: '文件已存在' },
  cannotRead: (path: string, why: string) => ({ en: `Cannot read ${path}: ${why}`, zh: `无法读取 ${path}：${why}` }),
  goesOn: (path: string) => ({
    en: `${path} goes on behind its last line: it is not as it was written`,
    zh: `${path} 在末行之后还有内容：文件已被改动`,
  }),
  misplaced: (path: string, line: number, type: string) => ({
    en: `${path}, line ${line}: a ${type} does not belong here`,
    zh: `${path} 第 ${line} 行：${type} 不应出现在这里`,
  }),
  cutShort: (path: string) => ({
    en: `${path} is cut short: its last line is missing`,
    zh: `${path} 不完整：缺少末行`,
  }),
  wrongLine: (where: string, wrong: readonly string[]) => ({
    en: `${where}: ${wrong.join('; ')}`,
    zh: `${where}：${wrong.join('；')}`,
  }),
  noJson: (path: string, line: number) => ({
    en: `${path} is cut short or damaged: line ${line} is no JSON`,
    zh: `${path} 不完整或已损坏：第 ${line} 行不是 JSON`,
  }),
  otherFormat: (path: string, format: number, known: number) => ({
    en: `${path} has format ${format}: only ${known} is understood`,
    zh: `${path} 的格式为 ${format}：只支持 ${known}`,
  }),
  noUnitFile: (path: string) => ({ en: `${path} is no file of a unit`, zh: `${path} 不是单位数据文件` }),
  notWhole: (path: string, actual: number, expected: number, type: string) => ({
    en: `${path} is not whole: it has ${actual} of ${expected} lines "${type}"`,
    zh: `${path} 不完整："${type}" 应有 ${expected} 行，实有 ${actual} 行`,
  }),
  altered: (path: string) => ({
    en: `${path} has been changed since it was written`,
    zh: `${path} 写出后被改动过`,
  }),
  lineTooLong: (path: string) => ({ en: `${path} has a line too long`, zh: `${path} 中有一行过长` }),
  disorder: (path: string, type: string, number: number, last: number) => ({
    en: `${path}: ${type} ${number} comes behind ${type} ${last}`,
    zh: `${path}：${type} ${number} 出现在 ${type} ${last} 之后`,
  }),
  firstRole: { en: 'the first role is not the system role', zh: '第一个角色不是系统角色' },
  rolesInDisorder: { en: 'the roles are in disorder', zh: '角色顺序有误' },
  sameRole: { en: 'two roles have the same name', zh: '有两个角色重名' },
  firstUser: { en: 'the first user is not the main account', zh: '第一个用户不是主账号' },
  strangeRole: (uid: string, role: number) => ({
    en: `${uid} has role ${role}, which there is not`,
    zh: `${uid} 的角色 ${role} 不存在`,
  }),
  namesNoUnit: (path: string) => ({ en: `${path} names no unit`, zh: `${path} 中没有单位` }),
} satisfies Words;
