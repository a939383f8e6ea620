/** A unit of the demo data. All its people have the same password. */
export interface DemoSchool {
  readonly account: string;
  readonly name: string;
  readonly category: string;
  /** Whether the platform reviews its menus. */
  readonly menuReview: boolean;
  readonly details: Readonly<Record<'address' | 'contacts' | 'phone' | 'email' | 'province' | 'city' | 'area', string>>;
  readonly users: readonly DemoUser[];
}

export interface DemoUser {
  readonly uid: string;
  readonly name: string;
  readonly phone: string;
  /** The name of one of `demoRoles`. */
  readonly role: string;
}

/** What a dietitian needs: all items for meal settings, ingredients, dishes and menus, and to view the unit. */
const dietitian = {
  roleName: '营养师',
  roleItems: [18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34],
};

/** What a canteen manager needs: the screens, all items to view, to edit menus, and the list of users. */
const canteenLead = {
  roleName: '食堂管理员',
  roleItems: [18, 19, 20, 21, 23, 25, 29, 31, 33, 34, 36, 40],
};

/** Roles of each school, beside the system role of its main account. */
export const demoRoles = [dietitian, canteenLead] as const;

/** Invented schools in real cities. */
export const demoSchools: readonly DemoSchool[] = [
  {
    account: 'yangguang',
    name: '成都市阳光实验小学',
    category: '小学',
    menuReview: false,
    details: {
      address: '书院街 28 号',
      contacts: '周敏',
      phone: '028-8600 0128',
      email: 'canteen@yangguang.example',
      province: '四川省',
      city: '成都市',
      area: '锦江区',
    },
    users: [
      { uid: 'lixuemei', name: '李雪梅', phone: '13800000101', role: dietitian.roleName },
      { uid: 'wangjianguo', name: '王建国', phone: '13800000102', role: canteenLead.roleName },
      { uid: 'chenxiaoyan', name: '陈晓燕', phone: '13800000103', role: canteenLead.roleName },
    ],
  },
  {
    account: 'mingde',
    name: '杭州市明德初级中学',
    category: '初中',
    menuReview: true,
    details: {
      address: '文澜路 66 号',
      contacts: '沈丽华',
      phone: '0571-8600 0166',
      email: 'canteen@mingde.example',
      province: '浙江省',
      city: '杭州市',
      area: '西湖区',
    },
    users: [
      { uid: 'zhaolihua', name: '赵丽华', phone: '13900000201', role: dietitian.roleName },
      { uid: 'sunzhiqiang', name: '孙志强', phone: '13900000202', role: dietitian.roleName },
      { uid: 'wujing', name: '吴静', phone: '13900000203', role: canteenLead.roleName },
    ],
  },
];
