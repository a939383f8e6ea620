import type { ModelFood } from './world.ts';

/** The catalogue of every history: unknown values, traces, and values at the edge of rounding. */
export const FOODS: readonly ModelFood[] = [
  {
    code: '012001x',
    name: '稻米（代表值）',
    category: '谷类',
    edible: '100',
    nutrients: { energy: '1453', protein: '7.9', fat: '0.9', sodium: '1.8' },
    traces: [],
    allergens: [],
    foodCategory: { name: '谷类', amount: '50', counts: '50.0' },
    dark: false,
  },
  {
    code: '042101',
    name: '番茄',
    category: '蔬菜',
    edible: '97',
    nutrients: { energy: '62', protein: '0.9', fat: '0', 'vitamin-c': '14.0' },
    traces: ['fat'],
    allergens: [],
    foodCategory: null,
    dark: true,
  },
  {
    code: '081101',
    name: '猪肉',
    category: '畜肉',
    edible: undefined,
    nutrients: { energy: '1387', protein: '15.1', fat: '30.1', cholesterol: '86', copper: '0.13' },
    traces: [],
    allergens: [],
    foodCategory: null,
    dark: false,
  },
  {
    code: '101401',
    name: '牛奶 Milk',
    category: '奶类',
    edible: '100',
    nutrients: { energy: '271', protein: '3.3', calcium: '107', water: '87.6' },
    traces: [],
    allergens: ['乳'],
    foodCategory: null,
    dark: false,
  },
];
