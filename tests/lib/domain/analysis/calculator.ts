import type { AnalysedFood, AnalysisInput } from '../../../../lib/domain/analysis/content.ts';
import { nutrients } from '../../../../lib/domain/nutrient/nutrient.ts';
import { Fraction, NIL, total, whole } from '../fraction.ts';

/**
 * A second analysis, written from the description and with fractions. It takes only the list of nutrients from the
 * service. Every number is a text, as the answer prints it.
 */

/** One food in one dish, as a group eats it. */
interface Bite {
  readonly day: number;
  readonly meal: string;
  readonly code: string;
  readonly grams: Fraction;
}

const MEALS = ['breakfast', 'morningSnack', 'lunch', 'afternoonSnack', 'dinner', 'supper'] as const;
const seasons = (food: AnalysedFood | undefined) =>
  food?.category.includes('调味') || food?.foodCategory?.name === '盐';
const isPlain = (food: AnalysedFood) =>
  food.foodCategory
    ? !['植物油', '盐', '糖'].includes(food.foodCategory.name)
    : !['糖', '蜜饯', '饮料', '酒', '油'].some((word) => food.category.includes(word));
const isOil = (food: AnalysedFood | undefined) =>
  food?.foodCategory ? food.foodCategory.name === '植物油' : food?.category.includes('油');

/** The levels of an analysis, as JSON with texts for numbers. */
export function calculateLevels(input: AnalysisInput): unknown[] {
  return input.content.groups.map((group) => new Plate(input, group).describe());
}

/**
 * What a planned menu costs per person and day, in the mean of everybody who eats; in the mean of all groups if nobody
 * is counted. Undefined if the unit has no prices.
 */
export function calculateCost(input: AnalysisInput): unknown {
  if (!input.prices?.size) return undefined;
  const plates = input.content.groups.map((group) => new Plate(input, group));
  const counted = plates.some(({ group }) => group.people > 0);
  const heads = plates.map(({ group }) => whole(counted ? group.people : 1));
  const spent = total(plates.map((plate, index) => plate.spent().times(heads[index] ?? NIL)));
  // All meals count, whoever takes them: the missing prices are those of all dishes.
  const everything = { name: '', level: '', people: 1, factor: '1', meals: MEALS, avoid: [] };
  const missing = new Plate(input, everything).unpriced();
  return { value: spent.by(total(heads)).text(), missing: missing.slice(0, 10), missingCount: String(missing.length) };
}

type Content = AnalysisInput['content'];

/** Nobody in particular has no name, and eats everything. */
function eats({ name, meals }: Content['groups'][number], { meal, groups }: Content['items'][number]): boolean {
  return meals.includes(meal) && (name === '' || !groups || groups.includes(name));
}

/** What one group eats. */
class Plate {
  readonly input: AnalysisInput;
  readonly group: AnalysisInput['content']['groups'][number];
  readonly bites: readonly Bite[];
  readonly days: readonly number[];
  readonly standard: AnalysisInput['standard'];

  constructor(input: AnalysisInput, group: AnalysisInput['content']['groups'][number]) {
    this.input = input;
    this.group = group;
    const mine = input.content.items.filter((item) => eats(group, item));
    this.standard = group.standard ? input.standards?.get(group.standard) : input.standard;
    this.days = [...new Set(mine.map(({ day }) => day))].sort((a, b) => a - b);
    this.bites = mine.flatMap(({ day, meal, dish, portion }) =>
      (input.dishes.get(dish)?.ingredient ?? []).map(({ key, value }) => {
        const grams = Fraction.of(group.factor).times(Fraction.of(portion)).times(Fraction.of(value));
        return { day, meal, code: key, grams };
      }),
    );
  }

