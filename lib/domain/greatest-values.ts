/** What a nutrient comes to at most in 100 g of a food, in the nutrient's unit, and where that was found. */
interface GreatestValue {
  readonly value: string;
  readonly source: string;
}

/**
 * Titles of the sources: CFCT, 中国食物成分表 标准版 第6版; SR28, USDA National Nutrient Database for Standard Reference,
 * release 28; MEXT, Standard Tables of Food Composition in Japan, 2015; FDB, USDA National Fluoride Database, release 2.
 * Parts of 100 g cannot weigh more than that. Of foods of medicine (219xxx) the greatest count as well.
 */
export const greatestValues: Readonly<Record<string, GreatestValue>> = {
  energy: { value: '3800', source: '100 g of fat give 3,766 kJ in CFCT, 3,774 in SR28' },
  protein: { value: '100', source: 'mass' },
  fat: { value: '100', source: 'mass' },
  'saturated-fat': { value: '100', source: 'mass' },
  carbohydrate: { value: '100', source: 'mass' },
  sugar: { value: '100', source: 'mass' },
  fibre: { value: '100', source: 'mass' },
  water: { value: '100', source: 'mass' },
  ash: { value: '100', source: 'mass' },
  cholesterol: { value: '3100', source: 'SR28: veal brain, braised' },
  'vitamin-a': { value: '30000', source: 'SR28: cod liver oil' },
  'vitamin-a-rae': { value: '30000', source: 'SR28: cod liver oil' },
  retinol: { value: '30000', source: 'SR28: cod liver oil' },
  carotene: { value: '54330', source: 'CFCT 048081: 苦苣菜' },
  'vitamin-d': { value: '250', source: 'SR28: cod liver oil' },
  'vitamin-e': { value: '149.4', source: 'SR28: wheat germ oil' },
  'vitamin-k': { value: '1714.5', source: 'SR28: thyme, dried' },
  'vitamin-b1': { value: '23.38', source: 'SR28: yeast extract spread' },
  'vitamin-b2': { value: '17.5', source: 'SR28: yeast extract spread' },
  'vitamin-b6': { value: '12', source: 'SR28: breakfast cereal, fortified' },
  'vitamin-b12': { value: '98.89', source: 'SR28: clam, cooked' },
  'vitamin-c': { value: '2585', source: 'CFCT 065004: 刺梨' },
  niacin: { value: '127.5', source: 'SR28: yeast extract spread' },
  folate: { value: '3786', source: 'SR28: yeast extract spread' },
  'pantothenic-acid': { value: '21.88', source: 'SR28: shiitake, dried' },
  biotin: { value: '310', source: "MEXT: baker's yeast, dried" },
  choline: { value: '2403', source: 'SR28: egg yolk, dried' },
  calcium: { value: '8787', source: 'CFCT 219034: 马鹿胎（粉）' },
  phosphorus: { value: '10000', source: 'CFCT 219039: 龟甲' },
  potassium: { value: '16500', source: 'SR28: cream of tartar' },
  sodium: { value: '39340', source: 'pure sodium chloride, 22.99 / 58.44 of its mass' },
  magnesium: { value: '2637', source: 'CFCT 219029: 乌梢蛇' },
  iron: { value: '283.7', source: 'CFCT 052007: 苔菜（干）' },
  zinc: { value: '120', source: 'CFCT 219033: 牛黄' },
  iodine: { value: '200000', source: 'MEXT: kelp (makombu), dried' },
  selenium: { value: '1917', source: 'SR28: Brazil nuts' },
  copper: { value: '15.05', source: 'SR28: veal liver, cooked' },
  fluoride: { value: '89.78', source: 'FDB: instant tea powder, unsweetened' },
  manganese: { value: '133', source: 'SR28: instant tea powder, unsweetened' },
};
