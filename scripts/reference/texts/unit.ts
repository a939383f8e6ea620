import { digestPassword } from '../../../lib/auth/password.ts';
import type { Text } from '../../../lib/errors.ts';
import type { Documentation } from './documentation.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
const icon = {
  zh: '图片：png、jpeg、gif 或 webp 的 base64 data 字符串，传送时不超过 50 KB；传空：没有。',
  en: 'Picture: a base64 data string of a png, jpeg, gif or webp image, at most 50 KB as sent; empty: none.',
};
const expire = {
  zh: '单位可以使用的最后一天（按服务的时区到当天结束），格式 YYYY-MM-DD。',
  en: 'Last day on which the unit can be used, to its end in the time zone of the service, as YYYY-MM-DD.',
};
const share = (meal: Text) => ({
  zh: `${meal.zh}占一天能量的比例，百分数：0 至 9999.99，最多两位小数。`,
  en: `Share of ${meal.en} in the energy of a day, in per cent: 0 to 9999.99, at most two decimals.`,
});
const texts = {
  address: '光明路 8 号',
  contacts: '王老师',
  phone: '13800000003',
  email: 'office@guangming.example',
  province: '河北省',
  city: '保定市',
  area: '莲池区',
};
const unit = { account: 'guangming', password: digestPassword('123456'), name: '光明小学', category: '小学' };

