import { signal } from '@preact/signals';
import { api, NO_NUMBER, read, type Schemas, send } from '../../api/client.ts';
import { fetchEnums, toEnumText } from '../../api/enums.ts';
import { isPlatform, may, requireSession, session } from '../../api/session.ts';
import { type DialogOpener, showToast } from '../../parts/actions.tsx';
import type { Version } from '../../parts/editor.tsx';
import { formatAmount } from '../../parts/energy.ts';
import { toChoices } from '../../parts/field.tsx';
import { formatMonths } from '../../parts/format.ts';
import { useQuery } from '../../parts/page.tsx';

export type Dish = Schemas['Dish'];
/** One nutrient on a label. */
export type Component = Schemas['LabelComponent'];

export const maySeeLabels = () => may('dish.view', 'dish.create', 'dish.edit');
export const maySeeFoods = () => maySeeLabels() || may('ingredient.view', 'ingredient.edit', 'mark.edit');

/** Whether the person's unit owns the dish. The platform's staff may change any dish. */
export const isOwn = ({ vender }: Pick<Dish, 'vender'>): boolean => isPlatform() || vender === session.value?.vender;

/** An ingredient in the editor. Its grams are the typed text. */
export type Food = Omit<Schemas['DishIngredient'], 'value'> & { value: string };

/** A dish in the editor; `units` are the ids of the other units that get a copy. Id 0 is a new dish. */
export type Draft = Omit<Dish, 'ingredient' | 'liking'> & { ingredient: Food[]; liking: string; units: number[] };

const blankDish = {
  ...{ id: 0, name: '', marks: '', poly: '', month: [], ingredient: [] },
  ...{ icon: '', iconVersion: '', modify: 0, liking: undefined },
};

/** Reads a dish to edit; id 0 is a new one. */
export async function openDish(id: number): Promise<Version<Draft>> {
  const newDish = { body: { ...blankDish, vender: requireSession().vender }, etag: undefined };
  const stored = id === 0 ? newDish : send(api.GET('/api/dish', { params: { query: { id } } }));
  const [{ body, etag }] = await Promise.all([stored, fetchEnums()]);
  if ('content' in body) throw new TypeError('A page of dishes was answered');
  const ingredient = body.ingredient.map((food) => ({ ...food, value: `${food.value}` }));
  return { work: { ...body, ingredient, liking: `${body.liking ?? ''}`, units: [] }, etag };
}

/** Converts a draft to the form that the calls take. The service validates it. */
export const toForm = ({ name, marks, poly, month, meals = [], icon, ingredient, liking, ...draft }: Draft) =>
  ({
    ...{ name, icon, month: month.join(), meals: meals.join(), ingredient: ingredient.map(toRecipeEntry) },
    mark: (marks || undefined) as Schemas['DishMark'],
    poly: poly as Schemas['CookingMethodOrEmpty'],
    ...{ liking: liking === '' ? NO_NUMBER : Number(liking), notFor: (draft.notFor ?? []).join() },
    vendors: [draft.vender, ...draft.units].join(),
  }) satisfies Record<keyof Schemas['CreateDishForm'], unknown>;

export const toRecipeEntry = (food: Food): Schemas['DishIngredient'] => ({ ...food, value: toGrams(food.value) });

const gramsByUnit: Record<string, number> = { '': 1, g: 1, 克: 1, kg: 1000, 千克: 1000, 公斤: 1000, 斤: 500, 两: 50 };

/** The typed grams, which may have a unit and full-width digits, as in workbooks: `80克`, `0.1kg`. The service refuses NaN. */
export function toGrams(text: string): number {
  const [, amount = Number.NaN, unit = ''] = /^([\d.]*)\s*(\D*)$/.exec(text.normalize('NFKC').trim()) ?? [];
  const grams = Number(amount) * (gramsByUnit[unit.toLowerCase()] ?? Number.NaN);
  // Binary fractions are inexact: 0.07 × 1000 is 70.00000000000001.
  return Number(grams.toPrecision(12));
}

