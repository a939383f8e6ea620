import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { leavePacks } from '../../../../lib/store/ingredient/pack.ts';
import { examineTable } from '../../../../scripts/doctor/examine-table.ts';
import { loadIngredients } from '../../../../scripts/import-ingredients/load-foods.ts';
import { food } from '../../../support/nouns/foods.ts';
import { LIGHT_COST, startService } from '../../../support/service/service.ts';

const FOODS = 45;
const LOADS = 6;
/** How long after the head a food becomes visible. */
const LATE_MS = 30;
const PAUSE_MS = 5;

it('packs that are left while foods are loaded, on a table as loose as DynamoDB, hold what the foods of their version are', async () => {
  const looseness = { seed: 11, inFlightMs: 4, lateMs: ({ sk }: { sk: string }) => (sk === 'HEAD' ? 0 : LATE_MS) };
  const service = await startService(LIGHT_COST, looseness);
  const { db, env } = service.deps;
  const load = (round: number) =>
    loadIngredients(
      db,
      Array.from({ length: FOODS }, (_, index) => food(`f${index}`, '食', { protein: `${round}` })),
    );
  await load(0);
  let isLoading = true;
  const pack = async () => {
    while (isLoading) {
      await leavePacks(db);
      await sleep(PAUSE_MS);
    }
  };
  const packers = [pack(), pack()];
  const wrong: string[] = [];
  try {
    for (let round = 1; round <= LOADS; round++) {
      await load(round);
      // A reader during the load leaves his pack by then.
      await sleep(LATE_MS);
      const { findings } = await examineTable(env);
      wrong.push(...findings.map(({ message }) => message));
    }
  } finally {
    isLoading = false;
    await Promise.all(packers);
  }
  expect(wrong).toEqual([]);
  await leavePacks(db);
  const { findings, counts } = await examineTable(env);
  expect([findings, counts.get('figures')]).toEqual([[], 1]);
  await service.stop();
}, 60_000);
