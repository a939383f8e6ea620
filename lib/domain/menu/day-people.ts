import * as z from 'zod/mini';
import { badField } from '../../errors.ts';
import { addDays, hasDate } from '../values/calendar.ts';
import { about, integer, orNone, requiredText } from '../values/fields.ts';
import { nameSchemas } from '../values/output.ts';
import { itemFields } from './item-fields.ts';
import type { MenuContent, MenuGroup } from './menu.ts';
import { MAX_GROUP_NAME_LENGTH, MAX_PEOPLE } from './menu-groups.ts';

/** A stored entry: the date (`YYYY-MM-DD`), the name of a group, and how many people of it eat on that day. */
const PeopleEntry = z.readonly(z.tuple([z.string(), z.string(), z.int()]));

/** How many people eat on days that differ from the menu's groups. It is stored apart from the menu and its revisions. */
export const StoredPeople = z.object({
  version: z.int(),
  /** At most one for each date and group. The dates are days of the live revision or of the draft. */
  entries: z.readonly(z.array(PeopleEntry)),
});
export type StoredPeople = z.output<typeof StoredPeople>;
export type PeopleEntries = StoredPeople['entries'];

export const PeopleRecord = z.object({ date: z.string(), group: z.string(), people: z.int() });
nameSchemas({ MenuPeople: PeopleRecord });

/** Lists the groups of a menu in their order, each with the number of its people who eat on the day, which counts from 1. */
export function listGroupsOfDay(
  { groups, start }: Pick<MenuContent, 'groups' | 'start'>,
  day: number,
  entries: PeopleEntries = [],
): readonly MenuGroup[] {
  const date = addDays(start, day - 1);
  return groups.map((group) => {
    const entry = entries.find(([entryDate, name]) => entryDate === date && name === group.name);
    const [, , people = group.people] = entry ?? [];
    return { ...group, people };
  });
}

/** Input of how many people of a group eat on a day. */
export const peopleFields = {
  id: itemFields.id,
  day: about('Day of what is live of the menu, else of the menu, from 1.', itemFields.day),
  group: about('The name of a group.', requiredText(MAX_GROUP_NAME_LENGTH)),
  people: about('How many eat on that day; empty: as many as the group has.', orNone(integer(0, MAX_PEOPLE))),
};
export type PeopleChange = Omit<z.output<z.ZodMiniObject<typeof peopleFields>>, 'id'>;

/** Changes an entry, and drops those whose day or group the menu lacks. @throws AppError `invalid_input` if it lacks the changed one's. */
export function changePeople(
  before: PeopleEntries,
  content: Pick<MenuContent, 'start' | 'days' | 'groups'>,
  { day, group, people }: PeopleChange,
): PeopleEntries {
  const { start, days, groups } = content;
  const groupNames = groups.map(({ name }) => name);
  if (day > days) throw badField('day', { code: 'integer', min: 1, max: days });
  if (!groupNames.includes(group)) throw badField('group', { code: 'unknown', names: group });
  const date = addDays(start, day - 1);
  const others = before.filter(
    ([entryDate, name]) =>
      hasDate(content, entryDate) && groupNames.includes(name) && (entryDate !== date || name !== group),
  );
  const changed: PeopleEntries = people === null ? others : [...others, [date, group, people]];
  return changed.toSorted(([dateA, groupA], [dateB, groupB]) => {
    if (dateA === dateB) return groupNames.indexOf(groupA) - groupNames.indexOf(groupB);
    return dateA < dateB ? -1 : 1;
  });
}
