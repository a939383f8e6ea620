import { nutrients } from '../../lib/domain/nutrient/nutrient.ts';
import type { Text } from '../command/language.ts';

/** What a column of a food table can hold: a field of the catalogue, or one from which it can be derived. */
export type Field = 'code' | 'name' | 'category' | 'edible' | 'energy-kcal' | TocopherolField | (string & {});

/** The total of all tocopherols, which is not α-TE, and its parts. */
type TocopherolField = 'tocopherols' | 'tocopherol-alpha' | 'tocopherol-beta-gamma' | 'tocopherol-delta';

/**
 * Headers and JSON keys by field, in lower case, without spaces and unit. JSON keys are those of the digital form of
 * the China Food Composition Tables, 6th edition. The others occur in printed and exported tables.
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
  sugar: ['sugar', 'sugars', '糖', '总糖'],
  'vitamin-a-rae': ['vitamina', '维生素a', '总维生素a'],
  'vitamin-d': ['vitamind', '维生素d'],
  tocopherols: ['vitaminetotal', 'vitamine', '维生素e', '总维生素e'],
  'tocopherol-alpha': ['vitamine1', 'α-生育酚', 'α-维生素e', 'α-e'],
  'tocopherol-beta-gamma': ['vitamine2', '(β+γ)-生育酚', '(β+γ)-维生素e', '(β+γ)-e'],
  'tocopherol-delta': ['vitamine3', 'δ-生育酚', 'δ-维生素e', 'δ-e'],
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
  remark: ['remark', 'remarks', '备注'],
};

/** Fields in mg that the catalogue does not have. */
const tocopherolFields: readonly TocopherolField[] = [
  'tocopherols',
  'tocopherol-alpha',
  'tocopherol-beta-gamma',
  'tocopherol-delta',
];

/** Forms of counting that make another field of a column. Without one, vitamins are taken as in the national table. */
const FIELDS_OF_FORMS: Readonly<Record<string, Field>> = {
  'vitamin-a-rae re': 'vitamin-a',
  'tocopherols αte': 'vitamin-e',
  'tocopherols α-te': 'vitamin-e',
  'tocopherols te': 'vitamin-e',
};

/** A column of energy must tell its unit: otherwise a factor of 4 might go unnoticed. */
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
/** Forms in which an amount is counted. They come after the unit or stand alone. */
const FORMS = /(?:rae|re|dfe|de|ne|[αa]-?te|te|当量)$/;

const units = new Map<Field, string>([
  ...nutrients.map(({ key, unit }): [Field, string] => [key, baseUnit(unit)]),
  ['edible', '%'],
  ['energy-kcal', 'kcal'],
  ...tocopherolFields.map((field): [Field, string] => [field, 'mg']),
]);

const fields = new Map(
  Object.entries(HEADERS).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

/** The field of a column, or why it is refused; `undefined` for an unknown column. */
export type ColumnMeaning = { readonly field: Field } | { readonly refusal: Text } | undefined;

/** The meaning of a header or JSON key. A unit other than the catalogue's is refused rather than misread. */
export function findMeaning(header: string): ColumnMeaning {
  const { name, unit, form } = splitUnit(header);
  if (ENERGY.includes(name)) {
    const field = ENERGY_UNITS[unit ?? ''];
    return field === undefined
      ? { refusal: { en: 'energy must say its unit, kJ or kcal', zh: '能量须注明单位 kJ 或 kcal' } }
      : { field };
  }
  const named = fields.get(name);
  if (named === undefined) return undefined;
  const field = FIELDS_OF_FORMS[`${named} ${form}`] ?? named;
  const wanted = units.get(field);
  if (unit === undefined || unit === wanted) return { field };
  if (wanted === undefined) return { refusal: { en: 'takes no unit', zh: '不带单位' } };
  return { refusal: { en: `must be in ${wanted} per 100 g`, zh: `应以每 100 g 的 ${wanted} 计` } };
}

interface Header {
  readonly name: string;
  readonly unit: string | undefined;
  /** Empty where no form is named. */
  readonly form: string;
}

/** `维生素 A（μg RAE/100g）` → 维生素a, μg, rae. The unit comes in brackets or after a slash. */
function splitUnit(header: string): Header {
  const text = header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\uFEFF]/g, '');
  const [, name, inBrackets, afterStroke] = /^([^([/]+)(?:[([](.+)[)\]]|\/(.+))$/.exec(text) ?? [];
  const unit = inBrackets ?? afterStroke;
  if (name === undefined || unit === undefined) return { name: text, unit: undefined, form: '' };
  const [form = ''] = FORMS.exec(withoutPortion(unit)) ?? [];
  return { name, unit: baseUnit(unit) || undefined, form };
}

/** `μg RAE/100 g` → μg. */
function baseUnit(unit: string): string {
  const base = withoutPortion(unit).replace(FORMS, '');
  return UNIT_NAMES[base] ?? base;
}

function withoutPortion(unit: string): string {
  return unit
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/(?:\/|每)100(?:g|克)$/, '');
}
