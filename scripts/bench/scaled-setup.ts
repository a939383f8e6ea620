import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digestPassword, hashDigest } from '../../lib/auth/password.ts';
import type { FoodFacts } from '../../lib/domain/ingredient/food.ts';
import { CALL_LIMITS } from '../../lib/table/client.ts';
import { ADMIN, loadEndpoints, TestService } from '../../tests/support/service/service.ts';
import { Setup } from '../../tests/support/service/setup.ts';
import { createPlatform } from '../admin/platform.ts';
import { loadIngredients } from '../command/load-foods.ts';
import { starterFoods } from '../command/starter.ts';
import { seed, seedDishes, seedMenus } from '../seed/seed.ts';
import { startEmulator } from '../start/emulator.ts';
import { localCredentials } from '../start/local-credentials.ts';
import { ensureTable, openLocalClient } from '../start/table.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The items of a seeded table depend on these sources. If they change, the table is seeded again. */
const SOURCES = ['lib/store/**/*.ts', 'tables/keys.ts', 'scripts/seed/*.ts', 'scripts/bench/scaled-setup.ts'];
const TABLE = 'catering-bench';
const REGION = 'cn-north-1';
const SEED = 1;
const UNITS_PER_REPORT = 6000;
/** Beside 100,000 units, a search may wait longer for a socket or an answer than a function does. */
const PATIENCE_MS = 120_000;
const SEEDED_AT = Date.UTC(2026, 0, 1);

/** The folder of the seeded tables and their copies, and a function that prints progress. */
export interface BenchContext {
  readonly folder: string;
  readonly say: (text: string) => void;
}

/** What a table holds: units, dishes and menus of the school, and foods of the catalogue. */
export interface Scale {
  readonly units: number;
  readonly dishes: number;
  readonly menus: number;
  readonly foods: number;
}

/**
 * Runs `work` on a copy of a seeded table, which nobody else uses. The first time the table is seeded, which takes
 * minutes for 100,000 units, and kept in the folder. Tables of that scale from earlier sources or interrupted runs are removed.
 */
export async function withScaledSetup<T>(
  scale: Scale,
  { folder, say }: BenchContext,
  work: (setup: Setup) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true });
  const prefix = `seed-${scale.units}-${scale.dishes}-${scale.menus}-${scale.foods}-`;
  const seededFolder = join(folder, `${prefix}${await hashSources()}`);
  if (!existsSync(seededFolder)) {
    for (const name of await readdir(folder))
      if (name.startsWith(prefix)) await rm(join(folder, name), { recursive: true });
    const unfinishedFolder = `${seededFolder}.building`;
    await mkdir(unfinishedFolder);
    await seedTable(scale, unfinishedFolder, say);
    await rename(unfinishedFolder, seededFolder);
  }
  const runFolder = join(folder, `run-${process.pid}-${scale.units}`);
  await cp(seededFolder, runFolder, { recursive: true });
  const service = await startOn(runFolder);
  try {
    return await work(await Setup.resume(service));
  } finally {
    await service.stop();
    await rm(runFolder, { recursive: true });
  }
}

async function seedTable(scale: Scale, folder: string, say: (text: string) => void): Promise<void> {
  const service = await startOn(folder);
  const { db } = service.deps;
  try {
    const passwordHash = await hashDigest(digestPassword(ADMIN.password));
    await createPlatform(db, { uid: ADMIN.uid, passwordHash }, SEEDED_AT);
    await loadIngredients(db, makeFoods(scale.foods));
    // The set-up adds one unit itself.
    const plan = { unitCount: scale.units - 1, dishesPerUnit: 0, usersPerUnit: 1, seed: SEED };
    await seed(
      db,
      plan,
      (count) => count % UNITS_PER_REPORT === 0 && say(`seeding ${count} of ${plan.unitCount} units`),
    );
    const { school } = await Setup.begin(service);
    await seedDishes(db, school.id, scale.dishes, SEED, (count) => say(`seeding ${count} of ${scale.dishes} dishes`));
    const menus = { count: scale.menus, dishCount: scale.dishes };
    await seedMenus(db, school.id, menus, (count) => say(`seeding ${count} of ${scale.menus} menus`));
  } finally {
    await service.stop();
  }
}

async function startOn(folder: string): Promise<TestService> {
  Object.assign(process.env, localCredentials);
  // This holds for the whole process.
  const { requestHandler } = CALL_LIMITS;
  for (const limit of ['connectionTimeout', 'requestTimeout', 'socketTimeout'] as const)
    requestHandler[limit] = PATIENCE_MS;
  const emulator = await startEmulator({ dbPath: join(folder, 'catering.db') });
  const client = openLocalClient(emulator.endpoint, REGION);
  await ensureTable(client, TABLE);
  client.destroy();
  const table = { endpoint: emulator.endpoint, table: TABLE, region: REGION, stop: () => emulator.stop() };
  return new TestService(await loadEndpoints(), table);
}

/** Makes `count` foods: those of the starter catalogue, then the same again and again with other names and codes. */
function makeFoods(count: number): FoodFacts[] {
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / starterFoods.length);
    const food = starterFoods[index % starterFoods.length];
    if (!food) throw new Error('the starter catalogue is empty');
    return round === 0 ? food : { ...food, code: `${food.code}-${round}`, name: `${food.name} ${round}` };
  });
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of globSync(SOURCES, { cwd: ROOT }).toSorted()) hash.update(await readFile(join(ROOT, source)));
  return hash.digest('hex').slice(0, 12);
}
