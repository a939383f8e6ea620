import type { Text, Words } from '../command/language.ts';
import { DEFAULT_REGION } from '../command/target.ts';

/** The texts of a command: its usage, one line, and its whole help. */
interface CommandText {
  readonly usage: string;
  readonly summary: Text;
  readonly details: Text;
}

export const commandTexts = {
  units: {
    usage: 'units [--keyword W]',
    summary: { en: 'units with account, category, last day and status', zh: '列出单位的账号、类别、到期日和状态' },
    details: {
      en: `Newest first. --keyword W lists those whose name, or its pinyin, contains W. The status is open, closed, or
expired: past the last day.`,
      zh: '新的在前。--keyword W 只列出名称或拼音含有 W 的单位。状态为 open（开放）、closed（关闭）或 expired（已过到期日）。',
    },
  },
  users: {
    usage: 'users --unit N',
    summary: { en: 'users of a unit with role and lock', zh: '列出单位用户的角色和锁定情况' },
    details: {
      en: `In the order of creation; unit 0 is the platform. "locked until" is when the last lock ends by itself, "locked
for" the addresses from which it holds: anywhere after 20 failures, one address after 5.`,
      zh: '按创建顺序；单位 0 为平台。“锁定至”是最后一个锁自动解除的时间，“锁定范围”是受限的地址：失败 20 次后不限地址，5 次后为该地址。',
    },
  },
  unlock: {
    usage: 'unlock UID',
    summary: { en: 'forget all failed sign-ins of a user', zh: '清除用户的全部登录失败记录' },
    details: {
      en: 'The uid can sign in at once, from everywhere. Its password stays, and so do its sessions.',
      zh: '该用户可立即从任何地址登录。密码和登录会话不变。',
    },
  },
  password: {
    usage: 'password UID',
    summary: {
      en: 'set the password of a user and sign him out everywhere',
      zh: '设置用户的密码，并使其在各处退出登录',
    },
    details: {
      en: `The password is asked for, twice and without echo; without a terminal it is the first line of standard input.
This is how the platform's own people get a new one when nobody can sign in who may give it.`,
      zh: '密码在终端输入两次，不回显；没有终端时取标准输入的第一行。当平台上无人能登录并重设密码时，可用此命令。',
    },
  },
  close: {
    usage: 'close N',
    summary: { en: 'close a unit: none of its users may call or sign in', zh: '关闭单位：其用户不能登录和调用' },
    details: {
      en: 'Every call of its users is answered 403 unit_closed from now on; nothing is lost. Unit 0 cannot be closed.',
      zh: '其用户的调用一律返回 403 unit_closed；数据不会丢失。单位 0 不能关闭。',
    },
  },
  open: {
    usage: 'open N',
    summary: { en: 'open it again', zh: '重新开放单位' },
    details: {
      en: 'A unit past its last day stays expired: renew sets that day.',
      zh: '已过到期日的单位仍为过期：用 renew 设置到期日。',
    },
  },
  renew: {
    usage: 'renew N YYYY-MM-DD',
    summary: { en: 'set the last day of a unit', zh: '设置单位的到期日' },
    details: {
      en: `The unit works through the end of that day; with one that has passed it is expired. A closed unit stays
closed.`,
      zh: '单位可用至当日结束；若该日已过则为过期。关闭的单位仍为关闭。',
    },
  },
  'end-sessions': {
    usage: 'end-sessions UID | --unit N',
    summary: {
      en: 'sign out a user, or all users of a unit, everywhere',
      zh: '使一个用户或单位全部用户在各处退出登录',
    },
    details: {
      en: 'Main accounts are signed out too. Passwords stay: whoever knows one can sign in again.',
      zh: '主账号也会退出登录。密码不变：知道密码的人可以重新登录。',
    },
  },
} as const satisfies Readonly<Record<string, CommandText>>;

