import * as labels from '../../lib/store/label.ts';
import { type Patterns, withCatalogueHead } from '../support/statements/pattern.ts';
import { dish } from '../support/statements/reference.ts';
import { type DemoThings, newDish, type Statements } from '../support/statements/statement.ts';

/** The items that allow to print dishes: those that allow to read them. */
const labelItems = { admin: [9], business: [25] };
const printed = {
  side: 'any',
  items: labelItems,
  parameters: { ids: newDish },
  demo: ({ dishes }: DemoThings) => ({ ids: dishes.join(',') }),
} as const;

export const statements: Statements = {
  'GET /api/dish/label': { ...printed, cost: [2, 6, 0] },
  'GET /api/dish/label.html': { ...printed, cost: [2, 7, 0] },
  'GET /api/dish/label.svg': {
    side: 'any',
    items: labelItems,
    parameters: { id: newDish },
    cost: [2, 7, 0],
    demo: ({ dishes: [id = 0] }) => ({ id }),
  },
};

export const patterns: Patterns = {
  'label.readRecipes': {
    does: 'read dishes for labels, and the codes of the catalogue',
    keys: '`V#12#DISH` / `DISH#…`; `INGREDIENT`: rows',
    roundTrips: '1; 4 without copies of the rows',
    cost: '2.5 r; 10.5 r without copies; 1 r per dish, half the copy of each 1,000 foods or rows of changed blocks',
    call: withCatalogueHead((db, head) => labels.readRecipes(db, [1_000_001, 1_000_002], head)),
  },
  'label.weighDishes': {
    does: 'add up what is in dishes',
    keys: '`INGREDIENT`: rows, `CODE#…`',
    roundTrips: '2; 0 warm',
    cost: '2.5 r; 1 r per listed code not in memory',
    call: withCatalogueHead((db, head) => {
      const recipe = ['012001x', '045301'].map((key) => ({ key, value: '100' }));
      return labels.weighDishes(db, [{ ...dish('新菜'), ingredient: recipe, version: 1, number: 1, vender: 1 }], head);
    }),
  },
  'label.readServingNames': {
    does: 'read the names of the units that serve dishes',
    keys: '`V#…` / `UNIT`',
    roundTrips: '1',
    cost: '1 r; 1 r per unit',
    call: () => (db) => labels.readServingNames(db, { vender: 1 }, [1_000_001, 1_000_002]),
  },
};
