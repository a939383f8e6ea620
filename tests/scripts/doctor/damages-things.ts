import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { Ingredient } from '../../../lib/domain/ingredient/ingredient.ts';
import { parseHead } from '../../../lib/table/collection/collection.ts';
import { copyKey, markBucketKey, packKey, priceBucketKey, screenClaimKey } from '../../../tables/keys.ts';
import {
  adding,
  at,
  changing,
  type Damage,
  dishes,
  type Items,
  MISSING,
  menus,
  NothingThere,
  removing,
  unit,
  unitItem,
} from './damage.ts';
import type { LivelyTable } from './lively-table.ts';

/** Gives the first block of a head a wrong count, or the sum of other rows. */
const recount =
  (pk: (table: LivelyTable) => string, place: 0 | 2): Damage['inflict'] =>
  (items, table) => {
    const head = items.first(pk(table), 'HEAD');
    const { blocks } = parseHead(head);
    const [count = 0, version = 0] = blocks[0] ?? [];
    items.change(head, { blocks: { ...blocks, 0: place === 0 ? [count + 1, version] : [count, version, 1] } });
    return head;
  };

/** Changes values of the first food. Its pack is removed, since a pack with other values would be a second damage. */
const changingFood =
  (values: Readonly<Record<string, string>>): Damage['inflict'] =>
  (items) => {
    items.remove(packKey(0));
    const food = items.first('INGREDIENT', 'CODE#');
    const { nutrients } = Ingredient.parse(food);
    items.change(food, { nutrients: { ...nutrients, ...values } });
    return food;
  };