  describe() {
    const { input, group, days, bites } = this;
    const codes = [...new Set(bites.map(({ code }) => code))].sort();
    const ranges = this.ranges();
    const kinds = days.map((day) => this.kinds(day));
    const f = total(days.map((day) => this.share(day)));
    return {
      name: group.name,
      level: group.level,
      ...(group.standard ? { standard: String(group.standard) } : {}),
      people: String(group.people),
      factor: group.factor,
      judged: ranges !== undefined,
      average: {
        nutrients: days.length > 0 ? this.nutrients(days) : [],
        categories: days.length > 0 ? this.categories(days, 'foodCategoryDay', whole(days.length)) : [],
        energyShares: this.energyShares(),
        salt: this.amount('sodium', days).by(whole(400)).by(whole(days.length)).text(),
        kinds: whole(kinds.flat().length).by(whole(days.length)).text(),
        evaluation: this.evaluation(),
        ...this.cost(days),
      },
      days: days.map((day) => ({
        day: String(day),
        date: new Date(Date.UTC(...this.start(), 12) + (day - 1) * 24 * 3_600_000).toJSON().slice(0, 10),
        meals: MEALS.filter((meal) =>
          input.content.items.some((item) => item.day === day && item.meal === meal && eats(group, item)),
        ).map((meal) => ({ meal, energy: this.amount('energy', [day], meal).text() })),
        nutrients: this.nutrients([day]),
        categories: this.categories([day], 'foodCategoryDay', whole(1)),
        salt: this.amount('sodium', [day]).by(whole(400)).text(),
        kinds: String(this.kinds(day).length),
        ...this.cost([day]),
      })),
      week: {
        categories: this.categories(days, 'foodCategoryWeek', whole(1), f.by(whole(7))),
        kinds: String(new Set(kinds.flat()).size),
      },
      unassigned: codes.filter((code) => !input.foods.get(code)?.foodCategory && !seasons(input.foods.get(code))),
    };
  }

  private start(): [number, number, number] {
    const [year = 0, month = 0, day = 0] = this.input.content.start.split('-').map(Number);
    return [year, month - 1, day];
  }

  private ranges(): Record<string, Record<string, number>> | undefined {
    const levels = JSON.parse(this.standard?.ingredient ?? '{}');
    return Object.hasOwn(levels, this.group.level) ? levels[this.group.level] : undefined;
  }

  private range(key: string): Record<string, number> | undefined {
    const entries = Object.entries(this.ranges() ?? {});
    const names = [key, nutrients.find((one) => one.key === key)?.value];
    if (key === 'vitamin-a-rae') names.push('维生素A', 'vitamin-a');
    return entries.find(([name]) => names.includes(name))?.[1];
  }

  private share(day: number): Fraction {
    const { shares, content } = this.input;
    const eaten = MEALS.filter((meal) =>
      content.items.some((item) => item.day === day && item.meal === meal && eats(this.group, item)),
    );
    const sum = (meals: readonly (typeof MEALS)[number][]) => total(meals.map((meal) => Fraction.of(shares[meal])));
    return sum(eaten).by(sum(MEALS));
  }

  private eaten(days: readonly number[], meal?: string): readonly Bite[] {
    return this.bites.filter((bite) => days.includes(bite.day) && (meal === undefined || bite.meal === meal));
  }

  private value(code: string, key: string): Fraction | undefined {
    const text = this.input.foods.get(code)?.nutrients[key];
    return text === undefined ? undefined : Fraction.of(text);
  }

  private amount(key: string, days: readonly number[], meal?: string): Fraction {
    return total(
      this.eaten(days, meal).map(({ code, grams }) => grams.times(this.value(code, key) ?? NIL).by(whole(100))),
    );
  }

  /** The kinds of the foods with these codes. Random foods have names that only their classes make a kind of. */
  private kinds(day: number, isOne: (code: string) => boolean = () => true): string[] {
    const kind = (code: string) => {
      const food = this.input.foods.get(code);
      if (!food) return code;
      const [name, isCounted] = [food.foodCategory?.name, isPlain(food) && !seasons(food)];
      return isCounted ? (name === '畜禽肉类' ? '猪' : name === '蛋类' ? '鸡蛋' : food.name) : undefined;
    };
    const bites = this.eaten([day]).filter(({ code }) => isOne(code));
    const weight = (one: string) => total(bites.flatMap(({ code, grams }) => (kind(code) === one ? [grams] : [])));
    return [...new Set(bites.flatMap(({ code }) => kind(code) ?? []))].filter((one) => !whole(5).exceeds(weight(one)));
  }