export const describeDraft = ({ name, marks, poly, month, meals = [], ...draft }: Draft) => ({
  名称: name,
  标记: marks,
  烹饪方式: poly,
  供应月份: formatMonths(month),
  适合餐次: describeMeals(meals),
  喜爱程度: draft.liking,
  不适合年龄: (draft.notFor ?? []).map((band) => toEnumText('band', band)).join('、'),
  图片: draft.icon && `${draft.icon.length} 字节`,
  食材: draft.ingredient
    .map(({ key, value, isMain }) => `${toFoodName(key)} ${value} g${isMain ? '（主料）' : ''}`)
    .join('、'),
});

/** The details that have been read, by food code. */
export const foodByCode = signal<ReadonlyMap<string, Schemas['IngredientDetail']>>(new Map());

/** The name that kitchens use for a food. Without its details it is the code. */
export function toFoodName(code: string): string {
  const { alias, name } = foodByCode.value.get(code) ?? {};
  return alias ?? name ?? code;
}

/** The most foods that one call reads. */
const MAX_CODES = 200;

/** Reads the details of foods, if the person may see them. */
export function useFoodDetails(foodCodes: readonly string[]): void {
  const codes = [...foodCodes].sort().slice(0, MAX_CODES).join();
  useQuery(codes, async () => {
    if (codes === '' || !maySeeFoods()) return;
    const details = await read('/api/ingredient/select', { codes });
    foodByCode.value = new Map([...foodByCode.value, ...details.map((detail) => [detail.code, detail] as const)]);
  });
}

const monthNumbers = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
export const monthChoices = monthNumbers.map((value) => ({ value, text: `${value}月` }));

/** Formats the amount of a nutrient: `780.00(kJ)` on the label becomes 780 kJ, or 不少于 780 kJ with unknown foods. */
export function formatLabelAmount({ nutrition, missing }: Component): string {
  const [, amount = '', unit = ''] = /^([\d.]+)\((.*)\)$/.exec(nutrition) ?? [];
  return `${missing ? '不少于 ' : ''}${amount === '' ? nutrition : formatAmount(Number(amount), unit)}`;
}

export const likingChoices = toChoices(['0', '1', '2', '3', '4', '5']);

/** Names the meals that a dish suits; no meals mean all. */
export const describeMeals = (meals: readonly string[]): string =>
  meals.map((meal) => toEnumText('meal', meal)).join('、') || '不限';

export const toCopyLabel = (dish: Pick<Dish, 'vender'>) => (isOwn(dish) ? '复制' : '复制为自己的');

/** Copies a dish to the unit's own ones; returns the copy's id. */
export async function copyDish(dish: Pick<Dish, 'id' | 'name' | 'vender'>): Promise<number | undefined> {
  const { ids } = await send(api.PUT('/api/dish/copy', { body: { id: dish.id } }));
  showToast(isOwn(dish) ? `已复制「${dish.name}」` : `「${dish.name}」已复制为自己的菜品，可以修改了`);
  return ids[0];
}

/** Asks whether to delete dishes. `onDeleted` is called after they are deleted. */
export function confirmDishDeletion(
  confirmDelete: DialogOpener['confirmDelete'],
  dishes: readonly Pick<Dish, 'id' | 'name'>[],
  onDeleted?: () => void,
): void {
  const names = dishes.map(({ name }) => `「${name}」`).join('');
  const subject = dishes.length === 1 ? `菜品${names}` : ` ${dishes.length} 道菜品`;
  const ids = dishes.map(({ id }) => id).join();
  const deleteDishes = () => send(api.DELETE('/api/dish', { body: { ids } })).then(onDeleted);
  const owners = dishes.length > 1 ? `${names}的` : '';
  const menus = '已提交、已发布的食谱不变。草稿食谱里排了它的地方会提醒「菜品已删除」，换成别的菜品后才能提交。';
  confirmDelete(subject, deleteDishes, `${owners}图片和食材用量一起删除，不能恢复。${menus}`);
}
