import { nutrients } from '../../lib/domain/nutrient.ts';

/** What a column of a food table can hold: `energy-kcal`, or what the catalogue keeps. */
export type Field = 'code' | 'name' | 'category' | 'edible' | 'energy-kcal' | (string & {});

/**
 * Headers and JSON keys by field, in lower case, without spaces and unit. JSON keys are those of the digital form of the
 * China Food Composition Tables, 6th edition; the others are in use in printed and exported tables.
 */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  code: ['foodcode', 'code', '编码', '食物编码', '食材编码', '食品编码'],
  name: ['foodname', 'name', '名称', '食物名称', '食材名称', '食品名称'],
  category: ['category', 'foodcategory', '类别', '食物类别', '食材类别', '分类', '食物分类'],
  edible: ['edible', '可食部', '食部', '可食部分'],
  'energy-kcal': ['energykcal'],
  energy: ['energykj'],
  protein: ['protein', '蛋白质'],
  fat: ['fat', '脂肪'],
  'saturated-fat': ['saturatedfat', '饱和脂肪'],
  cholesterol: ['cholesterol', '胆固醇'],
  carbohydrate: ['cho', 'carbohydrate', '碳水化合物'],
  fibre: ['dietaryfiber', 'dietaryfibre', 'fibre', 'fiber', '膳食纤维', '总膳食纤维'],
  'vitamin-a': ['vitamina', '维生素a', '总维生素a'],
  'vitamin-d': ['vitamind', '维生素d'],
  'vitamin-e': ['vitaminetotal', 'vitamine', '维生素e', '总维生素e'],
  'vitamin-k': ['vitamink', '维生素k'],
  'vitamin-b1': ['thiamin', 'thiamine', 'vitaminb1', '维生素b1', '硫胺素'],
  'vitamin-b2': ['riboflavin', 'vitaminb2', '维生素b2', '核黄素'],
  'vitamin-b6': ['vitaminb6', '维生素b6'],
  'vitamin-b12': ['vitaminb12', '维生素b12'],
  'vitamin-c': ['vitaminc', '维生素c', '抗坏血酸'],
  niacin: ['niacin', '烟酸', '尼克酸'],
  folate: ['folate', '叶酸'],
  'pantothenic-acid': ['pantothenicacid', '泛酸'],
  biotin: ['biotin', '生物素'],
  choline: ['choline', '胆碱'],
  calcium: ['ca', 'calcium', '钙'],
  phosphorus: ['p', 'phosphorus', '磷'],
  potassium: ['k', 'potassium', '钾'],
  sodium: ['na', 'sodium', '钠'],
  magnesium: ['mg', 'magnesium', '镁'],
  iron: ['fe', 'iron', '铁'],
  zinc: ['zn', 'zinc', '锌'],
  iodine: ['i', 'iodine', '碘'],
  selenium: ['se', 'selenium', '硒'],
  copper: ['cu', 'copper', '铜'],
  fluoride: ['f', 'fluoride', '氟'],
  manganese: ['mn', 'manganese', '锰'],
  water: ['water', '水分', '水'],
  ash: ['ash', '灰分'],
  carotene: ['carotene', '胡萝卜素', '总胡萝卜素'],
  retinol: ['retinol', '视黄醇'],
};

/** Columns that the catalogue does not keep; that their cells can be read is checked all the same. */
const CHECKED: Readonly<Record<string, readonly string[]>> = {
  'vitamin-e1': ['vitamine1', 'α-生育酚'],
  'vitamin-e2': ['vitamine2', '(β+γ)-生育酚'],
  'vitamin-e3': ['vitamine3', 'δ-生育酚'],
};

/** Fields that are checked and not kept. */
export const checkedFields: readonly Field[] = Object.keys(CHECKED);

/** Energy says in which unit it comes or cannot be taken: a factor of 4 would go unseen. */
const ENERGY = ['energy', '能量', '热量'];
const ENERGY_UNITS: Readonly<Record<string, Field>> = { kj: 'energy', kcal: 'energy-kcal' };

const UNIT_NAMES: Readonly<Record<string, string>> = {
  千焦: 'kj',
  千卡: 'kcal',
  大卡: 'kcal',
  克: 'g',
  毫克: 'mg',
  微克: 'μg',
  ug: 'μg',
  mcg: 'μg',
};
/** Forms in which an amount is counted; they come before or after the unit. */
const FORMS = /(?:rae|re|dfe|de|ne|[αa]-?te|te|当量)$/;

const units = new Map<Field, string>([
  ...nutrients.map(({ key, unit }): [Field, string] => [key, baseUnit(unit)]),
  ['edible', '%'],
  ['energy-kcal', 'kcal'],
  ...checkedFields.map((field): [Field, string] => [field, 'mg']),
]);

const fields = new Map(
  Object.entries({ ...HEADERS, ...CHECKED }).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

/** The field of a column; why it cannot be taken; `undefined` where nothing is known of it. */
export type ColumnMeaning = { readonly field: Field } | { readonly refusal: string } | undefined;

/** What a header or JSON key stands for. A unit that is not the catalogue's is refused rather than misread. */
export function findMeaning(header: string): ColumnMeaning {
  const { name, unit } = splitUnit(header);
  if (ENERGY.includes(name)) {
    const field = ENERGY_UNITS[unit ?? ''];
    return field === undefined ? { refusal: 'energy must say its unit, kJ or kcal' } : { field };
  }
  const field = fields.get(name);
  if (field === undefined) return undefined;
  const wanted = units.get(field);
  if (unit === undefined || unit === wanted) return { field };
  return { refusal: wanted === undefined ? 'takes no unit' : `must be in ${wanted} per 100 g` };
}

/** `维生素 B1（mg/100g）` → 维生素b1, mg. A unit stands in brackets or after a stroke. */
function splitUnit(header: string): { name: string; unit: string | undefined } {
  const text = header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\uFEFF]/g, '');
  const [, name, inBrackets, afterStroke] = /^([^([/]+)(?:[([](.+)[)\]]|\/(.+))$/.exec(text) ?? [];
  const unit = inBrackets ?? afterStroke;
  return name === undefined || unit === undefined ? { name: text, unit: undefined } : { name, unit: baseUnit(unit) };
}

/** `μg RAE/100 g` → μg. */
function baseUnit(unit: string): string {
  const text = unit
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/(?:\/|每)100(?:g|克)$/, '');
  const base = text.replace(FORMS, '');
  return UNIT_NAMES[base] ?? base;
}
