import { toId } from '../../../lib/domain/values/id.ts';
import { deleteDishes } from '../../../lib/store/dish/dish-change.ts';
import { createDishes, placeDish } from '../../../lib/store/dish/dish-placement.ts';
import { deleteUnit } from '../../../lib/store/unit-deletion.ts';
import { Attachment } from '../../support/files/attachment.ts';
import { makeBook } from '../../support/files/sheets.ts';
import { dishContent } from '../../support/nouns/dish-content.ts';
import { addSchool, ICON } from '../../support/nouns/units.ts';
import type { School, Setup } from '../../support/service/setup.ts';
import { addUnits, ask, hire, type Scenario } from './scenario.ts';

/** More units than one transaction gives a dish, and more dishes than one removes. */
const MANY_UNITS = 17;
const MANY_DISHES = 25;
/** More dishes in a workbook than one transaction writes. */
const MANY_ROWS = 41;
/** With their rows more than one batch removes. */
const SOME_DISHES = 12;

const content = dishContent('样菜');
const always = () => true;

/** Scenarios that need more than one transaction, and the job that finishes what was cut short. */
export const dishScenarios: readonly Scenario[] = [
  {
    title: `PUT /api/dish/sheet.xlsx of ${MANY_ROWS} dishes`,
    mayDouble: true,
    prepare: async (setup) => {
      const changed = await setup.createDish();
      const made = Array.from({ length: MANY_ROWS - 1 }, (_, index) => ['', `簿中${index}`, '素菜']);
      // What is left for a second transaction changes a dish. New ones left over would get other numbers if a repetition
      // came before them, and no number is promised.
      const rows = [['编号', '菜名', '标记'], ...made, [String(changed), '改名', '汤羹']];
      const files = new Attachment('菜品.xlsx', makeBook([['菜品', rows]]));
      return ask('PUT /api/dish/sheet.xlsx', { files }, setup.school.token);
    },
  },
  {
    title: `PUT /api/dish for ${MANY_UNITS} units`,
    mayDouble: true,
    prepare: async (setup) => {
      const units = await addUnits(setup, MANY_UNITS);
      return ask('PUT /api/dish', { name: '新菜', mark: '素菜', icon: ICON, vendors: units.join() }, setup.admin);
    },
  },
  {
    title: `PUT /api/dish/copy to ${MANY_UNITS} units`,
    isExtra: true,
    mayDouble: true,
    prepare: async (setup) => {
      const id = await setup.createDish({ icon: ICON });
      const units = await addUnits(setup, MANY_UNITS);
      return ask('PUT /api/dish/copy', { id, vendors: units.join() }, setup.admin);
    },
  },
  {
    title: 'POST /api/dish with copies for two units',
    mayDouble: true,
    prepare: async (setup) => {
      const id = await setup.createDish();
      const units = [setup.school.id, ...(await addUnits(setup, 2))];
      return ask('POST /api/dish', { id, name: '改名', icon: ICON, vendors: units.join() }, setup.admin);
    },
  },
  {
    title: `POST /api/dish that moves to ${MANY_UNITS} units`,
    prepare: async (setup) => {
      const id = await setup.createDish({ icon: ICON });
      const units = await addUnits(setup, MANY_UNITS);
      return ask('POST /api/dish', { id, name: '改名', vendors: units.join() }, setup.admin);
    },
  },
  {
    title: `DELETE /api/dish of ${MANY_DISHES} dishes`,
    prepare: async (setup) => {
      await serve(setup, setup.school.id, MANY_DISHES);
      return ask('DELETE /api/dish', { ids: dishIds(setup.school.id, MANY_DISHES).join() }, setup.school.token);
    },
  },
  {
    title: 'DELETE /api/vender with all that a unit can have',
    prepare: async (setup) => ask('DELETE /api/vender', { vender: (await furnish(setup)).id }, setup.admin),
  },
  { title: 'the sweep after a deletion of a unit', prepare: beginDeletion },
  { title: 'the sweep after dishes for many units', prepare: beginPlacement },
  { title: 'the sweep after a removal of many dishes', prepare: beginRemoval },
];

async function serve({ service }: Setup, unit: number, count: number): Promise<void> {
  await createDishes(service.deps.db, unit, count, (number) => ({ ...content, name: `菜${number}` }));
}

function dishIds(unit: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => toId(unit, index + 1));
}

/** A unit with users, sessions, marks, standards that others have too, and dishes. */
async function furnish(setup: Setup): Promise<School> {
  const account = setup.unique('furnished');
  const made = await addSchool(setup.service, account, { icon: ICON });
  const school: School = { ...setup.school, ...made, name: account };
  await hire(setup, await setup.createRole([25], school), 2, school.id);
  await setup.succeed('PUT /api/ingredient/mark', { nutrient: 'a', mark: '忌用' }, school.token);
  for (const vendors of [school.id, `${setup.school.id},${school.id}`]) {
    await setup.succeed('PUT /api/nutrition', { name: '标准', vendors, overflow: '0.5' }, setup.admin);
  }
  await serve(setup, school.id, SOME_DISHES);
  await setup.createDish({ icon: ICON }, school);
  return school;
}

async function beginDeletion(setup: Setup): Promise<'sweep'> {
  const { id } = await furnish(setup);
  await deleteUnit(setup.service.deps.db, id, always);
  return 'sweep';
}

async function beginPlacement(setup: Setup): Promise<'sweep'> {
  const units = await addUnits(setup, MANY_UNITS);
  await placeDish(setup.service.deps.db, { content: { ...content, hasIcon: true }, icon: ICON, units }, always);
  return 'sweep';
}

async function beginRemoval(setup: Setup): Promise<'sweep'> {
  const { id } = setup.school;
  await serve(setup, id, MANY_DISHES);
  await deleteDishes(setup.service.deps.db, dishIds(id, MANY_DISHES), always, always);
  return 'sweep';
}
