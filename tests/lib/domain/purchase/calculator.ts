import fc from 'fast-check';
import { meals } from '../../../../lib/domain/meal.ts';
import type { PurchaseInput, PurchaseRequest } from '../../../../lib/domain/purchase/purchase.ts';
import { addDays } from '../../../../lib/domain/values/calendar.ts';
import { randomMenu } from '../analysis/random-menu.ts';
import { Fraction, NIL, total, whole } from '../fraction.ts';

/** A random menu, with other numbers of people on some of its days. */
export const randomPurchase = fc.tuple(randomMenu, fc.nat(7), fc.nat(500)).map(([menu, offset, people]) => ({
  ...menu,
  people: menu.content.groups.map(
    ({ name }, at) => [addDays(menu.content.start, (at + offset) % 7), name, people] as const,
  ),
}));

/**
 * A second calculation of a purchase, written from the description: each group and each serving by itself, in
 * fractions. Every number is a text, as the answer prints it.
 */
export function calculatePurchase(input: PurchaseInput, { from, to, reserve }: PurchaseRequest) {
  const { content } = input;
  const first = Date.UTC(...dateParts(content.start));
  const days = [1, 2, 3, 4, 5, 6, 7]
    .filter((day) => day <= content.days && !input.daysOff?.includes(day))
    .map((day) => ({ day, date: new Date(first + (day - 1) * 86_400_000).toJSON().slice(0, 10) }))
    .filter(({ date }) => (from ?? date) <= date && date <= (to ?? date));
  const ofDay = days.map(({ day, date }) => servingsOf(input, day, date));
  const rowsOf = (servings: readonly Serving[]) => {
    const codes = [...new Set(servings.map(({ code }) => code))];
    const known = codes.filter((code) => input.foods.has(code)).sort();
    const strange = codes.filter((code) => !input.foods.has(code)).sort();
    return [...known, ...strange].map((code) => rowOf(input, code, servings, reserve));
  };
  const totals = rowsOf(ofDay.flat());
  const costs = totals.map(({ cost = '0' }) => Fraction.of(cost));
  const missing = content.items.filter(
    ({ day, dish }) => days.some((one) => one.day === day) && !input.dishes.has(dish),
  );
  return {
    days: days.map(({ day, date }, index) => {
      const people = content.groups
        .map(({ name, people: usual }) => ({ group: name, usual, people: headsOf(input, name, usual, date) }))
        .flatMap(({ group, usual, people: now }) => (now === usual ? [] : [{ group, people: String(now) }]));
      const ingredients = rowsOf(ofDay[index] ?? []);
      return { day: String(day), date, ...(people.length > 0 ? { people } : {}), ingredients };
    }),
    total: totals,
    cost: total(costs).text(),
    ...(missing.length > 0
      ? { missingDishes: missing.map(({ day, meal, dish }) => ({ day: String(day), meal, dish: String(dish) })) }
      : {}),
  };
}

/** A food in one dish, as one group is served. */
interface Serving {
  readonly code: string;
  readonly grams: Fraction;
}

function dateParts(date: string): [number, number, number] {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return [year, month - 1, day];
}

/** How many people of a group eat on a day. */
function headsOf({ people = [] }: PurchaseInput, name: string, usual: number, date: string): number {
  return people.find(([on, group]) => on === date && group === name)?.[2] ?? usual;
}

/** What all groups get of the day's dishes. Foods that no group gets are included with 0. */
function servingsOf(input: PurchaseInput, day: number, date: string): Serving[] {
  const { content, dishes } = input;
  const nobody = { name: undefined, people: 0, factor: '1', meals: [...meals] };
  return [...content.groups, nobody].flatMap(({ name, people, factor, meals: taken }) =>
    content.items
      .filter((item) => item.day === day && taken.includes(item.meal))
      .filter(({ groups }) => name === undefined || !groups || groups.includes(name))
      .flatMap(({ dish, portion }) =>
        (dishes.get(dish)?.ingredient ?? []).map(({ key, value }) => {
          const heads = name === undefined ? people : headsOf(input, name, people, date);
          const grams = whole(heads).times(Fraction.of(factor)).times(Fraction.of(portion)).times(Fraction.of(value));
          return { code: key, grams };
        }),
      ),
  );
}

function isEdibleKnown({ foods }: PurchaseInput, code: string): boolean {
  return Number(foods.get(code)?.edible ?? 0) > 0;
}

function kgOf(input: PurchaseInput, { code, grams }: Serving, reserve: string): Fraction {
  const edible = isEdibleKnown(input, code) ? Fraction.of(input.foods.get(code)?.edible ?? 100) : whole(100);
  const bought = grams.by(edible.by(whole(100))).by(whole(1000));
  return bought.times(whole(1).plus(Fraction.of(reserve).by(whole(100))));
}

function rowOf(input: PurchaseInput, code: string, servings: readonly Serving[], reserve: string) {
  const own = servings.filter((one) => one.code === code);
  const kg = total(own.map((one) => kgOf(input, one, reserve)));
  const [food, price] = [input.foods.get(code), input.prices?.get(code)];
  const flags = [...(isEdibleKnown(input, code) ? [] : ['edible_unknown']), ...(food ? [] : ['unlisted'])];
  return {
    code,
    name: food?.name ?? code,
    category: food?.category ?? '',
    edible: food?.edible ?? null,
    grams: total([NIL, ...own.map(({ grams }) => grams)]).text(),
    kg: kg.up(),
    ...(price === undefined ? {} : { price, cost: Fraction.of(kg.up()).times(Fraction.of(price)).text() }),
    ...(flags.length > 0 ? { flags } : {}),
  };
}
