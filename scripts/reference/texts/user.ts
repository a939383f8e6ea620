import { digestPassword } from '../../../lib/auth/password.ts';
import type { Documentation } from './documentation.ts';

const password = digestPassword('123456');
const uid = 'User id, 1 to 64 characters; case makes no difference.';

/** A workbook of users. */
const bookOf = (rows: readonly (readonly string[])[]) => {
  return { name: '用户.xlsx', sheets: { 用户: [['用户名', '姓名', '角色', '电话'], ...rows] } };
};

export const documentation: Documentation = {
  about: 'The people of a unit',
  operations: {
    checkUid: {
      description: `Whether a user can be created with this id: user ids and accounts of units are one namespace over the
        whole service. True is no reservation.`,
      parameters: { uid: 'User id that is wanted, 1 to 64 characters; case makes no difference.' },
      examples: { free: { parameters: { uid: 'sunyan' } }, taken: { parameters: { uid: 'limei' } } },
      failures: { invalid_input: { parameters: { uid: ' ' } } },
    },
    createUser: {
      description: `Creates a user of the caller's own unit, who can sign in at once. Nobody can give a role with
        permission items that he does not hold himself.`,
      parameters: {
        uid: 'User id, 1 to 64 characters, not taken by any user or unit of the service; case makes no difference.',
        name: 'Name of the person, 1 to 100 characters.',
        roleId: 'Id of a role of the own unit.',
      },
      examples: {
        dietitian: {
          parameters: { uid: 'sunyan', name: '孙燕', password, roleId: 1000002, phone: '13800000001' },
          headers: { 'Idempotency-Key': 'user-2026-09-01-1' },
        },
      },
      failures: {
        invalid_input: { parameters: { uid: '', name: '孙燕', password: '123456' } },
        duplicate_uid: { parameters: { uid: 'limei', name: '李梅', password, roleId: 1000002 } },
        unknown_role: { parameters: { uid: 'sunyan', name: '孙燕', password, roleId: 2000002 } },
        cannot_grant: { as: 'limei', parameters: { uid: 'sunyan', name: '孙燕', password, roleId: 1000004 } },
      },
    },
    deleteUser: {
      description: `Deletes a user of the caller's own unit and ends all his sessions. Neither the main account nor
        oneself can be deleted, nor can who holds a permission item that the caller does not.`,
      parameters: { uid },
      examples: { leaver: { parameters: { uid: 'zhoujie' } } },
      failures: {
        invalid_input: {},
        user_not_found: { parameters: { uid: 'dongfang' } },
        protected_self: { as: 'chenjing', parameters: { uid: 'chenjing' } },
        protected_main_account: { as: 'chenjing', parameters: { uid: 'hongqi' } },
        outranked: { as: 'limei', parameters: { uid: 'chenjing' } },
      },
    },
    getUserSheet: {
      description: `A workbook (\`.xlsx\`) of all users of the caller's own unit: user id (\`用户名\`), name (\`姓名\`), role by
        its name (\`角色\`), phone (\`电话\`); another sheet has the names of the roles. Uploaded to
        \`PUT /api/user/sheet.xlsx\` as it is, it changes nothing. Passwords are not in it.`,
      examples: { all: {} },
    },
    setUserSheet: {
      description: `Makes and changes users of the caller's own unit by a workbook (\`.xlsx\`) like that of
        \`GET /api/user/sheet.xlsx\`, all or none: at most 48 new ones, or 96 that change, in one call. Users are told by
        their ids (\`用户名\`); those without a row stay as they are, and nobody is deleted. A column that is missing leaves
        its field alone; an empty role revokes, an empty phone removes. New users need name and role, and get a password
        each: it is told in this answer, once, and kept nowhere; a repetition under the same \`Idempotency-Key\` is
        answered without. Others keep theirs. Nobody can do more than by \`PUT\` and \`POST /api/user\`. What is wrong is told by
        \`file\`, \`sheet\`, \`row\` and \`column\`, the first 100, and then nothing is done.`,
      parameters: { files: 'The workbook: one file.' },
      examples: {
        two: {
          file: bookOf([
            ['hemin', '何敏', '营养师', '13800000002'],
            ['limei', '李梅', '营养师', ''],
          ]),
          headers: { 'Idempotency-Key': 'staff-2026-09-01-1' },
        },
      },
      failures: {
        invalid_input: { file: bookOf([['limei', '李梅', '没有这个角色', '']]) },
        cannot_grant: { as: 'limei', file: bookOf([['sunyan2', '孙燕', '超级管理员', '']]) },
        outranked: { as: 'limei', file: bookOf([['chenjing', '陈静', '', '']]) },
        protected_self: { as: 'chenjing', file: bookOf([['chenjing', '陈静', '', '']]) },
        protected_main_account: { as: 'chenjing', file: bookOf([['hongqi', '红旗', '', '']]) },
      },
    },
    listUsers: {
      description: `All users of the caller's own unit, the main account included, with their roles. \`time\` is when a
        user was created, in milliseconds since the epoch; \`roleId\` is 0 where he has no role.`,
      examples: { all: {} },
    },
    updateUser: {
      description: `Changes a user of the caller's own unit: what is absent stays. \`roleId\` 0 revokes the role. A new
        password ends the user's sessions. Nobody can change his own role, or give permission items that he does not hold,
        or set the password or take away the role of somebody who holds one that he does not; the main account keeps
        its role. One's own password is changed by \`POST /api/me/password\`.`,
      parameters: {
        uid,
        name: 'New name, 1 to 100 characters; absent: unchanged.',
        roleId: 'Id of a role of the own unit; 0: none; absent: unchanged.',
        phone: 'Telephone number, at most 32 characters; empty: none; absent: unchanged.',
      },
      examples: {
        newPassword: { parameters: { uid: 'zhaolei', name: '赵磊', password, phone: '13800000002' } },
        revokeRole: { parameters: { uid: 'zhaolei', roleId: 0 } },
      },
      failures: {
        invalid_input: { parameters: { uid: 'zhaolei', name: '', roleId: -1 } },
        user_not_found: { parameters: { uid: 'dongfang', name: '王东' } },
        unknown_role: { parameters: { uid: 'zhaolei', roleId: 2000002 } },
        cannot_grant: { as: 'limei', parameters: { uid: 'zhaolei', roleId: 1000004 } },
        outranked: { as: 'limei', parameters: { uid: 'chenjing', password } },
        protected_self: { as: 'limei', parameters: { uid: 'limei', roleId: 1000003 } },
        protected_main_account: { as: 'chenjing', parameters: { uid: 'hongqi', roleId: 0 } },
      },
    },
  },
};
