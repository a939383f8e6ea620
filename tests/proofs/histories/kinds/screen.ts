import { done, fails } from '../answer.ts';
import { type Argument, choice, given, id, maybe, name, needed } from '../arguments.ts';
import type { Draw } from '../draw.ts';
import type { ModelCaller } from '../gate.ts';
import { defineKind, type Kind } from '../kind.ts';
import { ID_FACTOR, membersOf, type World } from '../world.ts';

const NAMES = ['甲', '乙一', 'Screen 3'];
const MOST_SCREENS = 50;
/** The permission item of each form. */
const items: Readonly<Record<string, number>> = { wall: 19, led: 20 };

interface ModelScreen {
  id: number;
  name: string;
  form: string;
  levels: readonly string[];
}

function screensOf(world: World, unit: number) {
  return membersOf<ModelScreen>(world, 'screen', unit);
}

const mayUse = (caller: ModelCaller, form: string) => caller.items.includes(items[form] ?? 0);

function levels(draw: Draw): Argument<string[]> {
  const chosen = draw.some<string[]>([], ['中体力'], ['轻体力', '中体力']);
  if (draw.rarely(20)) return { sent: draw.some('{}', '[', '["中体力"'), means: [], bad: ['levels'] };
  if (draw.rarely(20)) return { sent: draw.some('[""]', '[7]', '[null]'), means: [], bad: ['levels.0'] };
  return given(JSON.stringify(draw.rarely(5) ? [...chosen, ...chosen] : chosen), chosen);
}

const createScreen = defineKind({
  route: 'PUT /api/screen',
  weight: 3,
  creates: true,
  choose: (draw) => ({
    name: needed(draw, 'name', () => name(draw, 'name', NAMES, 100)),
    form: needed(draw, 'form', () => choice(draw, 'form', ['wall', 'led'])),
    levels: maybe(draw, () => levels(draw)),
  }),
  // Nobody can predict an address.
  view: ({ body: _, ...json }) => json,
  answer: ({ world, caller }, { name: called, form, levels: shown = [] }) => {
    if (!mayUse(caller, form)) return fails('missing_permission');
    const screens = screensOf(world, caller.unit);
    if (screens.list.length >= MOST_SCREENS) return fails('quota_reached');
    screens.list.push({ id: caller.unit * ID_FACTOR + screens.next++, name: called, form, levels: shown });
    return done();
  },
});

const deleteScreen = defineKind({
  route: 'DELETE /api/screen',
  weight: 2,
  choose: (draw, { world, home }) => {
    const ids = screensOf(world, home).list.map((one) => one.id);
    return { id: needed(draw, 'id', () => id(draw, 'id', ids)) };
  },
  answer: ({ world, caller }, { id: wanted }) => {
    const screens = screensOf(world, caller.unit);
    const screen = screens.list.find((one) => one.id === wanted);
    if (!screen) return fails('screen_not_found');
    if (!mayUse(caller, screen.form)) return fails('missing_permission');
    screens.list = screens.list.filter((one) => one !== screen);
    return done();
  },
});

const findScreens = defineKind({
  route: 'GET /api/screen',
  weight: 3,
  choose: () => ({}),
  answer: ({ world, caller }) => {
    const { list } = screensOf(world, caller.unit);
    return done(list.filter(({ form }) => mayUse(caller, form)).reverse());
  },
});

/** Shows screens of unknown addresses: real ones are told only once. */
const showScreen = defineKind({
  route: 'GET /screen/{token}',
  weight: 1,
  onlyFails: true,
  choose: (draw) => {
    const token = draw.some('A'.repeat(43), 'x', '..', '番茄', '%2e');
    return { token: given(token, token) };
  },
  answer: () => fails('screen_not_found'),
});

export const kinds: readonly Kind[] = [createScreen, deleteScreen, findScreens, showScreen];