const ofCollections: Damage[] = [
  {
    title: 'a head whose next number is taken',
    invariant: 'head',
    repair: 'as before',
    inflict: changing(at('STANDARD'), 'HEAD', { next: 1 }),
  },
  {
    title: 'a wrong total of units',
    invariant: 'head',
    repair: 'as before',
    inflict: changing(at('UNITS'), 'HEAD', { total: 999 }),
  },
  { title: 'a wrong count of dishes in a block', invariant: 'head', repair: 'as before', inflict: recount(dishes, 0) },
  { title: 'a sum of other rows in a block', invariant: 'head', repair: 'as before', inflict: recount(dishes, 2) },
  { title: 'a head that is missing', invariant: 'head', repair: 'healthy', inflict: removing(dishes, 'HEAD') },
  {
    title: 'a head that is none',
    invariant: 'head',
    repair: 'as before',
    inflict: changing(dishes, 'HEAD', { blocks: 'x' }),
  },
  { title: 'a row that is missing', invariant: 'row', repair: 'as before', inflict: removing(dishes, 'ROW#') },
  {
    title: 'a row that says something else',
    invariant: 'row',
    repair: 'as before',
    inflict: changing(at('UNITS'), 'ROW#', { name: 'x' }),
  },
  {
    title: 'a row that is none',
    invariant: 'row',
    repair: 'as before',
    inflict: changing(at('INGREDIENT'), 'ROW#', { name: 5 }),
  },
  {
    title: 'a row without a member',
    invariant: 'row',
    repair: 'as before',
    inflict: adding((table, items) => {
      const number = MISSING;
      return { ...items.first(dishes(table), 'ROW#'), number, sk: `ROW#000000#000000${number}` };
    }),
  },
  {
    title: 'assignments in a row that are not the standard’s',
    invariant: 'row',
    repair: 'as before',
    inflict: changing(at('STANDARD'), 'ROW#', { vendors: [1, 2] }),
  },
  {
    title: 'a row with the pinyin of another name',
    invariant: 'pinyin',
    repair: 'as before',
    inflict: changing(at('UNITS'), 'ROW#', { pinyin: 'BieDeXueXiao' }),
  },
  {
    title: 'a row without pinyin',
    invariant: 'pinyin',
    repair: 'as before',
    inflict: (items, table) => {
      const { pinyin: _, ...row } = items.first(dishes(table), 'ROW#');
      items.put(row);
      return row;
    },
  },
  {
    title: 'a copy of rows that says something else',
    invariant: 'copy',
    repair: 'healthy',
    inflict: (items) => {
      // The version stays, but the rows are others.
      const row = items.first('UNITS', 'ROW#');
      const member = items.first(`V#${row['number']}`, 'UNIT');
      items.change(row, { category: 'x' });
      items.change(member, { category: 'x' });
      return copyKey('UNITS', 0);
    },
  },
  {
    title: 'a copy of rows without the pinyin that they have',
    invariant: 'copy',
    repair: 'healthy',
    inflict: (items) => {
      const copy = items.first('UNITS#CHUNK', '');
      const content = JSON.parse(brotliDecompressSync(copy['data'] as Uint8Array).toString());
      const { pinyin: _, ...columns } = content.columns;
      items.change(copy, { data: brotliCompressSync(JSON.stringify({ ...content, columns })) });
      return copy;
    },
  },
  {
    title: 'a copy of rows with ingredients that says something else',
    invariant: 'copy',
    repair: 'healthy',
    inflict: (items, table) => {
      const pk = dishes(table);
      // Rows, members and version stay, but the copy is of another dish.
      const key = copyKey(pk, 0, 'INGREDIENTS');
      const copy = items.find(key);
      if (!copy) throw new NothingThere('no copy of rows with ingredients');
      const content = JSON.parse(brotliDecompressSync(copy['data'] as Uint8Array).toString());
      const columns = { ...content.columns, codes: content.columns.codes.map(() => 'other1') };
      items.change(copy, { data: brotliCompressSync(JSON.stringify({ ...content, columns })) });
      return key;
    },
  },
  {
    title: 'packed figures of other foods',
    invariant: 'figures',
    repair: 'healthy',
    inflict: (items) => {
      const pack = items.find(packKey(0));
      if (!pack) throw new NothingThere('no packed figures');
      const content = JSON.parse(brotliDecompressSync(pack['data'] as Uint8Array).toString());
      const columns = { ...content.columns, 'nutrients.protein': content.columns.code.map(() => '99') };
      items.change(pack, { data: brotliCompressSync(JSON.stringify({ ...content, columns })) });
      return pack;
    },
  },
  {
    title: 'a food with more protein than it weighs',
    invariant: 'food',
    repair: 'left',
    inflict: changingFood({ protein: '849' }),
  },
  {
    title: 'a food with the ash of its neighbouring cell',
    invariant: 'food',
    repair: 'left',
    inflict: changingFood({ ash: '41', cholesterol: '0' }),
  },
  {
    title: 'a food whose parts are more than all of it',
    invariant: 'food',
    repair: 'left',
    inflict: changingFood({ protein: '40', fat: '40', carbohydrate: '40' }),
  },
  {
    title: 'a food with more of a vitamin than any has',
    invariant: 'food',
    repair: 'left',
    inflict: changingFood({ 'vitamin-b1': '6502' }),
  },
  {
    title: 'a food with a value that is no amount',
    invariant: 'food',
    repair: 'left',
    inflict: changingFood({ iron: '上海' }),
  },
  {
    title: 'two ingredients of one number',
    invariant: 'number-twice',
    repair: 'left',
    inflict: adding((_, items) => ({ ...items.first('INGREDIENT', 'CODE#'), sk: 'CODE#twin', code: 'twin' })),
  },
];

/** The first item of a menu of the school. */
const menuOf = (_: unknown, items: Items, table: LivelyTable) => items.first(menus(table), 'STATE#');

