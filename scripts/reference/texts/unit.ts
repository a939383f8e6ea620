import { digestPassword } from '../../../lib/auth/password.ts';
import type { Documentation } from './documentation.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
const icon = 'Picture: a base64 data string of a png, jpeg, gif or webp image, at most 50 KB as sent; empty: none.';
const expire = 'Last day on which the unit can be used, to its end in the time zone of the service, as YYYY-MM-DD.';
const share = (meal: string) =>
  `Share of ${meal} in the energy of a day, in per cent: 0 to 9999.99, at most two decimals.`;
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
  about: 'Units, such as schools, and their settings',
  operations: {
    checkAccount: {
      description: `Whether a unit can be created with this main account: accounts of units and user ids are one namespace
        over the whole service. True is no reservation.`,
      parameters: { account: 'Account that is wanted, 1 to 64 characters; case makes no difference.' },
      examples: { free: { parameters: { account: 'guangming' } }, taken: { parameters: { account: 'hongqi' } } },
      failures: { invalid_input: {} },
    },
    checkName: {
      description: 'Whether a unit can be created with this name, which no two units share. True is no reservation.',
      parameters: { name: 'Name that is wanted, 1 to 100 characters; case and width make no difference.' },
      examples: { free: { parameters: { name: '光明小学' } }, taken: { parameters: { name: '红旗小学' } } },
      failures: { invalid_input: { parameters: { name: '' } } },
    },
    getInfo: {
      description: `One unit with all its fields, its picture too. The answer's \`ETag\` is for \`If-Match\` of
        \`POST /api/vender\`. The platform may ask for any unit and is told how many users and roles it has.`,
      parameters: { vender: 'Id of the unit; a unit may name only itself. Absent: the own one.' },
      examples: { own: {}, byPlatform: { as: 'admin', parameters: { vender: 2 } } },
      failures: {
        invalid_input: { parameters: { vender: 'all' } },
        foreign_unit: { parameters: { vender: 2 } },
        unit_not_found: { as: 'admin', parameters: { vender: 99 } },
      },
    },
    getConfig: {
      description: `How the energy of a day is shared out among the three meals in the own unit, in per cent with exactly
        two decimals. A new unit has 30.00, 40.00 and 30.00.`,
      examples: { shares: {} },
    },
    updateConfig: {
      description: `Sets how the energy of a day is shared out among the three meals in the own unit. That the shares make
        100 is for the caller to see to.`,
      parameters: {
        vender: 'Id of the own unit.',
        breakfast: share('breakfast'),
        lunch: share('lunch'),
        dinner: share('dinner'),
      },
      examples: { shares: { parameters: { vender: 1, breakfast: 25, lunch: 40.5, dinner: 34.5 } } },
      failures: {
        invalid_input: { parameters: { vender: 1, breakfast: 25.123, lunch: -1 } },
        foreign_unit: { parameters: { vender: 2, breakfast: 25, lunch: 40.5, dinner: 34.5 } },
      },
    },
    createUnit: {
      description: `Creates a unit together with its system role, which holds every permission item of units, and its main
        account, which can sign in at once.`,
      parameters: {
        account: 'User id of its main account, 1 to 64 characters, not taken by any user of the service.',
        name: 'Name, 1 to 100 characters, that no other unit has.',
        category: 'Kind of unit, 1 to 500 characters, such as a `key` of the list `category` of `GET /api/basic/enum`.',
        expire,
        menuReview: '`true`: its menus are live only once the platform has reviewed them. Absent: `false`.',
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
      description: `Deletes a unit with its users, roles, marks, dishes and assignments. Its sessions end at once, its name
        and user ids are free again; what one request cannot finish is finished within the hour, or by the same call
        again.`,
      parameters: { vender: 'Id of the unit.' },
      examples: { moved: { parameters: { vender: 5 } } },
      failures: {
        invalid_input: { parameters: { vender: 0 } },
        unit_not_found: { parameters: { vender: 99 } },
      },
    },
    updateUnit: {
      description: `Changes a unit: what is absent stays. The platform may change any, its last day, whether it is open and
        whether its menus are reviewed included; a unit only itself, and only by its main account. A new \`account\` is rebound: to a user of the unit,
        who becomes the main account; or to an id that nobody has, by which the main account is renamed and its sessions
        end.`,
      parameters: {
        venderId: 'Id of the unit.',
        expire: `${expire} Only the platform may change it.`,
        status:
          '`true`: open, `false`: closed, so that none of its users can do anything. Only the platform may change it.',
        menuReview:
          '`true`: its menus are live only once the platform has reviewed them. Only the platform may change it.',
        category: 'Kind of unit, 1 to 500 characters; absent: unchanged.',
        account: 'User id of the new main account, 1 to 64 characters; absent: unchanged.',
        name: 'New name, 1 to 100 characters, that no other unit has; absent: unchanged.',
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
      description: `Sets the password of a unit's main account, where it has been forgotten. All sessions of that account
        end; everybody else's go on.`,
      parameters: { venderId: 'Id of the unit; the platform itself has no such call.' },
      examples: { forgotten: { as: 'admin', parameters: { venderId: 2, password: unit.password } } },
      failures: {
        missing_permission: { as: 'clerk', parameters: { venderId: 2, password: unit.password } },
        invalid_input: { as: 'admin', parameters: { venderId: 0, password: '123456' } },
        unit_not_found: { as: 'admin', parameters: { venderId: 99, password: unit.password } },
      },
    },
    listUnits: {
      description: `Units by page, newest first, with everything but passwords. \`expire\` is midnight in UTC of the last
        day, \`status\` whether the unit is open. All filters that are given must hold.`,
      parameters: {
        category: 'Only units of this kind, exactly. Absent: all.',
        status: '`true`: only open units, `false`: only closed ones. Absent: both.',
        expireBefore: 'Only units whose last day is before this day, as YYYY-MM-DD. Absent: all.',
      },
      examples: {
        page: { parameters: { keyword: '小学', pageSize: 2, pageNo: 1 } },
        toRenew: { parameters: { category: '小学', status: 'true', expireBefore: '2100-01-01', pageSize: 2 } },
      },
      failures: { invalid_input: { parameters: { pageSize: 0, status: 'open', expireBefore: '2027-02-30' } } },
    },
    selectUnits: {
      description: `Units to choose from, newest first and without pages: at most 5000. With \`vendors\` those of them that
        there are.`,
      parameters: { vendors: 'Ids of at most 10,000 units, separated by commas. Absent: all; empty: none.' },
      examples: { byKeyword: { parameters: { keyword: '红旗' } }, byIds: { parameters: { vendors: '2,1,99' } } },
      failures: { invalid_input: { parameters: { vendors: 'all' } } },
    },
    chooseUnits: {
      description: `The same as by GET, as a form: about 1,500 ids are as many as an address has room for at the
        gateway.`,
      parameters: { vendors: 'Ids of at most 10,000 units, separated by commas. Absent: all; empty: none.' },
      examples: { byKeyword: { parameters: { keyword: '红旗' } }, byIds: { parameters: { vendors: '2,1,99' } } },
      failures: { invalid_input: { parameters: { vendors: 'all' } } },
    },
  },
};
