import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type KitchenInput, planKitchen } from '../../../../lib/domain/purchase/kitchen.ts';
import { listSamples } from '../../../../lib/domain/purchase/samples.ts';
import { addDays } from '../../../../lib/domain/values/calendar.ts';
import { calculatePurchase, randomPurchase } from './calculator.ts';

const input: fc.Arbitrary<KitchenInput> = randomPurchase.map((menu) => {
  return { ...menu, dishes: new Map([...menu.dishes].map(([id, dish]) => [id, { ...dish, poly: '煮' }])) };
});

/** What the independent calculator buys for a menu with one item alone, by name: kilograms. */
function buyFor(menu: KitchenInput, item: KitchenInput['content']['items'][number]) {
  const alone = { ...menu, content: { ...menu.content, items: [item] }, daysOff: [] };
  const kgOf = (of: KitchenInput) =>
    calculatePurchase(of, { reserve: '0', isPriced: false }).total.map(({ name, kg }) => [name, kg].join());
  // All of a food outside the catalogue is eaten.
  return { bought: kgOf(alone).sort(), net: kgOf({ ...alone, foods: new Map() }).sort() };
}

it('what goes into a pot of any menu is what an independent calculator buys for it alone; samples are of what anybody gets', () => {
  let pots = 0;
  fc.assert(
    fc.property(input, fc.integer({ min: 1, max: 4 }), (menu, day) => {
      const { content, dishes, daysOff } = menu;
      const { meals, missingDishCount } = planKitchen(menu, day);
      const served = daysOff?.includes(day) ? [] : content.items.filter((one) => one.day === day);
      const missing = served.flatMap(({ dish }) => (dishes.has(dish) ? [] : [dish]));
      const known = meals.flatMap(({ meal }) => served.filter((one) => one.meal === meal && dishes.has(one.dish)));
      const all = meals.flatMap(({ pots: some }) => some);
      expect([missingDishCount, known.length]).toEqual([new Set(missing).size, served.length - missing.length]);
      for (const [index, item] of known.entries()) {
        const { ingredients = [], name } = all[index] ?? {};
        const { bought, net } = buyFor(menu, item);
        expect(name).toBe(dishes.get(item.dish)?.name);
        expect(ingredients.map((part) => [part.name, part.boughtKg].join()).sort()).toEqual(bought);
        const codes = dishes.get(item.dish)?.ingredient.map(({ key }) => key) ?? [];
        expect(ingredients.map((part, at) => [codes[at], part.netKg].join()).sort()).toEqual(net);
        pots += 1;
      }
      const date = addDays(content.start, day - 1);
      const sampled = listSamples(menu, { from: date, to: date }).days.flatMap((one) => one.dishes);
      const eaten = meals.flatMap(({ meal, pots: some }) =>
        some.flatMap(({ name, peopleCount }) => (peopleCount > 0 ? [{ meal, name }] : [])),
      );
      expect(sampled).toEqual(eaten);
    }),
    { numRuns: 300 },
  );
  expect(pots).toBeGreaterThan(50);
});
