import { done, type Expected, fails } from '../answer.ts';
import { id, needed } from '../arguments.ts';
import { chosenLabels, dishIds } from '../dish-arguments.ts';
import { defineKind, type Kind, type Situation } from '../kind.ts';
import { findDish, maySee, unitOf } from './dish.ts';

/** The dishes whose labels a file has. */
function readPrinted(file: Buffer) {
  const titles = file.toString('utf8').matchAll(/<svg [^>]*>\s*<title>(.*) 营养标签<\/title>/g);
  return { code: 200, desc: '成功', success: true, body: Array.from(titles, ([, name]) => name) };
}

function expectLabels({ world, caller }: Situation, field: string, wanted: readonly number[]): Expected {
  const dishes = wanted.map((one) => (maySee(caller, unitOf(one)) ? findDish(world, one) : undefined));
  if (dishes.includes(undefined)) return fails('dish_not_found', field);
  return done(dishes.map((dish) => dish?.name));
}

const printLabels = defineKind({
  route: 'GET /api/dish/label.html',
  weight: 1,
  choose: (draw, viewpoint) => ({ ids: needed(draw, 'ids', () => chosenLabels(draw, viewpoint)) }),
  read: readPrinted,
  answer: (situation, { ids }) => expectLabels(situation, 'ids', ids),
});

const drawLabel = defineKind({
  route: 'GET /api/dish/label.svg',
  weight: 1,
  choose: (draw, viewpoint) => ({ id: needed(draw, 'id', () => id(draw, 'id', dishIds(viewpoint))) }),
  read: readPrinted,
  answer: (situation, { id: wanted }) => expectLabels(situation, 'id', [wanted]),
});

export const kinds: readonly Kind[] = [printLabels, drawLabel];
