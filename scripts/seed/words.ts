import type { Words } from '../command/language.ts';

/** The bounds of the command's numbers, for its help. */
interface Bounds {
  readonly schools: number;
  readonly dishes: number;
  readonly users: number;
  readonly seed: number;
  readonly password: string;
  readonly usual: Readonly<Record<'units' | 'dishes' | 'users' | 'seed' | 'first', number>>;
}

export const words = {
  help: ({ schools, dishes, users, seed, password, usual }: Bounds) => ({
    en: `Fills a table with schools, their users and their dishes, to try the service at its full size.

  npm run seed -- [--units N] [--dishes M] [--users U] [--seed S] [--first F] [--table NAME | --stage NAME]

  --units N        how many units, 1 to ${schools}; by default ${usual.units}
  --dishes M       dishes of each unit, 0 to ${dishes}; by default ${usual.dishes}
  --users U        users of each unit, its main user counted among them, 1 to ${users}; by default ${usual.users}
  --seed S         0 to ${seed}, by default ${usual.seed}: the same one gives the same names, people and amounts
  --first F        number of the first unit, by default ${usual.first}: units F to F + N - 1 are seeded
  --table NAME     fill the table of this name in the cloud
  --stage NAME     fill the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --region REGION  region of that table; by default AWS_REGION, then cn-north-1
  --help           this text

Without --table and --stage the service that npm start runs is filled, which must be running (DATA_DIR is its folder);
with DYNAMODB_ENDPOINT, the emulator at that address.

Unit number 123 has the account school000123, its further users school000123-2, school000123-3 and so on, all with the
unit's system role. All have one password: SEED_PASSWORD, by default ${password}; a table in the cloud gets no
default. It is shown at the end.

It can be repeated: units and users are known by their accounts, the dishes of a unit by their number, and what is there
stays as it is. So a run that was cut short is finished by the same command, a larger one adds what it has more, and
nothing is ever removed. An account that belongs to another unit, such as one of another --seed, ends the run.
Ends with 0; with 1 where the table fails or holds something else, with 2 where it is called wrongly.
`,
    zh: `向表中填入学校及其用户和菜品，以便在满规模下试用服务。

  npm run seed -- [--units N] [--dishes M] [--users U] [--seed S] [--first F] [--table NAME | --stage NAME]

  --units N        单位数，1 至 ${schools}，默认 ${usual.units}
  --dishes M       每个单位的菜品数，0 至 ${dishes}，默认 ${usual.dishes}
  --users U        每个单位的用户数（含主账号），1 至 ${users}，默认 ${usual.users}
  --seed S         0 至 ${seed}，默认 ${usual.seed}：相同的值产生相同的名称、人员和用量
  --first F        第一个单位的序号，默认 ${usual.first}：填入第 F 至 F + N - 1 个单位
  --table NAME     填入云端的这张表
  --stage NAME     填入已部署环境的表：catering-NAME（CATERING_TABLE 可指定其他表）
  --region REGION  表所在区域，默认取 AWS_REGION，其次 cn-north-1
  --help           显示本说明

没有 --table 和 --stage 时填入 npm start 正在运行的服务（其目录为 DATA_DIR）；设置 DYNAMODB_ENDPOINT 时填入该地址上的模拟器。

第 123 个单位的账号为 school000123，其他用户为 school000123-2、school000123-3……，均为系统角色。
所有人的密码相同：SEED_PASSWORD，默认 ${password}；云端的表没有默认密码。密码在最后显示。

可以重复执行：单位和用户按账号识别，菜品按序号识别，已有的保持不变。中断后用同一命令即可完成，规模更大时只补充不足，
从不删除。账号属于其他单位（例如另一个 --seed 产生的）时中止。
成功以 0 结束，表出错或已有其他内容以 1 结束，用法有误以 2 结束。
`,
  }),
  tooFar: (last: number, most: number) => ({
    en: `--first and --units reach ${last}: there are ${most} units`,
    zh: `--first 与 --units 到达 ${last}：最多 ${most} 个单位`,
  }),
  numberForm: (name: string, least: number, most: number, given: string) => ({
    en: `--${name} takes a whole number from ${least} to ${most}, not "${given}"`,
    zh: `--${name} 应为 ${least} 至 ${most} 的整数，而不是 "${given}"`,
  }),
  knownPassword: (password: string, table: string) => ({
    en: `Everybody knows the password ${password}: set SEED_PASSWORD to another one for ${table} in the cloud`,
    zh: `密码 ${password} 人人皆知：请用 SEED_PASSWORD 为云端的 ${table} 设置其他密码`,
  }),
  items: { en: 'items', zh: '条目' },
  rest: {
    en: 'What was written so far stays; run it again to write the rest',
    zh: '已写入的内容保留；重新执行即可写完其余部分',
  },
  nameTaken: {
    en: 'A unit that is not of this --seed has a name of it',
    zh: '有一个不属于此 --seed 的单位使用了其中的名称',
  },
  begun: (units: number, dishes: number, users: number, table: string) => ({
    en: `${units} units with ${dishes} dishes and ${users} users each → ${table}`,
    zh: `${units} 个单位，每个 ${dishes} 道菜品、${users} 个用户 → ${table}`,
  }),
  done: (items: number, seconds: string, rate: number) => ({
    en: `${items} items written in ${seconds} s, ${rate} items/s`,
    zh: `已写入 ${items} 个条目，用时 ${seconds} 秒，每秒 ${rate} 个`,
  }),
  signIn: (first: string, last: string, password: string) => ({
    en: `Sign in as ${first} to ${last}, password ${password}`,
    zh: `可用账号 ${first} 至 ${last} 登录，密码 ${password}`,
  }),
  foreignUid: (uid: string) => ({
    en: `The user id ${uid} belongs to another unit`,
    zh: `用户名 ${uid} 属于其他单位`,
  }),
  foreignAccount: (account: string, name: string, owner: string | undefined) => ({
    en:
      `The account ${account} should be of "${name}", but ` +
      `${owner === undefined ? 'its unit is being deleted' : `the unit "${owner}" has it`}: ` +
      'repeat the --seed that the table was begun with, or go on behind it with --first',
    zh:
      `账号 ${account} 应属于“${name}”，但${owner === undefined ? '其单位正在删除' : `单位“${owner}”在使用`}：` +
      '请使用当初的 --seed，或用 --first 从其后继续',
  }),
} satisfies Words;
