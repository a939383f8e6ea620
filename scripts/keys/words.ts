import type { Words } from '../command/language.ts';
import { DEFAULT_REGION } from '../command/target.ts';

/** A time that must pass. */
interface Wait {
  readonly hours: number;
  readonly minutes: number;
}

const english = ({ hours, minutes }: Wait) =>
  hours > 0 ? `${hours} hours and ${minutes} minutes` : `${minutes} minutes`;
const chinese = ({ hours, minutes }: Wait) => (hours > 0 ? `${hours} 小时 ${minutes} 分钟` : `${minutes} 分钟`);

export const words = {
  help: {
    en: `Makes and rotates the keys that sign the tokens of a deployed stage. Never shows them.

  npm run keys -- COMMAND --stage NAME [--region REGION] [--force]

  create           the first key; npm run deploy does it where there is none
  status           which keys there are, and what may be done next
  add              one more key, which verifies tokens but signs none yet
  promote ID       let a key sign from now on; those before it still verify
  remove ID        end a key, and with it the tokens it has signed

  --stage NAME     the stage: the keys are the SecureString parameter /catering/NAME/signing-keys
  --region REGION  region of that parameter; by default AWS_REGION, then ${DEFAULT_REGION}
  --force          promote before all functions know the key; remove one whose tokens may still be in use
  --help           this text

Functions read the keys every five minutes. A rotation that nobody notices is: add, promote six minutes later, remove
the old key twelve hours and six minutes after that. They refuse to come sooner, counting from the last change of the
parameter. The key that signs is never removed.
The AWS account is found as the AWS command line finds it: environment, AWS_PROFILE, single sign-on, instance role.
Ends with 0, with 1 where it failed or refused, with 2 where it is called wrongly.
`,
    zh: `生成和轮换已部署环境的令牌签名密钥。从不显示密钥内容。

  npm run keys -- COMMAND --stage NAME [--region REGION] [--force]

  create           第一个密钥；没有时 npm run deploy 会自行生成
  status           现有哪些密钥，下一步可以做什么
  add              增加一个密钥：可验证令牌，但还不签名
  promote ID       从现在起用该密钥签名；之前的仍可验证
  remove ID        停用一个密钥，其签发的令牌随之失效

  --stage NAME     环境名：密钥是 SecureString 参数 /catering/NAME/signing-keys
  --region REGION  参数所在区域，默认取 AWS_REGION，其次 ${DEFAULT_REGION}
  --force          不等所有函数得知就启用密钥；停用其令牌可能仍在使用的密钥
  --help           显示本说明

函数每五分钟读取一次密钥。让人毫无察觉的轮换是：add，六分钟后 promote，再过十二小时六分钟 remove 旧密钥。
自参数上次改动起算，提前执行会被拒绝。正在签名的密钥从不停用。
AWS 账号的查找方式与 AWS 命令行相同：环境变量、AWS_PROFILE、单点登录、实例角色。
成功以 0 结束，失败或被拒绝以 1 结束，用法有误以 2 结束。
`,
  },
  noCommand: { en: 'Name a command; --help lists them', zh: '请指定命令；见 --help' },
  unknownCommand: (name: string) => ({
    en: `There is no command ${name}; --help lists them`,
    zh: `没有命令 ${name}；见 --help`,
  }),
  takesNothing: (command: string) => ({
    en: `${command} takes neither ID nor --force; --help says more`,
    zh: `${command} 不接受 ID 和 --force；详见 --help`,
  }),
  takesId: (command: string) => ({
    en: `${command} takes the ID of a key; status lists them`,
    zh: `${command} 需要密钥的 ID；status 可列出`,
  }),
  hasFirst: (name: string) => ({ en: `${name} has its first key`, zh: `${name} 已有第一个密钥` }),
  hasKeys: (name: string) => ({
    en: `${name} has keys already: rotate them by add, promote and remove`,
    zh: `${name} 已有密钥：请用 add、promote、remove 轮换`,
  }),
  absent: (name: string) => ({ en: `There is no ${name}: create it first`, zh: `没有 ${name}：请先 create` }),
  verifies: (id: string, after: Wait) => ({
    en: `${id} verifies. After ${english(after)} let it sign: promote ${id}`,
    zh: `${id} 可以验证。${chinese(after)}后用 promote ${id} 让它签名`,
  }),
  signsAlready: (id: string) => ({ en: `${id} signs already`, zh: `${id} 已在签名` }),
  unknownYet: { en: 'Not all functions know the key yet', zh: '并非所有函数都已得知该密钥' },
  signs: (id: string, former: string, after: Wait) => ({
    en: `${id} signs. After ${english(after)} end the former key: remove ${former}`,
    zh: `${id} 开始签名。${chinese(after)}后用 remove ${former} 停用旧密钥`,
  }),
  promoteOther: (id: string) => ({
    en: `${id} signs: promote another key first`,
    zh: `${id} 正在签名：请先 promote 另一个密钥`,
  }),
  stillInUse: { en: 'Tokens that it has signed may still be in use', zh: '它签发的令牌可能仍在使用' },
  ends: (id: string, within: Wait) => ({
    en: `${id} ends: within ${english(within)} no function takes its tokens any more`,
    zh: `${id} 已停用：${chinese(within)}内所有函数都不再接受其令牌`,
  }),
  key: { en: 'key', zh: '密钥' },
  does: { en: 'does', zh: '作用' },
  signing: { en: 'signs', zh: '签名' },
  verifying: { en: 'verifies', zh: '验证' },
  lastChanged: (when: string) => ({ en: `Last changed ${when}.`, zh: `上次改动：${when}。` }),
  from: (when: string) => ({ en: `from ${when} on`, zh: `${when} 起` }),
  now: { en: 'now', zh: '现在即可' },
  toRotate: { en: 'To rotate: add', zh: '如要轮换：add' },
  next: (promote: string, remove: string) => ({
    en: `promote: ${promote}; remove: ${remove}`,
    zh: `promote：${promote}；remove：${remove}`,
  }),
  noKey: (id: string, ids: readonly string[]) => ({
    en: `There is no key ${id}; there are ${ids.join(', ')}`,
    zh: `没有密钥 ${id}；现有 ${ids.join('、')}`,
  }),
  tooSoon: (why: { readonly en: string; readonly zh: string }, when: string) => ({
    en: `${why.en}: try again from ${when} on, or use --force`,
    zh: `${why.zh}：请在 ${when} 之后再试，或使用 --force`,
  }),
  otherContent: (name: string) => ({
    en: `${name} holds something else than signing keys: look at it, or delete it`,
    zh: `${name} 的内容不是签名密钥：请查看或删除`,
  }),
  changedMeanwhile: (name: string) => ({
    en: `${name} was changed by somebody else at the same time: see by status which keys there are`,
    zh: `${name} 同时被他人改动：请用 status 查看现有密钥`,
  }),
  inRegion: (name: string, region: string, why: string) => ({
    en: `${name} in region ${region}: ${why}`,
    zh: `区域 ${region} 的 ${name}：${why}`,
  }),
} satisfies Words;