const ofMenus: Damage[] = [
  {
    title: 'a plan of another version than its menu says',
    invariant: 'menu',
    repair: 'left',
    inflict: changing(menus, 'MENU#', { version: 99 }),
  },
  {
    title: 'a plan of no menu',
    invariant: 'menu',
    repair: 'left',
    inflict: adding((table, items) => ({ ...items.first(menus(table), 'MENU#'), sk: 'MENU#000777' })),
  },
  { title: 'a menu without a plan', invariant: 'menu', repair: 'left', inflict: removing(menus, 'MENU#', menuOf) },
  {
    title: 'a menu that is live on no day',
    invariant: 'menu',
    repair: 'left',
    inflict: removing(menus, 'LIVE#', menuOf),
  },
  {
    title: 'a day on which a revision is live that its menu does not name',
    invariant: 'menu',
    repair: 'left',
    inflict: changing(menus, 'LIVE#', { revision: 9 }),
  },
  {
    title: 'something that waits for review without a menu',
    invariant: 'menu',
    repair: 'left',
    inflict: adding(({ school }, items) => {
      const [menu, time] = [school.id * 1_000_000 + 777, 5];
      const key = { pk: 'PENDING', sk: `${String(time).padStart(16, '0')}#${menu}` };
      return { ...items.first('PENDING', ''), ...key, menu, time, vender: school.id };
    }),
  },
  {
    title: 'a menu that waits for review, and nobody knows',
    invariant: 'menu',
    repair: 'left',
    inflict: (items, table) => {
      const waiting = items.first('PENDING', '', ({ vender }) => vender === table.school.id);
      items.remove(waiting);
      return items.first(menus(table), 'STATE#', ({ waits }) => waits !== undefined);
    },
  },
];

const ofBelongings: Damage[] = [
  {
    title: 'a standard of a unit that does not exist',
    invariant: 'standard-units',
    repair: 'as before',
    inflict: (items) => {
      const standard = items.first('STANDARD', 'STANDARD#');
      const row = items.first('STANDARD', 'ROW#', ({ number }) => number === standard['id']);
      const vendors = [...(standard['vendors'] as number[]), MISSING];
      items.change(standard, { vendors });
      items.change(row, { vendors });
      return standard;
    },
  },
  {
    title: 'an icon of a dish that says that it has none',
    invariant: 'icon',
    repair: 'as before',
    inflict: adding(({ school }) => ({ pk: `V#${school.id}#DISH`, sk: 'ICON#000002', icon: 'data:' })),
  },
  {
    title: 'an icon of a dish that is gone',
    invariant: 'icon',
    repair: 'as before',
    inflict: adding(({ school }) => ({ pk: `V#${school.id}#DISH`, sk: 'ICON#000777', icon: 'data:' })),
  },
  {
    title: 'an icon of a unit that says that it has none',
    invariant: 'icon',
    repair: 'as before',
    inflict: adding(() => ({ pk: 'V#1', sk: 'ICON', icon: 'data:' })),
  },
  {
    title: 'a dish whose icon is gone',
    invariant: 'icon',
    repair: 'left',
    inflict: removing(dishes, 'ICON#', (_, items, table) => items.first(dishes(table), 'DISH#000001')),
  },
  {
    title: 'an icon of another version than its dish says',
    invariant: 'icon',
    repair: 'left',
    inflict: changing(dishes, 'ICON#', { version: 99 }),
  },
  {
    title: 'an icon of another version than its unit says',
    invariant: 'icon',
    repair: 'left',
    inflict: changing(unit, 'ICON', { version: 99 }),
  },
  {
    title: 'a dish that does not know the version of its icon',
    invariant: 'icon',
    repair: 'left',
    inflict: (items, table) => {
      const icon = items.first(dishes(table), 'ICON#');
      items.change(items.first(dishes(table), icon.sk.replace('ICON#', 'DISH#')), { iconVersion: undefined });
      return icon;
    },
  },
  { title: 'a unit whose icon is gone', invariant: 'icon', repair: 'left', inflict: removing(unit, 'ICON', unitItem) },
  {
    title: 'marks with a code in the wrong bucket',
    invariant: 'marks',
    repair: 'left',
    inflict: changing(unit, 'MARKS#', { codes: { 常用: ['012001x', 'own', 'another'], 忌用: [] } }),
  },
  {
    title: 'marks that there are not',
    invariant: 'marks',
    repair: 'left',
    inflict: changing(unit, 'MARKS#', { codes: { 其他: [] } }),
  },
  {
    title: 'marks that are not counted',
    invariant: 'marks',
    repair: 'left',
    inflict: changing(unit, 'MARKS', { count: 100 }),
  },
  {
    title: 'prices with a code in the wrong bucket',
    invariant: 'prices',
    repair: 'left',
    inflict: changing(unit, 'PRICES#', { codes: { '5.60': ['012001x', 'own', 'another'] } }),
  },
  {
    title: 'prices that there are not',
    invariant: 'prices',
    repair: 'left',
    inflict: changing(unit, 'PRICES#', { codes: { 5.6: [] } }),
  },
  {
    title: 'prices that are not counted',
    invariant: 'prices',
    repair: 'left',
    inflict: changing(unit, 'PRICES', { bytes: 100 }),
  },
  {
    title: 'prices of a unit that does not exist',
    invariant: 'leftover',
    repair: 'as before',
    inflict: adding(() => ({ ...priceBucketKey(MISSING, 0), version: 1, codes: {} })),
  },
  {
    title: 'a session of a unit that does not exist',
    invariant: 'leftover',
    repair: 'as before',
    inflict: adding((table, items) => ({ ...items.first(unit(table), 'SESSION#'), pk: `V#${MISSING}` })),
  },
  {
    title: 'marks of a unit that does not exist',
    invariant: 'leftover',
    repair: 'as before',
    inflict: adding(() => ({ ...markBucketKey(MISSING, 0), version: 1, codes: {} })),
  },
  {
    title: 'a dish of a unit that does not exist',
    invariant: 'leftover',
    repair: 'as before',
    inflict: adding((table, items) => ({
      ...items.first(dishes(table), 'DISH#'),
      pk: `V#${MISSING}#DISH`,
      vender: MISSING,
    })),
  },
  {
    title: 'a copy of rows of a unit that does not exist',
    invariant: 'leftover',
    repair: 'as before',
    inflict: adding(() => ({ ...copyKey(`V#${MISSING}#DISH`, 0), version: 1, data: new Uint8Array([1]) })),
  },
  {
    title: 'roles of a unit that does not exist',
    invariant: 'leftover',
    repair: 'left',
    inflict: adding((table, items) => ({ ...items.first(unit(table), 'ROLES'), pk: `V#${MISSING}` })),
  },
];

