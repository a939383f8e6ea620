import { type JsonObject, toNamedSchema } from './schema.ts';

/** Each entry: the name of an enumeration, then each value with its English name. The first with equal values is taken. */
const ENUMERATIONS_TEXT = `
DishMark: 主食 Staple 荤菜 Meat 大荤 MainMeat 小荤 SideMeat 半荤 HalfMeat 素菜 Vegetable 凉菜 ColdDish 汤羹 Soup
  粥 Porridge 点心 Pastry 水果 Fruit 奶类 Dairy 饮品 Drink 其他 Other
CookingMethod: 炒 StirFried 蒸 Steamed 煮 Boiled 烧 Braised 烤 Roasted 炖 Stewed 炸 DeepFried 拌 Tossed 卤 Spiced
  焖 Simmered 煎 PanFried 熏 Smoked 烩 Assorted 爆 QuickFried 熘 Glazed 汆 Poached 煲 ClayPot 腌 Pickled 烙 Griddled
Mark: 常用 Common 忌用 Avoided
MarkFilter: 常用 Common 忌用 Avoided none Unmarked
MenuState: 草稿 Draft 待审核 Pending 已驳回 Rejected 已发布 Published
WeekState: 未编制 None 草稿 Draft 待审核 Pending 已驳回 Rejected 已发布 Published
ReviewAction: 提交 Submit 撤回 Withdraw 通过 Approve 驳回 Reject 免审 Exempt 下架 Retract 换菜 Swap
ReviewResult: 通过 Approve 驳回 Reject
Judgement: 不足 Low 适量 Adequate 过量 Excessive 数据不足 Unknown
RoleType: 系统角色 System 自定义角色 Custom
Confirmation: allergen Allergen forbidden Forbidden allergen,forbidden AllergenAndForbidden
Allergen: 含麸质谷物 Gluten 甲壳类 Crustaceans 鱼类 Fish 蛋类 Eggs 花生 Peanuts 大豆 Soybeans 乳 Milk 坚果 Nuts
`;
// An entry ends where the next one begins: no value contains a colon.
const enumerations = [...ENUMERATIONS_TEXT.matchAll(/^(\w+):([^:]+)$/gm)].map(([, name = '', pairs = '']) => {
  const entries = [...pairs.matchAll(/(\S+) (\w+)/g)].map(([, value, englishName]) => [value, englishName] as const);
  return { name, englishNameByValue: new Map(entries) };
});

/**
 * Names a schema of values that are not all identifiers, and gives each value an English name, for generators of code.
 * Other schemas stay as they are. @throws Error if the text above lacks the enumeration.
 */
export function nameEnumeration(schema: JsonObject): JsonObject {
  const { enum: values, type, ...others } = schema;
  if (!Array.isArray(values) || 'x-enum-varnames' in schema || values.every((value) => /^[a-z]\w*$/i.test(value)))
    return schema;
  const nonEmpty = values.filter((value) => value !== '');
  const enumeration = enumerations.find(
    ({ englishNameByValue: names }) => names.size === nonEmpty.length && nonEmpty.every((value) => names.has(value)),
  );
  if (!enumeration) throw new Error(`${nonEmpty} need names in scripts/document/enumerations.ts`);
  const name = nonEmpty.length === values.length ? enumeration.name : `${enumeration.name}OrEmpty`;
  const varnames = values.map((value) => enumeration.englishNameByValue.get(value) ?? 'Empty');
  return { ...others, ...toNamedSchema(name, { type, enum: values, 'x-enum-varnames': varnames }) };
}
