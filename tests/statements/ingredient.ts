import * as ingredients from '../../lib/store/ingredient/ingredient.ts';
import * as pack from '../../lib/store/ingredient/pack.ts';
import { ingredientsPartition, packOf, prefix } from '../../tables/keys.ts';
import { PAGE, type Patterns, withCatalogueHead } from '../support/statements/pattern.ts';
import { empty, food, paging, type Statements, value, wordOf } from '../support/statements/statement.ts';

/** The items that allow to look up ingredients: those of every page that works with them. */
const items = { admin: [9, 10, 11, 13], business: [23, 24, 25, 26, 27] };

export const statements: Statements = {
  'GET /api/ingredient': {
    side: 'any',
    items,
    parameters: { keyword: wordOf('稻米', food), category: value('谷类及制品'), mark: empty, ...paging },
    cost: [3, 6, 0],
  },
  'GET /api/ingredient/select': {
    side: 'any',
    items,
    parameters: { codes: food },
    cost: [2, 5, 0],
    demo: () => ({ codes: '012001x,043119' }),
  },
};

export const patterns: Patterns = {
  'ingredient.readCatalogueHead': {
    does: 'read the head of the catalogue',
    keys: '`INGREDIENT` / `HEAD`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => ingredients.readCatalogueHead(db),
  },
  'ingredient.readFoodNames': {
    does: 'list the names of all foods',
    keys: '`INGREDIENT`: rows',
    roundTrips: '1; 0 while nothing changes, 3 more without a copy',
    cost: '0.5 r; as a page of the catalogue',
    call: withCatalogueHead((db, head) => ingredients.readFoodNames(db, head)),
  },
  'ingredient.listIngredients': {
    does: 'read a page of the catalogue',
    keys: '`INGREDIENT`: rows',
    roundTrips: '1; 0 while nothing changes, 3 more without a copy',
    cost: '0.5 r; rows of changed blocks, or half their copy where there is one; without a copy it leaves one, 10 w',
    call: withCatalogueHead((db, head) => ingredients.listIngredients(db, PAGE, { keyword: '米' }, new Map(), head)),
  },
  'ingredient.listMarkableIngredients': {
    does: 'list the ingredients that a unit can mark or price',
    keys: '`INGREDIENT`: rows',
    roundTrips: '1; 0 while nothing changes, 3 without a copy of the rows',
    cost: '0.5 r; half the copy of each 1,000 rows, or the rows of changed blocks',
    call: withCatalogueHead((db, head) =>
      ingredients.listMarkableIngredients(db, {}, { marks: new Map(), own: [] }, head),
    ),
  },
  'ingredient.listIngredientCategories': {
    does: 'list the categories of the catalogue',
    keys: '`INGREDIENT`: rows',
    roundTrips: '1; 0 while nothing changes, 3 without a copy of the rows',
    cost: '0.5 r; half the copy of each 1,000 rows, or the rows of changed blocks',
    call: withCatalogueHead((db, head) => ingredients.listIngredientCategories(db, head)),
  },
  'ingredient.readListedCodes': {
    does: 'list the codes of the catalogue',
    keys: '`INGREDIENT`: rows',
    roundTrips: '1; 0 warm',
    cost: '0.5 r; half the copy of each 1,000 foods, or the rows of changed blocks',
    call: withCatalogueHead((db, head) => ingredients.readListedCodes(db, head)),
  },
  'ingredient.findIngredients': {
    does: 'find ingredients by code',
    keys: '`INGREDIENT`: rows, `CODE#…`; `INGREDIENT#CHUNK` / `FIGURES#…`',
    roundTrips: '2; 0 warm, 2 more without packs',
    cost: '2.5 r; 1 r per listed code not in memory, of more than 4 their packs: 19.5 r all of a national table; without packs at most 400 r',
    call: withCatalogueHead((db, head) => ingredients.findIngredients(db, ['012001x', '045301'], head)),
  },
  'pack.findPacks': {
    does: 'find packs',
    keys: '`INGREDIENT#CHUNK` / `FIGURES#…`',
    roundTrips: '1',
    cost: '2.5 r; 1 r per 100 ingredients',
    call: withCatalogueHead((db, head) => pack.findPacks(db, [0, 1, 2], head)),
  },
  'pack.leavePack': {
    does: 'pack the figures of 100 ingredients',
    keys: '`INGREDIENT#CHUNK` / `FIGURES#…`',
    roundTrips: '1',
    cost: '0 r; 8 w of 100 ingredients',
    call: async ({ service: { deps } }) => {
      const head = await ingredients.readCatalogueHead(deps.db);
      const items = await deps.db.query(ingredientsPartition, { prefix: prefix.ingredient });
      const first = items.filter(({ number }) => packOf(Number(number)) === 0);
      return (db) => pack.leavePack(db, 0, first, head);
    },
  },
  'pack.leavePacks': {
    does: 'pack the figures of the catalogue',
    keys: '`INGREDIENT`: `HEAD`, `CODE#…`; `INGREDIENT#CHUNK` / `FIGURES#…`',
    roundTrips: '3; 3 per 100 ingredients that are not packed',
    cost: '34.5 r; 0.3 r per ingredient, 2 r more and 0.1 w of each that is not packed',
    call: () => (db) => pack.leavePacks(db),
  },
};
