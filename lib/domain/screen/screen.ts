import * as z from 'zod/mini';
import type { Problem } from '../../errors.ts';
import { comparableText, normaliseText } from '../../text/normal-form.ts';
import type { MenuGroup } from '../menu/menu.ts';
import { findNameProblem, MAX_GROUPS } from '../menu/menu-groups.ts';
import { type Change, type ChangeFields, withChange } from '../values/change.ts';
import { about, choice, MAX_NAME_LENGTH, requiredText } from '../values/fields.ts';
import { json, readList } from '../values/json.ts';
import { nameSchemas } from '../values/output.ts';

/** The maximum number of screens of a unit. It needs no place among the `QUOTAS`, since a test can reach it. */
export const MAX_SCREENS = 50;
/** The seconds for which the address of a deleted screen answers that it was deleted. */
export const DELETED_ADDRESS_LIFE_S = 30 * 24 * 3600;
/** The minimum interval between two updates of the time at which a screen was seen. */
export const SEEN_EVERY_MS = 10 * 60_000;

/** The maximum characters of the JSON text of levels. */
const MAX_LEVELS_LENGTH = 10_000;

/** The forms of screens: a television of 16 : 9, a wide black LED panel, and the page on the telephones of parents. */
const screenForms = ['wall', 'led', 'phone'] as const;
export type ScreenForm = (typeof screenForms)[number];
/** The forms that hang on a wall: they turn their pages, and fetch new content by themselves. */
export type TurningForm = Exclude<ScreenForm, 'phone'>;

/** The shape of a screen: a `narrow` wall is upright, and a `narrow` led is less than three times as wide as high. */
export const screenShapes = ['wide', 'narrow'] as const;
export type ScreenShape = (typeof screenShapes)[number];

/** The one list of a screen's facts. A fact that a screen may lack is optional. */
const screenFacts = {
  name: z.string(),
  form: z.enum(screenForms),
  /** The levels or names of the groups that it shows; all groups if empty. */
  levels: z.array(z.string()),
};
const ScreenFacts = z.object(screenFacts);
export type ScreenFacts = z.output<typeof ScreenFacts>;

export const screenFields = {
  name: about('Name of the screen.', requiredText(MAX_NAME_LENGTH)),
  form: about(
    '`wall`: a television of 16 : 9, by item 19; `led`: a wide black panel, by item 20; `phone`: a page for parents, ' +
      'with this week and the next, by item 19.',
    choice(screenForms),
  ),
  levels: about('Levels or names of the groups to show; none: all.', z.optional(levelList())),
} satisfies ChangeFields<ScreenFacts>;

export const Screen = z.object({
  version: z.int(),
  vender: z.int().check(z.minimum(0)),
  number: z.int(),
  ...screenFacts,
  /** The hash of the token in its address, which is not stored. */
  hash: z.optional(z.string()),
  /** The approximate time of its last fetch of content, in milliseconds since the epoch; absent if there was none. */
  seen: z.optional(z.int()),
});
export type Screen = z.output<typeof Screen>;

export type ScreenContent = Omit<Screen, 'version' | 'vender' | 'number' | 'seen'>;

/** Makes the facts of a new screen, with defaults for those that the call omits. */
export function newScreen(facts: Change<ScreenFacts> & Pick<ScreenFacts, 'name' | 'form'>): ScreenFacts {
  return withChange<ScreenFacts>({ name: facts.name, form: facts.form, levels: [] }, facts);
}

export const ScreenRecord = z.object({ id: z.int(), ...screenFacts, seen: z.optional(z.int()) });

/** A new screen as answers show it. Its address is shown only once. */
export const NewScreen = z.object({ id: z.int(), address: z.string() });
nameSchemas({ Screen: ScreenRecord, NewScreen });

/** Whether a screen shows the group. Its levels may name the group by level or by name; without levels it shows all. */
export function showsGroup({ levels }: Pick<Screen, 'levels'>, group: Pick<MenuGroup, 'name' | 'level'>): boolean {
  const groupKeys = [comparableText(group.name), comparableText(group.level)];
  return levels.length === 0 || levels.some((shownLevel) => groupKeys.includes(comparableText(shownLevel)));
}

/** Parses levels: a JSON list of texts. The empty list and the empty text mean all groups. */
function levelList() {
  return json({ max: MAX_LEVELS_LENGTH, empty: '[]', shape: z.array(z.string()) }, (value, _text, place): string[] => {
    const levels = readList(value, MAX_GROUPS, place).map((level, levelIndex) => {
      const problem: Problem | undefined = typeof level === 'string' ? findNameProblem(level) : { code: 'text' };
      if (problem) place.at(levelIndex).report(problem);
      return problem ? '' : normaliseText(String(level));
    });
    return [...new Set(levels)];
  });
}
