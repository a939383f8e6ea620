import { digestPassword } from '../../../lib/auth/password.ts';
import type { Documentation } from './documentation.ts';

const password = digestPassword('123456');
const uid = {
  zh: '用户名，1 至 64 个字符；不分大小写。',
  en: 'User id, 1 to 64 characters; case makes no difference.',
};

/** A workbook of users. */
const bookOf = (rows: readonly (readonly string[])[]) => {
  return { name: '用户.xlsx', sheets: { 用户: [['用户名', '姓名', '角色', '电话'], ...rows] } };
};

export const documentation: Documentation = {
  about: { zh: '单位的人员', en: 'The people of a unit' },
  operations: {
    checkUid: {
      description: {
        zh: '能否用这个用户名新建用户：用户名和单位账号在整个服务中不能重复。返回 true 不代表已预留。',
        en: `Whether a user can be created with this id: user ids and accounts of units are one namespace over the
        whole service. True is no reservation.`,
      },
      parameters: {
        uid: {
          zh: '想用的用户名，1 至 64 个字符；不分大小写。',
          en: 'User id that is wanted, 1 to 64 characters; case makes no difference.',
        },
      },
      examples: { free: { parameters: { uid: 'sunyan' } }, taken: { parameters: { uid: 'limei' } } },
      failures: { invalid_input: { parameters: { uid: ' ' } } },
    },
    createUser: {
      description: {
        zh: '新建调用者本单位的用户，立即可以登录。不能授予含有自己没有的权限项的角色。',
        en: `Creates a user of the caller's own unit, who can sign in at once. Nobody can give a role with
        permission items that he does not hold himself.`,
      },
      parameters: {
        uid: {
          zh: '用户名，1 至 64 个字符，不与服务中任何用户或单位重复；不分大小写。',
          en: 'User id, 1 to 64 characters, not taken by any user or unit of the service; case makes no difference.',
        },
        name: { zh: '姓名，1 至 100 个字符。', en: 'Name of the person, 1 to 100 characters.' },
        roleId: { zh: '本单位的角色编号。', en: 'Id of a role of the own unit.' },
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
      description: {
        zh: `删除调用者本单位的用户，并结束其所有会话。不能删除主账号和自己，
          也不能删除拥有调用者没有的权限项的用户。`,
        en: `Deletes a user of the caller's own unit and ends all his sessions. Neither the main account nor
        oneself can be deleted, nor can who holds a permission item that the caller does not.`,
      },
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
      description: {
        zh: `工作簿（\`.xlsx\`），含调用者本单位的全部用户：\`用户名\`、\`姓名\`、\`角色\`（角色名称）和 \`电话\`；
          另一张工作表列出角色名称。原样上传到 \`PUT /api/user/sheet.xlsx\` 什么也不改变。不含密码。`,
        en: `A workbook (\`.xlsx\`) of all users of the caller's own unit: user id (\`用户名\`), name (\`姓名\`), role
          by
        its name (\`角色\`), phone (\`电话\`); another sheet has the names of the roles. Uploaded to
        \`PUT /api/user/sheet.xlsx\` as it is, it changes nothing. Passwords are not in it.`,
      },
      examples: { all: {} },
    },
    setUserSheet: {
      description: {
        zh: `用工作簿（\`.xlsx\`）新建和修改调用者本单位的用户，格式同 \`GET /api/user/sheet.xlsx\`，要么全部成功，
          要么全不执行：一次最多新建 48 人，或修改 96 人。按 \`用户名\` 识别用户；未列出的用户不变，也不会删除任何人。
          缺少的列不影响其字段；角色为空即收回，电话为空即清空。新用户须有姓名和角色，并各得一个密码：
          只在这次响应中告知，不作保存；用同一个 \`Idempotency-Key\` 重复请求时响应中没有密码。其他人的密码不变。
          权限不超出 \`PUT\` 和 \`POST /api/user\`。错误以 \`file\`、\`sheet\`、\`row\` 和 \`column\` 指出，最多前 100
          处，
          此时什么也不执行。`,
        en: `Makes and changes users of the caller's own unit by a workbook (\`.xlsx\`) like that of
        \`GET /api/user/sheet.xlsx\`, all or none: at most 48 new ones, or 96 that change, in one call. Users are told
        by
        their ids (\`用户名\`); those without a row stay as they are, and nobody is deleted. A column that is missing
        leaves
        its field alone; an empty role revokes, an empty phone removes. New users need name and role, and get a password
        each: it is told in this answer, once, and kept nowhere; a repetition under the same \`Idempotency-Key\` is
        answered without. Others keep theirs. Nobody can do more than by \`PUT\` and \`POST /api/user\`. What is wrong
        is told by
        \`file\`, \`sheet\`, \`row\` and \`column\`, the first 100, and then nothing is done.`,
      },
      parameters: { files: { zh: '工作簿：一个文件。', en: 'The workbook: one file.' } },
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
      description: {
        zh: `调用者本单位的全部用户，包括主账号，带各自的角色。\`time\` 为建立用户的时间，以毫秒计的时间戳；没有角色时
          \`roleId\` 为 0。`,
        en: `All users of the caller's own unit, the main account included, with their roles. \`time\` is when a
        user was created, in milliseconds since the epoch; \`roleId\` is 0 where he has no role.`,
      },
      examples: { all: {} },
    },
    updateUser: {
      description: {
        zh: `修改调用者本单位的用户：不传的字段不变。\`roleId\` 为 0 收回角色。设置新密码会结束该用户的会话。
          不能更改自己的角色，不能授予自己没有的权限项，也不能设置拥有自己没有的权限项的用户的密码或收回其角色；
          主账号的角色不能更改。修改自己的密码请用 \`POST /api/me/password\`。`,
        en: `Changes a user of the caller's own unit: what is absent stays. \`roleId\` 0 revokes the role. A new
        password ends the user's sessions. Nobody can change his own role, or give permission items that he does not hold,
        or set the password or take away the role of somebody who holds one that he does not; the main account keeps
        its role. One's own password is changed by \`POST /api/me/password\`.`,
      },
      parameters: {
        uid,
        name: { zh: '新名称，1 至 100 个字符；不传：不变。', en: 'New name, 1 to 100 characters; absent: unchanged.' },
        roleId: {
          zh: '本单位的角色编号；0：没有角色；不传：不变。',
          en: 'Id of a role of the own unit; 0: none; absent: unchanged.',
        },
        phone: {
          zh: '电话，最多 32 个字符；传空：没有；不传：不变。',
          en: 'Telephone number, at most 32 characters; empty: none; absent: unchanged.',
        },
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
