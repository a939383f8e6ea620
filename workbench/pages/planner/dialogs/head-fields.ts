import type { components } from '../../../../.build/workbench/api.ts';
import { api, NONE, send } from '../../../api/client.ts';
import type { Choice } from '../../../parts/field.tsx';
import { dayAfter, daySpan, mondayOf, today } from '../../../parts/format.ts';
import { type Meal, mealNames } from '../place.ts';

type Schemas = components['schemas'];

/** A standard of the unit, and the levels that it knows. */
export type Standard = Awaited<ReturnType<typeof listStandards>>[number];

/** What is typed of a group. Empty texts leave it to the service. */
export interface GroupFields extends Readonly<Record<'name' | 'level' | 'people' | 'factor' | 'standard', string>> {
  /** Tells the groups of an editor apart. */
  readonly key: number;
  readonly avoid: readonly string[];
  /** No meal stands for all of them. */
  readonly meals: readonly string[];
}

/** What is typed of a menu beside its items. */
export interface HeadFields extends Readonly<Record<'name' | 'start' | 'days' | 'standard', string>> {
  readonly meals: readonly string[];
  readonly groups: readonly GroupFields[];
}

/** A group of which nothing is typed yet. */
export function newGroup(key: number, level = ''): GroupFields {
  return { key, level, name: '', people: '', factor: '1', standard: '', avoid: [], meals: [] };
}

/** A menu that begins next Monday, by the standard of the unit if it has but one. */
export function newHead(standards: readonly Standard[]): HeadFields {
  const start = dayAfter(mondayOf(today()), 7);
  const [only] = standards.length === 1 ? standards : [];
  return {
    ...{ name: `${daySpan(start, dayAfter(start, 4))}食谱`, start, days: '5', meals: ['breakfast', 'lunch', 'dinner'] },
    ...{ standard: String(only?.id ?? ''), groups: [newGroup(0, only?.levels[0])] },
  };
}

/** The fields of a menu as it stands. */
export function fieldsOf({ name, start, days, meals, standard, groups }: Omit<Schemas['Menu'], 'items'>): HeadFields {
  return {
    ...{ name, start, days: String(days), meals, standard: String(standard ?? '') },
    groups: groups.map((group, key) => ({
      ...{ key, level: group.level, name: group.name === group.level ? '' : group.name, avoid: group.avoid },
      ...{ people: String(group.people), factor: String(group.factor), standard: String(group.standard ?? '') },
      meals: group.meals.length === meals.length ? [] : group.meals,
    })),
  };
}

/** The fields as calls take them. */
export function toBody({ name, start, days, meals, standard, groups }: HeadFields) {
  return {
    ...{ name, start, days: Number(days), meals: meals.join(',') },
    standard: standard === '' ? NONE : Number(standard),
    groups: groups.map((group) => ({
      ...{ level: group.level, people: toNumber(group.people), factor: toNumber(group.factor) },
      ...(group.name !== '' && { name: group.name }),
      ...(group.standard !== '' && { standard: Number(group.standard) }),
      ...(group.meals.length > 0 && { meals: group.meals.filter((meal) => meals.includes(meal)) as Meal[] }),
      ...(group.avoid.length > 0 && { avoid: group.avoid as Schemas['Allergen'][] }),
    })),
  };
}

/** What is no number goes as it is, so that the service says which field it stands in. */
function toNumber(text: string): number {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? (text as never) : number;
}

/** The standards to choose from, and what no standard means. */
export function standardChoices(none: string, standards: readonly Standard[]): Choice[] {
  return [{ value: '', text: none }, ...standards.map(({ id, name }) => ({ value: String(id), text: name }))];
}

/** The standards of the own unit. */
export async function listStandards() {
  const { body } = await send(api.GET('/api/nutrition/select'));
  return [body].flat().map(({ id, name, ingredient }) => ({ id, name, levels: Object.keys(ingredient) }));
}

/** What people compare of a menu that two of them have set otherwise. */
export function textsOf({ name, start, days, meals, groups }: HeadFields) {
  return {
    ...{ 名称: name, 第一天: start, 天数: days },
    餐次: meals.map((meal) => mealNames[meal as Meal]).join('、'),
    人群: groups.map(({ name, level, people, factor }) => `${name || level} ${people} 人 ×${factor}`).join('，'),
  };
}
