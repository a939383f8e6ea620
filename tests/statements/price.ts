import { changePrices, listPricesByUnit } from '../../lib/store/ingredient/price.ts';
import { type Patterns, withCatalogueHead } from '../support/statements/pattern.ts';
import {
  empty,
  food,
  newName,
  otherForm,
  type Parameter,
  type Statements,
  value,
  wordOf,
} from '../support/statements/statement.ts';

/** A code of the school's own that it has priced. */
const priced: Parameter = {
  names: 'nothing',
  make: async (setup, home) => {
    const nutrient = setup.unique('自编码');
    await setup.succeed('PUT /api/ingredient/price', { nutrient, price: 1 }, home.token);
    return nutrient;
  },
};

export const statements: Statements = {
  'GET /api/ingredient/price': { side: 'business', items: { business: [21, 22] }, parameters: {}, cost: [2, 5, 0] },
  'GET /api/ingredient/price/template': {
    side: 'business',
    items: { business: [21, 22] },
    parameters: { keyword: empty, category: wordOf('谷类及制品', food), mark: empty },
    cost: [3, 6, 0],
  },
  'PUT /api/ingredient/price': {
    side: 'business',
    items: { business: [22] },
    parameters: {
      nutrient: newName('nothing', '自编码 & + '),
      ingredient: otherForm('nothing'),
      price: value('12.5'),
    },
    operation: 'setPrice',
    cost: [3, 7, 8],
  },
  'DELETE /api/ingredient/price': {
    side: 'business',
    items: { business: [22] },
    parameters: { nutrient: priced, ingredient: otherForm('nothing') },
    operation: 'removePrice',
    cost: [3, 6, 8],
  },
};

export const patterns: Patterns = {
  'price.listPricesByUnit': {
    does: 'list all prices of a unit',
    keys: '`V#12` / begins with `PRICES`',
    roundTrips: '1; 1 more per MB',
    cost: '1 r; 1 r per 4 KB of prices',
    call: () => (db) => listPricesByUnit(db, 1),
  },
  'price.changePrices': {
    does: 'set and remove prices',
    keys: '`V#12` / `PRICES#…`, `PRICES`, `UNIT`; of codes that the catalogue has not, as those of dishes',
    roundTrips: '5; 3 more without copies of the catalogue, 2 of listed codes warm',
    cost: '3.5 r, 6 w; 9 r more without copies; 1 r per 4 KB and 2 w per KB of touched buckets',
    call: withCatalogueHead((db, catalogue) => changePrices(db, 1, new Map([['new', '1.00']]), { catalogue })),
  },
};