export const words = {
  head: {
    en: `What an operator of the platform does without a browser.

  npm run admin -- COMMAND [options]`,
    zh: `平台运维人员无需浏览器即可完成的操作。

  npm run admin -- COMMAND [选项]`,
  },
  options: {
    en: `  --json            one JSON value instead of text
  --stage NAME      the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --table NAME      a table by its name
  --region REGION   region of that table; by default AWS_REGION, then ${DEFAULT_REGION}
  --endpoint URL    an emulator at that address; by default DYNAMODB_ENDPOINT
  --help            this text, or that of the command

Without --stage, --table and an emulator it is the service that npm start runs, while it runs.
What is changed stands in the platform's log of operations (GET /api/log), as done by "operator".
Ends with 0 where all went well, with 1 where there is no such thing or the table fails, with 2 where it is called
wrongly.
`,
    zh: `  --json            以一个 JSON 值代替文本
  --stage NAME      已部署环境的表：catering-NAME（CATERING_TABLE 可指定其他表）
  --table NAME      直接指定表名
  --region REGION   表所在区域，默认取 AWS_REGION，其次 ${DEFAULT_REGION}
  --endpoint URL    该地址上的模拟器，默认取 DYNAMODB_ENDPOINT
  --help            显示本说明，或该命令的说明

没有 --stage、--table 和模拟器时，指 npm start 正在运行的服务。
所做的改动记入平台的操作日志（GET /api/log），操作者为 "operator"。
成功以 0 结束，对象不存在或表出错以 1 结束，用法有误以 2 结束。
`,
  },
  noCommand: { en: 'Name a command; --help lists them', zh: '请指定命令；见 --help' },
  unknownCommand: (name: string) => ({
    en: `There is no command ${name}; --help lists them`,
    zh: `没有命令 ${name}；见 --help`,
  }),
  wrongUse: (command: string, problem: Text) => ({
    en: `${command} ${problem.en}; ${command} --help says more`,
    zh: `${command} ${problem.zh}；详见 ${command} --help`,
  }),
  takesNo: (option: string) => ({ en: `takes no --${option}`, zh: `不接受 --${option}` }),
  needsUnit: { en: 'needs --unit N', zh: '需要 --unit N' },
  takesEither: { en: 'takes UID or --unit N', zh: '需要 UID 或 --unit N 之一' },
  takesWords: (names: readonly string[]) => ({ en: `takes ${names.join(' ')}`, zh: `需要 ${names.join(' ')}` }),
  takesOptions: { en: 'takes options only', zh: '只接受选项' },
  mustBe: (name: string, what: Text, given: string) => ({
    en: `${name} must be ${what.en}, not ${given}`,
    zh: `${name} 应为 ${what.zh}，而不是 ${given}`,
  }),
  characters: (most: number) => ({ en: `1 to ${most} characters`, zh: `1 至 ${most} 个字符` }),
  day: { en: 'a day as YYYY-MM-DD', zh: 'YYYY-MM-DD 格式的日期' },
  anyUnit: { en: "a unit's id", zh: '单位编号' },
  oneUnit: { en: "a unit's id from 1 on", zh: '从 1 开始的单位编号' },
  newPassword: { en: 'New password', zh: '新密码' },
  units: (count: number) => ({ en: `${count} ${count === 1 ? 'unit' : 'units'}`, zh: `${count} 个单位` }),
  users: (count: number) => ({ en: `${count} ${count === 1 ? 'user' : 'users'}`, zh: `${count} 个用户` }),
  unitIs: (name: string, id: number, status: string, expire: string | undefined) => ({
    en: `${name} (unit ${id}): ${status}, last day ${expire}`,
    zh: `${name}（单位 ${id}）：${status}，到期日 ${expire ?? '无'}`,
  }),
  asBefore: (facts: Text) => ({ en: `${facts.en}: as it was before`, zh: `${facts.zh}：与之前相同` }),
  unlocked: (uid: string, unit: number, locks: readonly string[]) => ({
    en:
      `${uid} (unit ${unit}) ${locks.length > 0 ? `was locked for ${locks.join(', ')}` : 'was not locked'}; ` +
      'may sign in from everywhere now',
    zh: `${uid}（单位 ${unit}）${locks.length > 0 ? `曾被锁定（${locks.join('、')}）` : '未被锁定'}；现在可从任何地址登录`,
  }),
  hasPassword: (uid: string, unit: number) => ({
    en: `${uid} (unit ${unit}) has the new password; all sessions have ended`,
    zh: `${uid}（单位 ${unit}）的密码已更改；所有登录会话已结束`,
  }),
  endedOf: (uid: string, unit: number) => ({
    en: `All sessions of ${uid} (unit ${unit}) have ended`,
    zh: `${uid}（单位 ${unit}）的所有登录会话已结束`,
  }),
  endedOfAll: (users: number, name: string, unit: number) => ({
    en: `All sessions of ${users} users of ${name} (unit ${unit}) have ended`,
    zh: `${name}（单位 ${unit}）${users} 个用户的所有登录会话已结束`,
  }),
} satisfies Words;

/** Titles of columns. In JSON, members have other names. */
export const columns = {
  id: { en: 'id', zh: '编号' },
  name: { en: 'name', zh: '名称' },
  account: { en: 'account', zh: '账号' },
  category: { en: 'category', zh: '类别' },
  expire: { en: 'expire', zh: '到期日' },
  status: { en: 'status', zh: '状态' },
  uid: { en: 'uid', zh: '用户名' },
  role: { en: 'role', zh: '角色' },
  main: { en: 'main', zh: '主账号' },
  lockedUntil: { en: 'locked until', zh: '锁定至' },
  lockedFor: { en: 'locked for', zh: '锁定范围' },
} as const satisfies Words;
