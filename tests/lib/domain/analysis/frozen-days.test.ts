import { expect, it } from 'vitest';
import { analyse } from '../../../../lib/domain/analysis/analyse.ts';
import { freezeDays } from '../../../../lib/domain/analysis/frozen-days.ts';
import { packDays, unpackDays } from '../../../../lib/store/menu/menu-revision.ts';
import { make } from './made.ts';

/** Two days for pupils whom a standard judges, and the lunch of the first for teachers whom it does not. */
const menu = make({
  days: 2,
  start: '2026-11-23',
  groups: [['小学'], ['教师', '2', ['lunch']]],
  items: [
    [1, 'breakfast', 1],
    [1, 'lunch', 2],
    [2, 'breakfast', 1],
  ],
  dishes: { 1: { of: { rice: 100 } }, 2: { of: { rice: 50, salt: 2, leek: 10 } } },
  foods: {
    rice: { has: { energy: '1500', protein: '7', sodium: '4', selenium: '2', retinol: '0' }, is: ['谷类'] },
    salt: { has: { energy: '0', protein: '0', sodium: '40000', selenium: '1' }, is: ['盐'] },
    leek: { has: { energy: '100' } },
  },
  shares: ['50', '50', '0'],
  standard: {
    overflow: '0.1',
    day: { 盐: 5, 谷类: 100 },
    levels: { 小学: { 蛋白质: { min: 10, max: 20 }, 钠: { max: 700 }, 硒: { ul: 1 } } },
  },
});

it('has for each day of a group the main nutrients, all that is judged or too much, salt and kinds of food', () => {
  const found = freezeDays(analyse(menu));
  const [breakfast, lunch] = [['breakfast', '1500.00'] as const, ['lunch', '760.00'] as const];
  expect(found).toEqual([
    [
      {
        date: '2026-11-23',
        energy: [breakfast, lunch],
        nutrients: [
          { key: 'energy', value: '2260.00' },
          { key: 'protein', value: '10.50', min: '10.00', max: '20.00', judgement: '数据不足', isAtLeast: true },
          { key: 'sodium', value: '806.00', max: '700.00', judgement: '过量', isAtLeast: true },
          { key: 'selenium', value: '3.02', aboveUl: true, isAtLeast: true },
        ],
        salt: '2.02',
        addedSalt: { value: '2.00', max: '5.00', judgement: '适量' },
        kinds: 2,
      },
      {
        date: '2026-11-24',
        energy: [breakfast],
        nutrients: [
          { key: 'energy', value: '1500.00' },
          { key: 'protein', value: '7.00', min: '5.00', max: '10.00', judgement: '适量' },
          { key: 'sodium', value: '4.00', max: '350.00', judgement: '适量' },
          { key: 'selenium', value: '2.00', aboveUl: true },
        ],
        salt: '0.01',
        addedSalt: { value: '0.00', max: '2.50', judgement: '适量' },
        kinds: 1,
      },
    ],
    [
      {
        date: '2026-11-23',
        energy: [['lunch', '1520.00']],
        nutrients: [
          { key: 'energy', value: '1520.00' },
          { key: 'protein', value: '7.00', isAtLeast: true },
        ],
        salt: '4.01',
        addedSalt: { value: '4.00' },
        kinds: 2,
      },
    ],
  ]);
  const packed = packDays(found);
  expect(unpackDays(packed, ['2026-11-23', '2026-11-24'])).toEqual(found);
  expect(unpackDays(packed, ['2026-11-24'])).toEqual([found[0]?.slice(1), []]);
  expect(unpackDays(packed, ['2026-11-25'])).toEqual([]);
});
