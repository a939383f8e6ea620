/** The role of a dietitian: all items for meal settings, ingredients, dishes and menus, and to view the unit. */
const dietitian = { roleName: '营养师', items: '18,19,21,22,23,24,25,26,27,28,29,30,31,32,33,34' };
/** The role of a canteen manager: the screens, all items to view, to edit menus, and the list of users. */
const canteenLead = { roleName: '食堂管理员', items: '18,19,20,21,23,25,29,31,33,34,36,40' };

/** The roles of each school, beside the system role of its main account. The `roleIndex` of a user is that in this list. */
export const demoRoles = [dietitian, canteenLead] as const;

/** A food that no table has: the bean paste of a kitchen, with invented figures per 100 g. */
const beanPaste = {
  code: 'YG-001',
  name: '郫县豆瓣酱（自购）',
  alias: '豆瓣酱',
  category: '调味品类',
  edible: '100',
  allergens: '含麸质谷物,大豆',
  nutrient: '{"energy":573,"protein":4.2,"fat":4.8,"carbohydrate":19,"sodium":5100}',
};

/** Invented schools in real cities, as they are sent, their people, the foods that they mark, and foods of their own. */
export const demoSchools = [
  {
    unit: {
      account: 'yangguang',
      name: '成都市阳光实验小学',
      category: '小学',
      menuReview: 'false',
      address: '书院街 28 号',
      contacts: '周敏',
      phone: '028-8600 0128',
      email: 'canteen@yangguang.example',
      province: '四川省',
      city: '成都市',
      area: '锦江区',
    },
    users: [
      { uid: 'lixuemei', name: '李雪梅', phone: '13800000101', roleIndex: 0 },
      { uid: 'wangjianguo', name: '王建国', phone: '13800000102', roleIndex: 1 },
      { uid: 'chenxiaoyan', name: '陈晓燕', phone: '13800000103', roleIndex: 1 },
    ],
    region: 'south-west',
    shares: { breakfast: '30', lunch: '40', dinner: '30' },
    commonFoods: '大米 面粉 土豆 小白菜 番茄 鸡蛋 瘦肉 鸡腿 北豆腐 牛奶 苹果',
    avoidedFoods: '鱿鱼 蛤蜊 白胡椒粉 猪油',
    foods: [beanPaste],
  },
  {
    unit: {
      account: 'mingde',
      name: '杭州市明德初级中学',
      category: '初中',
      // The platform reviews its menus.
      menuReview: 'true',
      address: '文澜路 66 号',
      contacts: '沈丽华',
      phone: '0571-8600 0166',
      email: 'canteen@mingde.example',
      province: '浙江省',
      city: '杭州市',
      area: '西湖区',
    },
    users: [
      { uid: 'zhaolihua', name: '赵丽华', phone: '13900000201', roleIndex: 0 },
      { uid: 'sunzhiqiang', name: '孙志强', phone: '13900000202', roleIndex: 0 },
      { uid: 'wujing', name: '吴静', phone: '13900000203', roleIndex: 1 },
    ],
    region: 'east coast',
    // Boarders have a supper, too.
    shares: { breakfast: '28', lunch: '38', dinner: '29', supper: '5' },
    commonFoods: '大米 玉米 大白菜 西兰花 胡萝卜 鸡蛋 牛肉 对虾 油豆腐 酸奶 橙',
    avoidedFoods: '蛤蜊 鱿鱼 四季豆 猪油',
    foods: [],
  },
] as const;

export type SchoolAccount = (typeof demoSchools)[number]['unit']['account'];