/** Partition of the claim on the address of the school's screen. */
const addressOf = (items: Items, { school }: LivelyTable) =>
  screenClaimKey(String(items.first(`V#${school.id}#SCREEN`, 'SCREEN#')['hash'])).pk;

const ofScreens: Damage[] = [
  {
    title: 'a screen whose address leads nowhere',
    invariant: 'screen-claim',
    repair: 'as before',
    inflict: (items, table) => {
      items.remove(items.first(addressOf(items, table), ''));
      return items.first(`V#${table.school.id}#SCREEN`, 'SCREEN#');
    },
  },
  {
    title: 'an address of a screen that there is not',
    invariant: 'screen-claim',
    repair: 'as before',
    inflict: adding(({ school }) => ({ ...screenClaimKey('hash'), unit: school.id, number: 777 })),
  },
  {
    title: 'an address of a screen that has another one',
    invariant: 'screen-claim',
    repair: 'as before',
    inflict: adding(({ school }, items) => {
      const { number } = items.first(`V#${school.id}#SCREEN`, 'SCREEN#');
      return { ...screenClaimKey('other'), unit: school.id, number };
    }),
  },
  {
    title: 'an address of a screen of a unit that does not exist',
    invariant: 'screen-claim',
    repair: 'as before',
    inflict: adding(() => ({ ...screenClaimKey('gone'), unit: MISSING, number: 1 })),
  },
  {
    title: 'a screen whose address tells that it was deleted',
    invariant: 'screen-claim',
    repair: 'left',
    inflict: (items, table) => {
      items.change(items.first(addressOf(items, table), ''), { ttl: 4_000_000_000 });
      return items.first(`V#${table.school.id}#SCREEN`, 'SCREEN#');
    },
  },
];

/** Damages of collections, menus, screens, standards, icons, marks, and of items without a unit. */
export const damagesOfThings: readonly Damage[] = [...ofCollections, ...ofMenus, ...ofScreens, ...ofBelongings];
