import * as z from 'zod/mini';
import type { Problem } from '../errors.ts';
import { normaliseText } from '../text/normal-form.ts';
import { choice, isPlain, NAME_MAX, requiredText } from './fields.ts';
import { idOf } from './id.ts';
import { json } from './json.ts';
import { LEVEL_MAX, MOST_GROUPS } from './menu-fields.ts';

/** Most screens of one unit. */
export const MOST_SCREENS = 50;
/** How long the address of a deleted screen tells that it was one. */
export const GONE_S = 30 * 24 * 3600;
/** How often it is written down at the most that a screen was seen. */
export const SEEN_EVERY_MS = 10 * 60_000;
/** 256 bits in base64url. */
export const SCREEN_TOKEN = /^[\w-]{43}$/;

const LEVELS_TEXT_MAX = 10_000;

/** What hangs on a wall: a television of 16 : 9, or a panel of light-emitting diodes, which is black and wide. */
export const screenForms = ['wall', 'led'] as const;
export type ScreenForm = (typeof screenForms)[number];

/** What a screen is, as it is sent. */
export const screenFields = {
  name: requiredText(NAME_MAX),
  form: choice(screenForms),
  levels: z.optional(levelList()),
};

/** A screen as it lies in the table. */
export const Screen = z.object({
  version: z.int(),
  vender: z.int().check(z.minimum(0)),
  /** Number in its unit. */
  number: z.int(),
  name: z.string(),
  form: z.enum(screenForms),
  /** The groups that it shows; none: all. */
  levels: z.array(z.string()),
  /** Of the token in its address, which nobody keeps; absent where an import found it to be another screen's. */
  hash: z.optional(z.string()),
  /** When it last asked for what it shows, about, in milliseconds since the epoch; absent: never. */
  seen: z.optional(z.int()),
});
export type Screen = z.output<typeof Screen>;

/** What a screen is, wherever it is. */
export type ScreenContent = Omit<Screen, 'version' | 'vender' | 'number' | 'seen'>;

/** A screen as it is answered. */
export const ScreenRecord = z.object({
  id: z.int(),
  name: z.string(),
  form: z.enum(screenForms),
  levels: z.array(z.string()),
  seen: z.optional(z.int()),
});

/** A new screen as it is answered, once: its address is told to nobody again. */
export const NewScreen = z.object({ id: z.int(), address: z.string() });

export function toScreenRecord({ vender, number, name, form, levels, seen }: Screen): z.output<typeof ScreenRecord> {
  return { id: idOf(vender, number), name, form, levels, ...(seen === undefined ? {} : { seen }) };
}

export function contentOf({ name, form, levels, hash }: Screen): ScreenContent {
  return { name, form, levels, ...(hash === undefined ? {} : { hash }) };
}

/** Whether a screen shows the people of that level. */
export function showsLevel({ levels }: Pick<Screen, 'levels'>, level: string): boolean {
  return levels.length === 0 || levels.includes(level);
}

/** Levels as a JSON list of texts, each once; the empty list and the empty text stand for all. */
function levelList() {
  return json(LEVELS_TEXT_MAX, '[]', (value, _text, find): string[] => {
    if (!Array.isArray(value)) find({ path: [], problem: { code: 'list' } });
    const list: unknown[] = Array.isArray(value) ? value : [];
    if (list.length > MOST_GROUPS) find({ path: [], problem: { code: 'too_many', max: MOST_GROUPS } });
    const levels = list.slice(0, MOST_GROUPS).map((level, index) => {
      const problem = findLevelProblem(level);
      if (problem) find({ path: [index], problem });
      return problem ? '' : normaliseText(String(level));
    });
    return [...new Set(levels)];
  });
}

function findLevelProblem(level: unknown): Problem | undefined {
  if (typeof level !== 'string' || !isPlain(level)) return { code: 'text' };
  const length = [...normaliseText(level)].length;
  if (length === 0) return { code: 'empty' };
  return length > LEVEL_MAX ? { code: 'too_long', max: LEVEL_MAX } : undefined;
}
