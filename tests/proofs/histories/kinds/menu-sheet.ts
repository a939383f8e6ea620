import { readRows } from '../../../../lib/spreadsheet/rows.ts';
import { done, type Expected, fails } from '../answer.ts';
import { id, needed } from '../arguments.ts';
import { defineKind, type Kind, type Situation } from '../kind.ts';
import { findMenu, MEALS, type ModelContent, type ModelMenu, menuIds } from '../menu-arguments.ts';
import { findDish, unitOf } from './dish.ts';
import { findOwn, servable } from './menu.ts';
import { reviewsOf } from './review.ts';

const GONE = '（菜品已删除）';

function unmark(text: string): string {
  const signs: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => signs[entity] ?? entity);
}

const answered = (body: object) => ({ code: 200, desc: '成功', success: true, body });

/**
 * The parts of a page: its title, its standing, whether it tells who made and approved it, and what is served, by meal.
 */
function readPage(file: Buffer) {
  const html = file.toString('utf8');
  const all = (pattern: RegExp) => Array.from(html.matchAll(pattern), ([, text = '']) => unmark(text));
  const [title] = all(/<title>(.*)<\/title>/g);
  const [standing] = [...all(/<p class="warning">(.*)<\/p>/g), ...all(/<dt>状态<\/dt><dd>(.*)<\/dd>/g)];
  const terms = all(/<dt>(编制|审核)<\/dt>/g);
  return answered({ title, standing, terms, dishes: all(/<h2>(.*?)<\/h2>/g) });
}

/** The same parts of a workbook, without what is served. */
function readWorkbook(file: Buffer) {
  const rows = readRows('menu.xlsx', file).rows.map(({ cells }) => cells[0] ?? '');
  const head = rows.indexOf('餐次');
  const [unit = '', name = ''] = rows;
  const terms = rows.slice(0, head).flatMap((text) => /^(编制|审核)：/.exec(text)?.[1] ?? []);
  const title = `${unit.replace(/ 带量食谱公示表$/, '')} ${name.replace(/^食谱：/, '')} 带量食谱公示表`;
  return answered({ title, standing: rows[head - 1], terms });
}

/** The texts of a menu's sheet, or a failure. */
function describe({ world, caller }: Situation, wanted: number, asked: number | undefined) {
  const menu = caller.isPlatform ? findMenu(world, wanted) : findOwn(world, caller.unit, wanted);
  if (!menu) return fails('menu_not_found');
  const revision = asked ?? menu.live;
  const said = revision === undefined ? menu : menu.submitted[revision - 1];
  if (!said) return fails('revision_not_found');
  const reviews = reviewsOf(world, unitOf(wanted)).filter((one) => one.menu === wanted && one.revision === revision);
  const isMade = menu.waits !== undefined || revision !== undefined;
  const isApproved = reviews.some(({ action }) => action === '通过' || action === '免审');
  return {
    title: `${world.units.get(unitOf(wanted))?.name} ${said.name} 带量食谱公示表`,
    standing: tellStanding(menu, revision),
    terms: [...(isMade ? ['编制'] : []), ...(isApproved ? ['审核'] : [])],
    said,
    isNow: revision === undefined,
  };
}

function tellStanding({ state, live }: ModelMenu, revision: number | undefined): string {
  if (revision === undefined) return `${state}：未经审核，不得公示`;
  return revision === live ? `已发布（第 ${revision} 版）` : `第 ${revision} 版：不是现行版本，不得公示`;
}

function listDishes({ world }: Situation, wanted: number, { items, names }: ModelContent, isNow: boolean): string[] {
  const inOrder = MEALS.flatMap((meal) =>
    [1, 2, 3, 4, 5, 6, 7].flatMap((day) => items.filter((item) => item.meal === meal && item.day === day)),
  );
  return inOrder.map(({ dish }) => {
    if (!isNow) return names[dish] ?? '';
    const found = servable(world, unitOf(wanted), dish) && findDish(world, dish);
    return found ? found.name : `${names[dish]}${GONE}`;
  });
}

const choose: Parameters<typeof defineKind>[0]['choose'] = (draw, viewpoint) => ({
  id: needed(draw, 'id', () => id(draw, 'id', menuIds(viewpoint))),
  revision: draw.rarely(3) ? id(draw, 'revision', [1, 2, 3]) : undefined,
});

interface Asked {
  readonly id?: unknown;
  readonly revision?: unknown;
}

function expectSheet(situation: Situation, { id: wanted, revision }: Asked, withDishes: boolean): Expected {
  const told = describe(situation, Number(wanted), revision === undefined ? undefined : Number(revision));
  if ('kind' in told) return told;
  const { said, isNow, ...rest } = told;
  return done({ ...rest, ...(withDishes ? { dishes: listDishes(situation, Number(wanted), said, isNow) } : {}) });
}

const showMenuSheet = defineKind({
  route: 'GET /api/menu/sheet.html',
  weight: 2,
  choose,
  read: readPage,
  answer: (situation, meaning) => expectSheet(situation, meaning, true),
});

const getMenuWorkbook = defineKind({
  route: 'GET /api/menu/sheet.xlsx',
  weight: 1,
  choose,
  read: readWorkbook,
  answer: (situation, meaning) => expectSheet(situation, meaning, false),
});

export const kinds: readonly Kind[] = [showMenuSheet, getMenuWorkbook];
