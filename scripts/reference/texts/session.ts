import { digestPassword } from '../../../lib/auth/password.ts';
import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: 'Signing in and out, and who is signed in',
  operations: {
    signIn: {
      description: `Begins a session of 12 hours; other sessions of the user go on. The answer tells who he is
        and what he may do, and has the \`token\` to be sent as \`Authorization: Bearer …\` with every other call. An
        unknown user and a wrong password are answered alike. Five failures in a row from one address, or twenty from
        anywhere, lock the user for 15 minutes; an address from which he has signed in during the last 30 days is locked
        by its own failures only.`,
      parameters: { uid: 'User id or account of a unit, 1 to 64 characters; case makes no difference.' },
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
      description:
        'Ends the session of the token at once; the user’s other sessions go on. That of a closed or expired unit ends too.',
      examples: { leave: { as: 'dongfang' } },
    },
    getMe: {
      description: `Who the token stands for: user, unit, role and permission items as they are now, when the session ends
        (\`expire\`), and the unit's name and last day (\`venderExpire\`). Unit 0 is the platform, which has no last
        day.`,
      examples: { dietitian: { as: 'limei' } },
    },
    changePassword: {
      description: `Changes the password of whoever calls and ends all his sessions but this one. Wrong old passwords
        count as failed sign-ins.`,
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
