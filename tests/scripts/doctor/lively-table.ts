import { viewsOfDishes } from '../../../lib/store/dish/dish.ts';
import { deleteDishes } from '../../../lib/store/dish/dish-change.ts';
import { placeDishes } from '../../../lib/store/dish/dish-placement.ts';
import { leavePacks } from '../../../lib/store/ingredient/pack.ts';
import { units } from '../../../lib/store/unit/unit.ts';
import { deleteUnit } from '../../../lib/store/unit-deletion.ts';
import { deleteRole } from '../../../lib/store/user/role-deletion.ts';
import { type Collection, type CollectionRow, readHead } from '../../../lib/table/collection/collection.ts';
import { leaveCopy } from '../../../lib/table/collection/copies.ts';
import { findRows } from '../../../lib/table/collection/page.ts';
import type { Database } from '../../../lib/table/database.ts';
import { migrateTable } from '../../../scripts/migrate/migrate-table.ts';
import { blockOf } from '../../../tables/keys.ts';
import { createPending, createPublished } from '../../support/nouns/menus.ts';
import { addSchool, addUnit, addUser, ICON } from '../../support/nouns/units.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { type School, Setup } from '../../support/service/setup.ts';
import { answeredRoutes, prepareCall } from '../../support/statements/statements.ts';

/** More units than one transaction gives a dish, and more dishes than one removes. */
const MANY_UNITS = 18;
const MANY_DISHES = 26;

/** A service whose table contains traces of everything that its endpoints do, some of it cut short. */
export interface LivelyTable {
  readonly service: TestService;
  readonly setup: Setup;
  /** A unit with an icon, dishes with and without icons, users, marks, prices and standards. */
  readonly school: School;
  /** A unit whose deletion was cut short. */
  readonly dying: number;
}

/**
 * Fills the table by the endpoints, or by the functions that they call where endpoints are too slow or never stop in
 * between. `callAll` does the rest.
 */
export async function makeLivelyTable(): Promise<LivelyTable> {
  const service = await startService();
  const setup = await Setup.set(service);
  const school = { ...setup.school, ...(await addSchool(service, 'Lively#1', { icon: ICON })) };
  await furnish(setup, school);
  await changeAccounts(setup);
  const dying = await cutShort(setup);
  await migrateTable(service.deps.db);
  await leaveCopies(service, school.id);
  return { service, setup, school, dying };
}

/** Makes every writing call once. */
export async function callAll(setup: Setup): Promise<void> {
  for (const route of answeredRoutes.filter((one) => !one.startsWith('GET '))) {
    const { token, parameters } = await prepareCall(setup, route);
    const { status, text } = await setup.service.call(route, parameters, { token });
    if (status !== 200) throw new Error(`${route} answered ${text}`);
  }
  await setup.service.call('POST /api/login', { uid: 'nobody', password: '0'.repeat(16) });
}

async function furnish(setup: Setup, school: School): Promise<void> {
  const { service } = setup;
  await addUser(service, school.id, 'Chef.One', [25]);
  await addUser(service, school.id, 'helper', []);
  await setup.createDish({ icon: ICON }, school);
  const file = await setup.createDish({ icon: 'egg.png' }, school);
  await setup.succeed('POST /api/dish', { id: file, icon: ICON }, school.token);
  await setup.succeed('POST /api/dish', { id: file, icon: '', poly: '蒸' }, school.token);
  await setup.createStandard(school);
  await setup.loadRice();
  for (const nutrient of ['012001x', 'own', 'another']) {
    await setup.succeed('PUT /api/ingredient/mark', { nutrient, mark: '常用' }, school.token);
  }
  await setup.succeed('PUT /api/ingredient/mark', { nutrient: 'own', mark: '忌用' }, school.token);
  for (const nutrient of ['012001x', 'own']) {
    await setup.succeed('PUT /api/ingredient/price', { nutrient, price: 5.6 }, school.token);
  }
  await setup.succeed('PUT /api/screen', { name: '大屏', form: 'wall' }, school.token);
  await createPublished(setup, {}, school);
  await setup.succeed('POST /api/vender', { venderId: school.id, menuReview: 'true' }, setup.admin);
  await createPending(setup, school);
}

/** Changes names and accounts in every possible way. */
async function changeAccounts(setup: Setup): Promise<void> {
  const { service, admin } = setup;
  const change = (id: number, facts: Readonly<Record<string, string>>) =>
    setup.succeed('POST /api/vender', { venderId: id, ...facts }, admin);
  const moved = await addUnit(service, 'moved');
  await change(moved, { account: 'moved-on', name: '新名字' });
  await change(moved, { account: 'Moved-On', icon: ICON });
  await change(moved, { icon: '', name: '新名字小学' });
  const promoted = await addUnit(service, 'promoted');
  await addUser(service, promoted, 'deputy', []);
  await change(promoted, { account: 'deputy' });
  const heir = await addUnit(service, 'gone');
  await setup.succeed('DELETE /api/vender', { vender: heir }, admin);
  await addUnit(service, 'gone');
}

/**
 * Begins deletions of a unit and of a role, a dish for many units and a removal of many dishes, and leaves them
 * unfinished.
 */
async function cutShort(setup: Setup): Promise<number> {
  const { service } = setup;
  const { db } = service.deps;
  const content = { name: '样菜', mark: '素菜', poly: '', month: [], ingredient: [], iconFile: '', hasIcon: true };
  const place = (unitIds: readonly number[], isTimeUp: boolean) =>
    placeDishes(db, { content: { ...content, modify: 1 }, icon: ICON, units: unitIds }, () => isTimeUp);
  const many: number[] = [];
  for (let made = 0; made < MANY_UNITS; made++) many.push(await addUnit(service, `many${made}`));
  await place(many, true);
  const [holder = 0] = many;
  for (let made = 0; made < MANY_DISHES; made++) await place([holder], false);
  const ids = Array.from({ length: MANY_DISHES }, (_, index) => holder * 1_000_000 + index + 1);
  let looks = 0;
  await deleteDishes(
    db,
    ids,
    () => true,
    () => looks++ > 0,
  );
  const role = await setup.createRole();
  await setup.createUser(role);
  await deleteRole(db, setup.school.id, role, { isTimeUp: () => true });
  const dying = await setup.createSchool();
  await setup.createStandard(dying);
  await setup.createDish({ icon: ICON }, dying);
  await setup.createUser(undefined, dying);
  await deleteUnit(db, dying.id, () => true);
  return dying.id;
}

/** Leaves copies of rows as readers do: one that is right and one that is outdated. */
async function leaveCopies({ deps: { db } }: TestService, school: number): Promise<void> {
  for (const view of viewsOfDishes(school)) await leaveCopiesOf(db, view);
  await leaveCopiesOf(db, units);
  await leavePacks(db);
}

async function leaveCopiesOf<Row extends CollectionRow>(db: Database, collection: Collection<Row>): Promise<void> {
  const head = await readHead(db, collection.partition);
  const rows = await findRows(db, collection, () => true, head);
  const ascending = rows.toReversed();
  for (const block of new Set(ascending.map(({ number }) => blockOf(number)))) {
    const version = head.blocks[block]?.[1] ?? 0;
    await leaveCopy(db, collection, { block, version }, ascending);
  }
}