export const documentation: Documentation = {
  about: { zh: '单位（如学校）及其设置', en: 'Units, such as schools, and their settings' },
  operations: {
    checkAccount: {
      description: {
        zh: '能否用这个主账号新建单位：单位账号和用户名在整个服务中不能重复。返回 true 不代表已预留。',
        en: `Whether a unit can be created with this main account: accounts of units and user ids are one namespace
        over the whole service. True is no reservation.`,
      },
      parameters: {
        account: {
          zh: '想用的账号，1 至 64 个字符；不分大小写。',
          en: 'Account that is wanted, 1 to 64 characters; case makes no difference.',
        },
      },
      examples: { free: { parameters: { account: 'guangming' } }, taken: { parameters: { account: 'hongqi' } } },
      failures: { invalid_input: {} },
    },
    checkName: {
      description: {
        zh: '能否用这个名称新建单位，单位名称不能重复。返回 true 不代表已预留。',
        en: 'Whether a unit can be created with this name, which no two units share. True is no reservation.',
      },
      parameters: {
        name: {
          zh: '想用的名称，1 至 100 个字符；不分大小写和全半角。',
          en: 'Name that is wanted, 1 to 100 characters; case and width make no difference.',
        },
      },
      examples: { free: { parameters: { name: '光明小学' } }, taken: { parameters: { name: '红旗小学' } } },
      failures: { invalid_input: { parameters: { name: '' } } },
    },
    getInfo: {
      description: {
        zh: `一个单位的全部字段，包括图片。响应的 \`ETag\` 用于 \`POST /api/vender\` 的 \`If-Match\`。平台可查任何单位，
          并得知它有多少用户和角色。`,
        en: `One unit with all its fields, its picture too. The answer's \`ETag\` is for \`If-Match\` of
        \`POST /api/vender\`. The platform may ask for any unit and is told how many users and roles it has.`,
      },
      parameters: {
        vender: {
          zh: '单位的编号；业务端只能填本单位。不传：本单位。',
          en: 'Id of the unit; a unit may name only itself. Absent: the own one.',
        },
      },
      examples: { own: {}, byPlatform: { as: 'admin', parameters: { vender: 2 } } },
      failures: {
        invalid_input: { parameters: { vender: 'all' } },
        foreign_unit: { parameters: { vender: 2 } },
        unit_not_found: { as: 'admin', parameters: { vender: 99 } },
      },
    },
    getConfig: {
      description: {
        zh: '本单位一天的能量如何分配到三餐，百分数，恰好两位小数。新单位为 30.00、40.00 和 30.00。',
        en: `How the energy of a day is shared out among the three meals in the own unit, in per cent with exactly
        two decimals. A new unit has 30.00, 40.00 and 30.00.`,
      },
      examples: { shares: {} },
    },
    updateConfig: {
      description: {
        zh: '设置本单位一天的能量如何分配到三餐。三者之和是否为 100 由调用者负责。',
        en: `Sets how the energy of a day is shared out among the three meals in the own unit. That the shares make
        100 is for the caller to see to.`,
      },
      parameters: {
        vender: { zh: '本单位的编号。', en: 'Id of the own unit.' },
        breakfast: share({ zh: '早餐', en: 'breakfast' }),
        lunch: share({ zh: '午餐', en: 'lunch' }),
        dinner: share({ zh: '晚餐', en: 'dinner' }),
      },
      examples: { shares: { parameters: { vender: 1, breakfast: 25, lunch: 40.5, dinner: 34.5 } } },
      failures: {
        invalid_input: { parameters: { vender: 1, breakfast: 25.123, lunch: -1 } },
        foreign_unit: { parameters: { vender: 2, breakfast: 25, lunch: 40.5, dinner: 34.5 } },
      },
    },
    createUnit: {
      description: {
        zh: '新建单位，同时建立拥有业务端全部权限项的系统角色，以及立即可以登录的主账号。',
        en: `Creates a unit together with its system role, which holds every permission item of units, and its main
        account, which can sign in at once.`,
      },
      parameters: {
        account: {
          zh: '主账号的用户名，1 至 64 个字符，不与服务中任何用户重复。',
          en: 'User id of its main account, 1 to 64 characters, not taken by any user of the service.',
        },
        name: {
          zh: '名称，1 至 100 个字符，不与其他单位重名。',
          en: 'Name, 1 to 100 characters, that no other unit has.',
        },
        category: {
          zh: '单位的类别，1 至 500 个字符，例如 `GET /api/basic/enum` 中列表 `category` 的 `key`。',
          en: 'Kind of unit, 1 to 500 characters, such as a `key` of the list `category` of `GET /api/basic/enum`.',
        },
        expire,
        menuReview: {
          zh: '`true`：它的食谱须经平台审核才生效。不传：`false`。',
          en: '`true`: its menus are live only once the platform has reviewed them. Absent: `false`.',
        },
        icon,
      },
      examples: {
        whole: {
          parameters: { ...unit, expire: '2027-07-31', menuReview: 'false', icon: PIXEL, ...texts },
          headers: { 'Idempotency-Key': 'unit-2026-09-01-1' },
        },
      },
      failures: {
        invalid_input: { parameters: { account: '', password: '123456', name: '光明小学', expire: '2027-02-30' } },
        duplicate_account: { parameters: { ...unit, account: 'limei', expire: '2027-07-31' } },
        duplicate_unit_name: { parameters: { ...unit, name: '红旗小学', expire: '2027-07-31' } },
        payload_too_large: { parameters: { ...unit, expire: '2027-07-31', icon: 'x'.repeat(50 * 1024 + 1) } },
      },
    },
    deleteUnit: {
      description: {
        zh: `删除单位及其用户、角色、标记、菜品和分配。它的会话立即结束，名称和用户名可再使用；
          一次请求做不完的在一小时内完成，或再次调用时完成。`,
        en: `Deletes a unit with its users, roles, marks, dishes and assignments. Its sessions end at once, its name
        and user ids are free again; what one request cannot finish is finished within the hour, or by the same call
        again.`,
      },
      parameters: { vender: { zh: '单位的编号。', en: 'Id of the unit.' } },
      examples: { moved: { parameters: { vender: 5 } } },
      failures: {
        invalid_input: { parameters: { vender: 0 } },
        unit_not_found: { parameters: { vender: 99 } },
      },
    },
    updateUnit: {
      description: {
        zh: `修改单位：不传的字段不变。平台可改任何单位，包括到期日、是否开放和食谱是否审核；单位只能改自己，
          且只能由主账号修改。新的 \`account\` 为换绑：换成单位的一个用户，该用户即成为主账号；或换成无人使用的用户名，
          主账号改用此名，其会话结束。`,
        en: `Changes a unit: what is absent stays. The platform may change any, its last day, whether it is open and
        whether its menus are reviewed included; a unit only itself, and only by its main account. A new \`account\`
        is rebound: to a user of the unit,
        who becomes the main account; or to an id that nobody has, by which the main account is renamed and its sessions
        end.`,
      },
      parameters: {
        venderId: { zh: '单位的编号。', en: 'Id of the unit.' },
        expire: { zh: `${expire.zh}仅平台可修改。`, en: `${expire.en} Only the platform may change it.` },
        status: {
          zh: '`true`：开放；`false`：关闭，其用户什么也不能做。仅平台可修改。',
          en: '`true`: open, `false`: closed, so that none of its users can do anything. Only the platform may change it.',
        },
        menuReview: {
          zh: '`true`：它的食谱须经平台审核才生效。仅平台可修改。',
          en: '`true`: its menus are live only once the platform has reviewed them. Only the platform may change it.',
        },
        category: {
          zh: '单位的类别，1 至 500 个字符；不传：不变。',
          en: 'Kind of unit, 1 to 500 characters; absent: unchanged.',
        },
        account: {
          zh: '新主账号的用户名，1 至 64 个字符；不传：不变。',
          en: 'User id of the new main account, 1 to 64 characters; absent: unchanged.',
        },
        name: {
          zh: '新名称，1 至 100 个字符，不与其他单位重名；不传：不变。',
          en: 'New name, 1 to 100 characters, that no other unit has; absent: unchanged.',
        },
        icon,
      },
      examples: {
        byPlatform: {
          as: 'admin',
          parameters: {
            venderId: 2,
            expire: '2028-07-31',
            status: 'true',
            menuReview: 'true',
            category: '初中',
            account: 'dongfang-zx',
          },
        },
        byItself: {
          parameters: { venderId: 1, name: '红旗实验小学', icon: PIXEL, ...texts },
          headers: { 'If-Match': '*' },
        },
      },
      failures: {
        missing_permission: { as: 'clerk', parameters: { venderId: 1, name: '红旗实验小学' } },
        main_account_only: { as: 'chenjing', parameters: { venderId: 1, name: '红旗实验小学' } },
        admin_side_only: { parameters: { venderId: 1, status: 'true' } },
        foreign_unit: { parameters: { venderId: 2, name: '红旗实验小学' } },
        invalid_input: { parameters: { venderId: 1, name: '', icon: 'logo.png' } },
        unit_not_found: { as: 'admin', parameters: { venderId: 99, name: '红旗实验小学' } },
        duplicate_account: { parameters: { venderId: 1, account: 'dongfang' } },
        duplicate_unit_name: { parameters: { venderId: 1, name: '东方小学' } },
        changed_meanwhile: { parameters: { venderId: 1, phone: '010-1' }, headers: { 'If-Match': '"99"' } },
        payload_too_large: { parameters: { venderId: 1, icon: 'x'.repeat(50 * 1024 + 1) } },
      },
    },
    setUnitPassword: {
      description: {
        zh: '在忘记密码时设置单位主账号的密码。该账号的所有会话结束；其他人的继续有效。',
        en: `Sets the password of a unit's main account, where it has been forgotten. All sessions of that account
        end; everybody else's go on.`,
      },
      parameters: {
        venderId: {
          zh: '单位的编号；平台自身没有此操作。',
          en: 'Id of the unit; the platform itself has no such call.',
        },
      },
      examples: { forgotten: { as: 'admin', parameters: { venderId: 2, password: unit.password } } },
      failures: {
        missing_permission: { as: 'clerk', parameters: { venderId: 2, password: unit.password } },
        invalid_input: { as: 'admin', parameters: { venderId: 0, password: '123456' } },
        unit_not_found: { as: 'admin', parameters: { venderId: 99, password: unit.password } },
      },
    },
    listUnits: {
      description: {
        zh: `单位，分页，最新的在前，含密码以外的全部内容。\`expire\` 为到期日的 UTC 零点，\`status\` 表示是否开放。
          须同时符合所有传入的筛选条件。`,
        en: `Units by page, newest first, with everything but passwords. \`expire\` is midnight in UTC of the last
        day, \`status\` whether the unit is open. All filters that are given must hold.`,
      },
      parameters: {
        category: {
          zh: '只查这个类别的单位，须完全一致。不传：全部。',
          en: 'Only units of this kind, exactly. Absent: all.',
        },
        status: {
          zh: '`true`：只查开放的单位；`false`：只查已关闭的。不传：两者都查。',
          en: '`true`: only open units, `false`: only closed ones. Absent: both.',
        },
        expireBefore: {
          zh: '只查到期日早于这一天的单位，格式 YYYY-MM-DD。不传：全部。',
          en: 'Only units whose last day is before this day, as YYYY-MM-DD. Absent: all.',
        },
      },
      examples: {
        page: { parameters: { keyword: '小学', pageSize: 2, pageNo: 1 } },
        toRenew: { parameters: { category: '小学', status: 'true', expireBefore: '2100-01-01', pageSize: 2 } },
      },
      failures: { invalid_input: { parameters: { pageSize: 0, status: 'open', expireBefore: '2027-02-30' } } },
    },
    selectUnits: {
      description: {
        zh: '供选择的单位，最新的在前，不分页：最多 5000 个。带 `vendors` 时为其中存在的单位。',
        en: `Units to choose from, newest first and without pages: at most 5000. With \`vendors\` those of them that
        there are.`,
      },
      parameters: {
        vendors: {
          zh: '最多 10,000 个单位的编号，以逗号分隔。不传：全部；传空：没有。',
          en: 'Ids of at most 10,000 units, separated by commas. Absent: all; empty: none.',
        },
      },
      examples: { byKeyword: { parameters: { keyword: '红旗' } }, byIds: { parameters: { vendors: '2,1,99' } } },
      failures: { invalid_input: { parameters: { vendors: 'all' } } },
    },
    chooseUnits: {
      description: {
        zh: '与 GET 相同，但用表单：网关的地址最多容纳约 1,500 个编号。',
        en: `The same as by GET, as a form: about 1,500 ids are as many as an address has room for at the
        gateway.`,
      },
      parameters: {
        vendors: {
          zh: '最多 10,000 个单位的编号，以逗号分隔。不传：全部；传空：没有。',
          en: 'Ids of at most 10,000 units, separated by commas. Absent: all; empty: none.',
        },
      },
      examples: { byKeyword: { parameters: { keyword: '红旗' } }, byIds: { parameters: { vendors: '2,1,99' } } },
      failures: { invalid_input: { parameters: { vendors: 'all' } } },
    },
  },
};
