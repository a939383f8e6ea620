/** The greatest amount of a nutrient that a source reports for 100 g of any food, in the nutrient's unit. */
interface GreatestValue {
  readonly value: string;
  readonly source: string;
}

/**
 * The sources: CFCT, 中国食物成分表 标准版 第6版, in its digital form; SR, USDA National Nutrient Database for Standard Reference,
 * releases 26 to 28, without outliers; MEXT, Standard Tables of Food Composition in Japan, 2015; FDB, USDA National
 * Fluoride Database, release 2. Nutrients that make up the weight of a food are bounded by 100 g. Medicinal foods
 * (219xxx) and fortified ones count, too.
 */
export const greatestValues: Readonly<Record<string, GreatestValue>> = {
  energy: { value: '3800', source: 'fish oils have 3,774 kJ in SR, and 100 g of fat 3,766 in CFCT' },
  protein: { value: '100', source: 'mass' },
  fat: { value: '100', source: 'mass' },
  'saturated-fat': { value: '100', source: 'mass' },
  carbohydrate: { value: '100', source: 'mass' },
  sugar: { value: '100', source: 'mass' },
  fibre: { value: '100', source: 'mass' },
  water: { value: '100', source: 'mass' },
  ash: { value: '100', source: 'mass' },
  cholesterol: { value: '3100', source: 'SR: veal brain, braised' },
  'vitamin-a': { value: '30000', source: 'SR: cod liver oil' },
  'vitamin-a-rae': { value: '30000', source: 'SR: cod liver oil' },
  retinol: { value: '30000', source: 'SR: cod liver oil' },
  carotene: { value: '54330', source: 'CFCT 048081: 苦苣菜' },
  'vitamin-d': { value: '250', source: 'SR: cod liver oil' },
  'vitamin-e': { value: '149.4', source: 'SR: wheat germ oil' },
  'vitamin-k': { value: '1714.5', source: 'SR: thyme, dried' },
  'vitamin-b1': { value: '23.375', source: 'SR: yeast extract spread' },
  'vitamin-b2': { value: '17.5', source: 'SR: yeast extract spread' },
  'vitamin-b6': { value: '12', source: 'SR: breakfast cereal, fortified' },
  'vitamin-b12': { value: '98.89', source: 'SR: clam, cooked' },
  'vitamin-c': { value: '2585', source: 'CFCT 065004: 刺梨' },
  niacin: { value: '127.5', source: 'SR: yeast extract spread' },
  folate: { value: '5881', source: 'SR: yeast extract spread' },
  'pantothenic-acid': { value: '34.5', source: 'SR: breakfast cereal, fortified' },
  biotin: { value: '310', source: "MEXT: baker's yeast, dried" },
  choline: { value: '2403.3', source: 'SR: egg yolk, dried' },
  calcium: { value: '8787', source: 'CFCT 219034: 马鹿胎（粉）' },
  phosphorus: { value: '10000', source: 'CFCT 219039: 龟甲' },
  potassium: { value: '16500', source: 'SR: cream of tartar' },
  sodium: { value: '39340', source: 'pure sodium chloride, 22.99 / 58.44 of its mass' },
  magnesium: { value: '2637', source: 'CFCT 219029: 乌梢蛇' },
  iron: { value: '283.7', source: 'CFCT 052007: 苔菜（干）' },
  zinc: { value: '120', source: 'CFCT 219033: 牛黄' },
  iodine: { value: '200000', source: 'MEXT: kelp (makombu), dried' },
  selenium: { value: '1917', source: 'SR: Brazil nuts' },
  copper: { value: '15.05', source: 'SR: veal liver, cooked' },
  fluoride: { value: '89.78', source: 'FDB: instant tea powder, unsweetened' },
  manganese: { value: '133', source: 'SR: instant tea powder, unsweetened' },
};
