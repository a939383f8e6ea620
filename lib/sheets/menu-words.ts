import type { AmountColumn } from '../domain/menu-sheet/figures.ts';
import type { SheetDish, SheetGroup } from '../domain/menu-sheet/meals.ts';
import type { MenuSheet } from '../domain/menu-sheet/sheet.ts';

export const MENU_TITLE = '带量食谱公示表';

export type AmountTable = { readonly heading: string; readonly columns: readonly AmountColumn[] };

export function listAmountTables({ nutrition, categories, evaluation }: MenuSheet): AmountTable[] {
  return [
    { heading: '每人每日营养（各供餐日的平均）', columns: nutrition },
    { heading: '每人食物类别（每日平均与全部供餐日合计）', columns: categories },
    { heading: '每人膳食评价（每日平均与每周次数）', columns: evaluation },
  ];
}

/** Describes a group: `A 6–8岁 320 人，份量×1.2，仅午餐，忌坚果`. */
export function describeGroup({ letter, name, people, factor, meals, avoid }: SheetGroup): string {
  const factorTexts = factor === '1' ? [] : [`份量×${factor}`];
  const mealTexts = meals ? [`仅${meals.join('、')}`] : [];
  const avoidTexts = avoid.length === 0 ? [] : [`忌${avoid.join('、')}`];
  return [`${letter} ${name} ${people} 人`.trim(), ...factorTexts, ...mealTexts, ...avoidTexts].join('，');
}

/** A fact above the table, with the term for it. */
type SheetFact = { readonly term: string; readonly text: string };

export function listFacts({ name, from, to, groups, standards, status, contact }: MenuSheet): SheetFact[] {
  const facts = [
    { term: '食谱', text: name },
    { term: '日期', text: from === to ? from : `${from} 至 ${to}` },
    { term: '供餐人群', text: groups.map(describeGroup).join('；') },
    { term: '评价依据', text: standards.map((standard) => standard.name).join('、') || undefined },
    // A sheet that is not live has its state as a warning instead.
    { term: '状态', text: status.isLive ? status.text : undefined },
    { term: '编制', text: status.submittedBy },
    { term: '审核', text: status.approval },
    { term: '联系', text: contact },
  ];
  return facts.flatMap(({ term, text }) => (text === undefined ? [] : { term, text }));
}

/** Names a dish, with its groups if it is not for all: `核桃包（教师）`. */
export function nameDish({ name, recipientsSuffix, isDeleted }: SheetDish): string {
  return `${name}${recipientsSuffix}${isDeleted ? '（菜品已删除）' : ''}`;
}

/** Describes the allergens of a dish; empty if it is known to have none. */
export function describeAllergens({ allergens, hasUnknownAllergens }: SheetDish): string {
  if (allergens.length === 0) return hasUnknownAllergens ? '致敏原：不明' : '';
  return `致敏原：${allergens.join('、')}${hasUnknownAllergens ? '，另有不明' : ''}`;
}

/** Describes the standard's range for an amount: `1400–2100` or `≥800`; undefined without a range. */
export function describeRange({ min, max }: Partial<Record<'min' | 'max', string | undefined>>): string | undefined {
  if (min !== undefined && max !== undefined) return `${min}–${max}`;
  if (min !== undefined) return `≥${min}`;
  return max === undefined ? undefined : `≤${max}`;
}

export function listNotes({ groups, standards, nutrition, categories, limits, meals }: MenuSheet): string[] {
  const amounts = [...nutrition, ...categories].flatMap((column) => column.amounts);
  const dishes = meals.flatMap(({ dishesByDay }) => dishesByDay.flat());
  const hasAllergenFreeDish = dishes.some((dish) => describeAllergens(dish) === '');
  const hasNamedRecipients = dishes.some(({ recipientsSuffix }) => recipientsSuffix !== '');
  const hasUnclearDish = dishes.some((dish) => dish.hasUnknownAllergens);
  const hasTooLittleData = amounts.some((amount) => amount?.judgement?.includes('数据不足'));
  return [
    `食材后的数字是每人一份的可食部生重（克）${groups.length > 1 ? '；各人群份量不同时，按餐次旁所列字母的顺序以“/”分开' : ''}。`,
    `致敏原按 GB 7718—2025 的八类注明${hasAllergenFreeDish ? '；未注明的菜品不含这八类' : ''}${hasUnclearDish ? '；“不明”指有的食材无从得知，过敏者请先询问食堂' : ''}。`,
    ...(hasNamedRecipients ? ['菜名后括号内注明这道菜供应哪些人群，未注明的供应全部人群。'] : []),
    standards.length === 0
      ? '没有可用的营养标准，营养成分不作评价。'
      : `推荐范围按所供餐次折算，已含判定时允许的 ${describeTolerance(standards)} 偏差（钠、饱和脂肪、胆固醇、糖和盐的上限除外）${hasTooLittleData ? '；“数据不足”指已知成分的食材不到 95%，实际值可能更高' : ''}。`,
    ...(nutrition.some(({ unit }) => unit === '%')
      ? ['供能比不按餐次折算，判定时不允许偏差；三种供能营养素有一种数据不足时都不判定。']
      : []),
    ...(categories.length === 0
      ? []
      : ['食物类别按标准折算（如豆制品折算为大豆）；烹调用盐包括调味品中的钠所折算的量。']),
    ...(limits.length === 0 ? [] : [`膳食评价的常用限值：${limits.join('；')}。`]),
  ];
}

/** Describes the tolerance: `10%`; if standards differ, with the name of each. */
function describeTolerance(standards: MenuSheet['standards']): string {
  const percents = new Set(standards.map(({ tolerancePercent }) => tolerancePercent));
  if (percents.size <= 1) return [...percents].join('');
  return standards.map(({ name, tolerancePercent }) => `${tolerancePercent}（${name}）`).join('、');
}