  private nutrients(days: readonly number[]) {
    const isKnown = (key: string) => this.eaten(this.days).some(({ code }) => this.value(code, key));
    return nutrients
      .filter(({ key }) => key !== 'vitamin-a' && (isKnown(key) || this.range(key)))
      .map(({ key, value: name, unit }) => ({ key, name, unit, ...this.nutrient(key, days) }));
  }

  private nutrient(key: string, days: readonly number[]) {
    const count = whole(days.length);
    const value = this.amount(key, days).by(count);
    const f = total(days.map((day) => this.share(day))).by(count);
    const { min, max, ul } = this.range(key) ?? {};
    const bound = (figure: number | undefined) =>
      figure === undefined || f.top === 0n ? undefined : Fraction.of(figure).times(f);
    const bites = this.eaten(days);
    const [all, known] = [bites, bites.filter(({ code }) => this.value(code, key))].map((some) =>
      total(some.map(({ grams }) => grams)),
    ) as [Fraction, Fraction];
    const coverage = known.by(all);
    const isVague =
      Fraction.of('0.95').exceeds(coverage) ||
      bites.some(({ code }) => {
        const food = this.input.foods.get(code);
        const isNeeded = key === 'sodium' ? seasons(food) : ['energy', 'fat'].includes(key) && isOil(food);
        return isNeeded && !this.value(code, key);
      });
    const hasStrictMaximum = ['sodium', 'saturated-fat', 'cholesterol', 'sugar'].includes(key);
    const judgement = this.judge(value, bound(min), bound(max), hasStrictMaximum, isVague);
    const missing = this.missing((code) => this.value(code, key), bites);
    const limited = key === 'vitamin-a-rae' ? this.amount('retinol', days).by(count) : value;
    return {
      value: value.text(),
      ...(bound(min) ? { min: bound(min)?.text() } : {}),
      ...(bound(max) ? { max: bound(max)?.text() } : {}),
      ...(ul === undefined ? {} : { ul: Fraction.of(ul).text() }),
      ...(judgement ? { judgement } : {}),
      aboveUl: ul !== undefined && limited.exceeds(Fraction.of(ul)),
      coverage: coverage.text(),
      ...(missing.length > 0 ? { missing: missing.slice(0, 10), missingCount: String(missing.length) } : {}),
    };
  }

  /** Yuan per gram as it is eaten. */
  private price(code: string): Fraction | undefined {
    const text = this.input.prices?.get(code);
    const edible = Fraction.of(this.input.foods.get(code)?.edible ?? 100);
    const share = edible.top === 0n ? whole(1) : edible.by(whole(100));
    return text === undefined ? undefined : Fraction.of(text).by(whole(1000)).by(share);
  }

  /** Yuan per day, in the mean of its days. */
  spent(): Fraction {
    const spent = total(this.bites.map(({ code, grams }) => grams.times(this.price(code) ?? NIL)));
    return spent.by(whole(this.days.length));
  }

  unpriced(): string[] {
    return this.missing((code) => this.price(code), this.bites);
  }

  private cost(days: readonly number[]) {
    const bites = this.eaten(days);
    if (!bites.some(({ code }) => this.price(code))) return {};
    const missing = this.missing((code) => this.price(code), bites);
    const value = total(bites.map(({ code, grams }) => grams.times(this.price(code) ?? NIL))).by(whole(days.length));
    return { cost: { value: value.text(), missing: missing.slice(0, 10), missingCount: String(missing.length) } };
  }

  private missing(find: (code: string) => Fraction | undefined, bites: readonly Bite[]): string[] {
    const codes = [...new Set(bites.map(({ code }) => code))].filter((code) => !find(code)).sort();
    const weight = (code: string) => total(bites.flatMap((bite) => (bite.code === code ? [bite.grams] : [])));
    const sorted = codes.sort((a, b) => (weight(a).exceeds(weight(b)) ? -1 : weight(b).exceeds(weight(a)) ? 1 : 0));
    return sorted.map((code) => this.input.foods.get(code)?.name ?? code);
  }

