import { signal } from '@preact/signals';
import { api, type Schemas, send } from '../../api/client.ts';
import { getEnums, nameIn } from '../../api/enums.ts';
import { holds, isPlatform, session } from '../../api/session.ts';
import { useAsked } from '../../parts/asked.tsx';
import type { Opener } from '../../parts/confirm.tsx';
import type { Version } from '../../parts/editor.tsx';
import { figure, monthSpans } from '../../parts/format.ts';
import { toast } from '../../parts/toast.tsx';

export type Dish = Schemas['Dish'];
/** What a label says of one nutrient. */
export type Component = Schemas['LabelComponent'];

/** Of each task the items of the platform and of units. */
export const may = {
  label: () => holds(9, 10, 11, 25, 26, 27),
  create: () => holds(10, 26),
  edit: () => holds(11, 27),
  delete: () => holds(12, 28),
};

/** Whether the dish is one's own to change: the platform's staff may change any, a unit those it has. */
export function isOwn({ vender }: Pick<Dish, 'vender'>): boolean {
  return isPlatform() || vender === session.value?.vender;
}

/** An ingredient as it is typed: its grams are what stands in the field. */
export type Food = Omit<Schemas['DishIngredient'], 'value'> & { value: string };

/** A dish as it stands in the editor, and which other units get one. Id 0 is a new one. */
export type Draft = Omit<Dish, 'ingredient'> & { ingredient: Food[]; units: number[] };

const blank = { id: 0, name: '', marks: '', poly: '', month: [], icon: '', iconVersion: '', ingredient: [], modify: 0 };

/** Reads a dish to edit; without an id a new one. */
export async function openDish(id: number): Promise<Version<Draft>> {
  const fresh = { body: { ...blank, vender: session.value?.vender ?? 0 }, etag: undefined };
  const asked = id === 0 ? fresh : send(api.GET('/api/dish', { params: { query: { id } } }));
  const [{ body, etag }] = await Promise.all([asked, getEnums()]);
  if ('content' in body) throw new Error('the service answered a page in place of a dish');
  const ingredient = body.ingredient.map((food) => ({ ...food, value: `${food.value}` }));
  return { work: { ...body, ingredient, units: [] }, etag };
}

/** A draft as the calls take it. What is wrong the service says beside its field. */
export function toForm({ name, marks, poly, month, meals = [], icon, ingredient, vender, units }: Draft) {
  return {
    ...{ name, icon, month: month.join(), meals: meals.join(), ingredient: ingredient.map(toEntry) },
    mark: (marks || undefined) as Schemas['DishMark'],
    poly: poly as Schemas['CookingMethodOrEmpty'],
    vendors: [vender, ...units].join(),
  } satisfies Record<keyof Schemas['CreateDishForm'], unknown>;
}

/** An ingredient as the calls take it. */
export function toEntry({ value, ...food }: Food): Schemas['DishIngredient'] {
  return { ...food, value: Number(value) };
}

/** What a draft says, as people read it. */
export function tellDraft({ name, marks, poly, month, meals = [], ...draft }: Draft) {
  return {
    名称: name,
    标记: marks,
    烹饪方式: poly,
    供应月份: monthSpans(month),
    适合餐次: mealsOf(meals),
    图片: draft.icon && `${draft.icon.length} 字节`,
    食材: draft.ingredient
      .map(({ key, value, isMain }) => `${nameOf(key)} ${value} g${isMain ? '（主料）' : ''}`)
      .join('、'),
  };
}

/** What the catalogue says of a food. */
export type Detail = Schemas['IngredientDetail'];

/** The foods of which that was read, by code. */
export const details = signal<ReadonlyMap<string, Detail>>(new Map());

/** What people call a food; its code until that is read, and for whom it is not. */
export function nameOf(code: string): string {
  const { alias, name } = details.value.get(code) ?? {};
  return alias ?? name ?? code;
}

/** Reads what the catalogue says of foods, for whom it is. */
export function useDetails(foods: readonly Food[]): void {
  const codes = String(foods.map(({ key }) => key).sort());
  useAsked(codes, async () => {
    if (codes === '' || !may.label()) return;
    const { body } = await send(api.GET('/api/ingredient/select', { params: { query: { codes } } }));
    details.value = new Map([...details.value, ...body.map((detail) => [detail.code, detail] as const)]);
  });
}

/** The months as choices. */
export const months = Array.from({ length: 12 }, (_, index) => ({ value: `${index + 1}`, text: `${index + 1}月` }));

/** The amount in a label's text, as people read it: `780.00(kJ)` is 780 kJ. */
export function amountOf({ nutrition }: Component): string {
  const [, amount = '', unit = ''] = /^([\d.]+)\((.*)\)$/.exec(nutrition) ?? [];
  return amount === '' ? nutrition : `${figure(Number(amount))} ${unit}`;
}

export function mealsOf(meals: readonly string[]): string {
  return meals.map((meal) => nameIn('meal', meal)).join('、') || '不限';
}

/** What copying a dish is called. */
export const copying = (dish: Pick<Dish, 'vender'>) => (isOwn(dish) ? '复制' : '复制为自己的');

/** Copies a dish into the own ones; answers the copy's id. */
export async function copyDish(dish: Pick<Dish, 'id' | 'name' | 'vender'>): Promise<number | undefined> {
  const { ids } = await send(api.PUT('/api/dish/copy', { body: { id: dish.id } }));
  toast(isOwn(dish) ? `已复制「${dish.name}」` : `「${dish.name}」已复制为自己的菜品，可以修改了`);
  return ids[0];
}

/** What is asked before dishes are deleted, and what becomes of the menus that have them. */
export function deletionOf(dishes: readonly Pick<Dish, 'id' | 'name'>[]): Parameters<Opener['remove']> {
  const names = dishes.map(({ name }) => `「${name}」`).join('');
  const what = dishes.length === 1 ? `菜品${names}` : ` ${dishes.length} 道菜品`;
  const run = () => send(api.DELETE('/api/dish', { body: { ids: dishes.map(({ id }) => id).join() } }));
  const told = dishes.length > 1 ? `${names}的` : '';
  const menus = '已提交、已发布的食谱不变。草稿食谱里排了它的地方会提醒「菜品已删除」，换成别的菜品后才能提交。';
  return [what, run, `${told}图片和食材用量一起删除，不能恢复。${menus}`];
}
