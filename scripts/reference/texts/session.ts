import { digestPassword } from '../../../lib/auth/password.ts';
import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: { zh: '登录、退出和当前登录者', en: 'Signing in and out, and who is signed in' },
  operations: {
    signIn: {
      description: {
        zh: `开始一个 12 小时的会话；该用户的其他会话继续有效。响应中说明他是谁、可以做什么，并给出 \`token\`，
          其他接口都要以 \`Authorization: Bearer …\` 带上它。用户不存在和密码错误的响应相同。同一地址连续失败五次，
          或各地址合计失败二十次，该用户被锁定 15 分钟；他最近 30 天内登录过的地址，只因自身的失败而锁定。`,
        en: `Begins a session of 12 hours; other sessions of the user go on. The answer tells who he is
        and what he may do, and has the \`token\` to be sent as \`Authorization: Bearer …\` with every other call. An
        unknown user and a wrong password are answered alike. Five failures in a row from one address, or twenty from
        anywhere, lock the user for 15 minutes; an address from which he has signed in during the last 30 days is locked
        by its own failures only.`,
      },
      parameters: {
        uid: {
          zh: '用户名或单位账号，1 至 64 个字符；不分大小写。',
          en: 'User id or account of a unit, 1 to 64 characters; case makes no difference.',
        },
      },
      examples: {
        school: { as: 'nobody', parameters: { uid: 'limei', password: digestPassword('limei-2026') } },
      },
      failures: {
        invalid_input: { as: 'nobody', parameters: { uid: '', password: '123456' } },
        bad_credentials: { as: 'nobody', parameters: { uid: 'nobody', password: digestPassword('guess') } },
        too_many_failures: { as: 'nobody', parameters: { uid: 'guessed', password: digestPassword('x') }, times: 6 },
        unit_closed: { as: 'nobody', parameters: { uid: 'tingban', password: digestPassword('tingban-2026') } },
        unit_expired: { as: 'nobody', parameters: { uid: 'daoqi', password: digestPassword('daoqi-2026') } },
      },
    },
    signOut: {
      description: {
        zh: '立即结束该 token 的会话；该用户的其他会话继续有效。已关闭或已到期单位的会话也可结束。',
        en: 'Ends the session of the token at once; the user’s other sessions go on. That of a closed or expired unit ends too.',
      },
      examples: { leave: { as: 'dongfang' } },
    },
    getMe: {
      description: {
        zh: `token 代表谁：现在的用户、单位、角色和权限项，会话何时结束（\`expire\`），
          以及单位名称和到期日（\`venderExpire\`）。单位 0 为平台，没有到期日。`,
        en: `Who the token stands for: user, unit, role and permission items as they are now, when the session ends
        (\`expire\`), and the unit's name and last day (\`venderExpire\`). Unit 0 is the platform, which has no last
        day.`,
      },
      examples: { dietitian: { as: 'limei' } },
    },
    changePassword: {
      description: {
        zh: '修改调用者的密码，并结束他除本会话外的所有会话。原密码错误计为登录失败。',
        en: `Changes the password of whoever calls and ends all his sessions but this one. Wrong old passwords
        count as failed sign-ins.`,
      },
      examples: {
        change: {
          as: 'chenjing',
          parameters: { oldPassword: digestPassword('chenjing-2026'), newPassword: digestPassword('chenjing-2027') },
        },
      },
      failures: {
        invalid_input: { as: 'chenjing', parameters: { oldPassword: digestPassword('chenjing-2026') } },
        wrong_password: {
          as: 'chenjing',
          parameters: { oldPassword: digestPassword('forgotten'), newPassword: digestPassword('chenjing-2027') },
        },
        too_many_failures: {
          as: 'wangfang',
          parameters: { oldPassword: digestPassword('forgotten'), newPassword: digestPassword('wangfang-2027') },
          times: 6,
        },
      },
    },
  },
};