  private judge(
    value: Fraction,
    min: Fraction | undefined,
    max: Fraction | undefined,
    hasStrictMaximum: boolean,
    isVague: boolean,
  ): string | undefined {
    const overflow = Fraction.of(this.standard?.overflow ?? 0);
    const lowest = min?.times(whole(1).minus(overflow));
    const highest = hasStrictMaximum ? max : max?.times(whole(1).plus(overflow));
    if (!min && !max) return undefined;
    const found = highest && value.exceeds(highest) ? '过量' : lowest?.exceeds(value) ? '不足' : '适量';
    return isVague && (found === '不足' || (found === '适量' && max)) ? '数据不足' : found;
  }

  private classes(code: string): readonly string[] {
    const { foodCategory, dark } = this.input.foods.get(code) ?? {};
    const name = foodCategory?.name ?? '';
    if (name === '谷类' || name === '薯类' || name === '杂豆类') return [name, '谷薯类'];
    if (name === '蔬菜类' && dark) return [name, '深色蔬菜'];
    if (name === '菌藻类') return [name, '蔬菜类'];
    if (name === '动物肝脏') return [name, '畜禽肉类'];
    if (name === '大豆类及其制品' || name === '坚果类') return [name, '大豆及坚果'];
    return [name];
  }

  private inCategory(category: string, days: readonly number[]): Fraction {
    return total(
      this.eaten(days).map(({ code, grams }) => {
        const { foodCategory } = this.input.foods.get(code) ?? {};
        const isSalt = category === '盐' && foodCategory?.name !== '盐' && seasons(this.input.foods.get(code));
        if (isSalt) return grams.times(this.value(code, 'sodium') ?? NIL).by(whole(40_000));
        if (!foodCategory || !this.classes(code).includes(category)) return NIL;
        return grams.times(Fraction.of(foodCategory.counts)).by(Fraction.of(foodCategory.amount));
      }),
    );
  }

  private categories(
    days: readonly number[],
    field: 'foodCategoryDay' | 'foodCategoryWeek',
    divisor: Fraction,
    f = total(days.map((day) => this.share(day))).by(divisor),
  ) {
    const listed =
      '谷薯类 谷类 薯类 杂豆类 蔬菜类 深色蔬菜 水果类 畜禽肉类 动物肝脏 鱼虾类 蛋类 奶类及奶制品 大豆及坚果 大豆类及其制品 坚果类 菌藻类 植物油 盐 糖';
    return Object.entries<number>(JSON.parse(this.standard?.[field] ?? '{}')).map(([name, figure]) => {
      const value = this.inCategory(name, days).by(divisor);
      const amount = Fraction.of(figure).times(f);
      const isMost = ['植物油', '盐', '糖'].includes(name);
      const salts = this.eaten(days).some(
        ({ code }) => seasons(this.input.foods.get(code)) && !this.value(code, 'sodium'),
      );
      const isVague = name === '盐' && salts;
      const [min, max] = isMost ? [undefined, amount] : [amount, undefined];
      const isJudged = this.ranges() && f.top !== 0n && listed.split(' ').includes(name);
      const judgement = isJudged ? this.judge(value, min, max, ['盐', '糖'].includes(name), isVague) : undefined;
      return { name, value: value.text(), amount: amount.text(), ...(judgement ? { judgement } : {}) };
    });
  }

