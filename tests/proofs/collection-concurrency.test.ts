import { expect, it } from 'vitest';
import { createDeps } from '../../lib/runtime/deps.ts';
import { listDishes } from '../../lib/store/dish/dish.ts';
import { deleteDishes, updateDish } from '../../lib/store/dish/dish-change.ts';
import { createDishes, placeDish } from '../../lib/store/dish/dish-placement.ts';
import { dishPartition } from '../../tables/keys.ts';
import { dishContent } from '../support/nouns/dish-content.ts';
import { openSetup } from '../support/service/open.ts';
import { settle } from '../support/table/settle.ts';

const WRITERS = 4;
const ROUNDS = 3;

const { service, setup } = await openSetup();
const { env } = service.deps;
const { id: unit } = setup.school;
/** Functions that keep rows of their own. */
const functions = Array.from({ length: WRITERS }, () => createDeps(env).db);
const how = { units: undefined, now: 1, isTimeUp: () => false };

type Table = (typeof functions)[number];

const search = async (db: Table, keyword?: string) => {
  const { content, totalElements } = await listDishes(db, unit, { pageNo: 0, pageSize: 200 }, { filter: { keyword } });
  return { names: content.map(({ dish }) => dish.name), totalElements };
};

/** Demands that every function finds these names, now that the write is answered. */
async function requireFound(keyword: string, names: readonly string[]): Promise<void> {
  for (const found of await Promise.all(functions.map((db) => search(db, keyword)))) {
    expect(found).toEqual({ names, totalElements: names.length });
  }
}

/** Creates, renames and deletes dishes that nobody else touches, and looks for each from everywhere. */
async function work(db: Table, writer: number): Promise<string[]> {
  const remaining: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const tag = `w${writer}r${round}z`;
    const content = dishContent(`${tag} 新`);
    const [id = 0] = await placeDish(db, { content, icon: '', units: [unit] }, () => false);
    await requireFound(tag, [`${tag} 新`]);
    await updateDish(db, id, { name: `${tag} 改` }, how);
    await requireFound(tag, [`${tag} 改`]);
    if (round % 2 === 0) remaining.push(`${tag} 改`);
    else {
      await deleteDishes(
        db,
        [id],
        () => true,
        () => false,
      );
      await requireFound(tag, []);
    }
  }
  return remaining;
}

it('a write that was answered is seen by every later read, none is refused, and nothing stays wrong', async () => {
  await createDishes(service.deps.db, unit, 30, (number) => dishContent(`旧 ${number}`));
  await settle(service.deps.db, env, dishPartition(unit));
  for (const db of functions) await search(db, '旧');
  const remaining = (await Promise.all(functions.map(work))).flat();
  const all = [...remaining, ...Array.from({ length: 30 }, (_, index) => `旧 ${index + 1}`)].sort();
  await settle(service.deps.db, env, dishPartition(unit));
  for (const db of [...functions, ...functions, createDeps(env).db]) {
    for (const keyword of [undefined, ' ']) {
      const { names, totalElements } = await search(db, keyword);
      expect([names.sort(), totalElements]).toEqual([all, all.length]);
    }
  }
}, 60_000);
