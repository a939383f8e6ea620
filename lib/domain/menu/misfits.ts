import { AppError, type FieldProblem } from '../../errors.ts';
import type { Meal } from '../meal.ts';
import type { MenuContent, MenuItem } from './menu.ts';

/** Finds the fields of a menu that do not fit each other. Each of them alone is valid. */
export function findMisfits(content: MenuContent): FieldProblem[] {
  return [
    ...content.groups.flatMap((group, groupIndex) =>
      group.meals.flatMap((meal) => findUnserved(`groups.${groupIndex}.meals`, meal, content)),
    ),
    ...content.items.flatMap((item, itemIndex) =>
      findItemMisfits(item, content).map(({ field, problem }) => ({ field: `items.${itemIndex}.${field}`, problem })),
    ),
  ];
}

/** Finds the fields of an item, or of a comment, that do not fit the menu: its day, its meal, its groups. */
export function findItemMisfits(
  { day, meal, groups = [] }: Pick<MenuItem, 'day' | 'groups'> & { readonly meal?: Meal | undefined },
  content: MenuContent,
): FieldProblem[] {
  const { days, groups: menuGroups } = content;
  const unknownNames = groups.filter((name) => !menuGroups.some((group) => group.name === name)).join(', ');
  return [
    ...(day <= days ? [] : [{ field: 'day', problem: { code: 'integer' as const, min: 1, max: days } }]),
    ...(meal === undefined ? [] : findUnserved('meal', meal, content)),
    ...(unknownNames === '' ? [] : [{ field: 'groups', problem: { code: 'unknown' as const, names: unknownNames } }]),
  ];
}

/** @throws AppError `invalid_input` where the menu does not have the day, the meal or a group of the item. */
export function requireSlot(content: MenuContent, item: Pick<MenuItem, 'day' | 'meal' | 'groups'>): void {
  const fields = findItemMisfits(item, content);
  if (fields.length > 0) throw new AppError('invalid_input', { fields });
}

/** Finds a problem of the field where the menu does not serve the meal. */
function findUnserved(field: string, meal: Meal, { meals: served }: MenuContent): FieldProblem[] {
  return served.includes(meal) ? [] : [{ field, problem: { code: 'choice', names: served.join(' ') } }];
}

/** Finds the fields of the menu and of its groups that name a standard outside `knownIds`. */
export function findUnknownStandards({ standard, groups }: MenuContent, knownIds: readonly number[]): FieldProblem[] {
  const named = [
    { field: 'standard', id: standard },
    ...groups.map((group, groupIndex) => ({ field: `groups.${groupIndex}.standard`, id: group.standard })),
  ];
  return named.flatMap(({ field, id }): FieldProblem[] =>
    id === undefined || knownIds.includes(id) ? [] : [{ field, problem: { code: 'unknown', names: String(id) } }],
  );
}