  /** What is evaluated of all days. The wording stands in the test by hand. */
  private evaluation() {
    const { days, input } = this;
    const is = (code: string, classes: string) =>
      classes.split(' ').includes(input.foods.get(code)?.foodCategory?.name ?? '');
    const meat = '畜禽肉类 动物肝脏 鱼虾类 蛋类';
    const vegetables = '蔬菜类 深色蔬菜 菌藻类';
    const groups = [
      '谷薯类 谷类 薯类 杂豆类',
      `${vegetables} 水果类`,
      meat,
      '奶类及奶制品 大豆类及其制品 大豆及坚果 坚果类',
    ];
    const sum = (key: string, classes?: string) =>
      total(
        this.bites.flatMap(({ code, grams }) =>
          classes && !is(code, classes) ? [] : [grams.times(this.value(code, key) ?? NIL)],
        ),
      );
    const all = total(this.bites.map(({ grams }) => grams));
    const known = (key: string) => {
      return days.map((day) =>
        total(this.eaten([day]).flatMap(({ code, grams }) => (this.value(code, key) ? [grams] : []))),
      );
    };
    const compare = (part: Fraction, key: string, other: string, times = 100) => {
      const least = known(key).map((grams, index) =>
        grams.exceeds(known(other)[index] ?? NIL) ? (known(other)[index] ?? NIL) : grams,
      );
      const rest = { coverage: total(least).by(all).text() };
      return sum(key).top > 0n ? { value: part.times(whole(times)).by(sum(key)).text(), ...rest } : rest;
    };
    const counts = (code: string) => {
      const food = input.foods.get(code);
      return !food || (isPlain(food) && !seasons(food));
    };
    const inMeal = (day: number, meal: string, classes: string) =>
      total(this.eaten([day], meal).flatMap(({ code, grams }) => (counts(code) && is(code, classes) ? [grams] : [])));
    const has = (day: number, meal: string, classes: string) => !whole(5).exceeds(inMeal(day, meal, classes));
    const served = (day: number, meal: string) =>
      input.content.items.filter((item) => item.day === day && item.meal === meal && eats(this.group, item));
    const date = (day: number) =>
      new Date(Date.UTC(...this.start(), 12) + (day - 1) * 24 * 3_600_000).toJSON().slice(0, 10);
    const mean = (numbers: readonly (readonly [day: number, count: number])[]) => {
      const below = numbers.filter(([, count]) => count < 3).map(([day]) => date(day));
      const value = total(numbers.map(([, count]) => whole(count)))
        .by(whole(numbers.length))
        .text();
      return { value, ...(below.length > 0 ? { below } : {}) };
    };
    const times = (isOne: (day: number, meal: string) => boolean) => ({
      value: whole(days.flatMap((day) => MEALS.filter((meal) => isOne(day, meal))).length).text(),
    });
    const occasion = (classes: string) => times((day, meal) => has(day, meal, classes));
    return {
      goodProtein: compare(sum('protein', `${meat} 奶类及奶制品 大豆类及其制品`), 'protein', 'protein'),
      animalIron: compare(sum('iron', `${meat} 奶类及奶制品`), 'iron', 'iron'),
      calciumPhosphorus: compare(sum('calcium'), 'phosphorus', 'calcium', 1),
      addedSugar: { value: this.inCategory('糖', days).by(whole(days.length)).text() },
      vegetableKinds: mean(days.map((day) => [day, this.kinds(day, (code) => is(code, vegetables)).length])),
      groupsByMeal: MEALS.flatMap((meal) => {
        const eaten = days.filter((day) => served(day, meal).length > 0);
        const counted = eaten.map((day) => [day, groups.filter((classes) => has(day, meal, classes)).length] as const);
        return eaten.length > 0 ? [{ meal, ...mean(counted) }] : [];
      }),
      times: {
        fish: occasion('鱼虾类'),
        soya: occasion('大豆类及其制品'),
        milk: occasion('奶类及奶制品'),
        liver: occasion('动物肝脏'),
        fried: times((day, meal) => served(day, meal).some(({ dish }) => input.dishes.get(dish)?.poly === '炸')),
      },
    };
  }

  private energyShares() {
    const grams = (key: string) => this.amount(key, this.days);
    const [protein, fat, fibre] = [grams('protein').times(whole(17)), grams('fat').times(whole(37)), grams('fibre')];
    const without = grams('carbohydrate').minus(fibre);
    const carbohydrate = (without.top > 0n ? without : NIL).times(whole(17)).plus(fibre.times(whole(8)));
    const all = total([protein, fat, carbohydrate]);
    return { protein: protein.by(all).text(), fat: fat.by(all).text(), carbohydrate: carbohydrate.by(all).text() };
  }
}
