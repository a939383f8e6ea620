import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMPTY, type Model, toModel } from '../../../lib/domain/planner/model.ts';
import type { SoftBound } from '../../../lib/domain/planner/rules/soft-bounds.ts';
import { at } from '../../../lib/domain/values/random.ts';
import { pose } from '../../lib/domain/planner/made.ts';

const path = join(import.meta.dirname, '../../../../shared/menu-planning/instances.json');
const marks = ['主食', '荤菜', '素菜'];
/** The penalty for missing all of a bound. It is so great that a plan within all ranges costs less than any other. */
const WEIGHTS = { day: 20_000, whole: 320 };

type Ranges = Readonly<Record<string, readonly [min: number, max: number]>>;

/** The published instances of menu planning: a dish of each of three rows a day, at the least cost. */
interface Instances {
  readonly nutrients: readonly string[];
  /** Of each nutrient, the figure that ranges are fractions of. */
  readonly reference: readonly number[];
  readonly day: Ranges;
  readonly whole: Ranges;
  /** By the number of days, the least cost. */
  readonly optimum: Readonly<Record<string, number>>;
  readonly rows: readonly (readonly { readonly cost: number; readonly amounts: readonly number[] }[])[];
}

/** Reads the instances. They do not belong to the project: where they are absent, so is the answer. */
export function readInstances(): Instances | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Poses the instance of so many days to the planner. */
export function toInstanceModel({ nutrients, reference, day: ofDay, whole, rows }: Instances, days: number): Model {
  const dishes = rows.flatMap((row, index) => row.map((dish) => ({ ...dish, mark: at(marks, index) })));
  const model = toModel(
    pose({
      days,
      dishes: Object.fromEntries(dishes.map(({ mark }, index) => [index + 1, { mark, of: { [`f${index}`]: 1 } }])),
      template: { lunch: marks.map((mark) => ({ marks: [mark], min: 1, max: 1 })) },
      rules: { repeatDays: 0, mainPerDay: 50, mainPerWeek: 350, perDish: 350 },
    }),
  );
  const listBounds = (ranges: Ranges, multiple: number, weight: number) =>
    Object.entries(ranges).flatMap(([measure, range]) =>
      range.map((fraction, side): SoftBound => {
        const bound = fraction * (reference[nutrients.indexOf(measure)] ?? 0) * multiple;
        return { measure, isMinimum: side === 0, bound, slope: weight / bound, isJudged: false };
      }),
    );
  return {
    ...model,
    measures: nutrients,
    candidates: model.candidates.map((candidate, number) => {
      const { cost = 0, amounts = nutrients.map(() => 0) } =
        number === EMPTY ? {} : (dishes[candidate.dishId - 1] ?? {});
      return { ...candidate, yuan: cost, amounts };
    }),
    intakes: model.intakes.map((intake) => {
      const isWhole = intake.dayIndex === undefined;
      const softBounds = isWhole ? listBounds(whole, days, WEIGHTS.whole) : listBounds(ofDay, 1, WEIGHTS.day / days);
      return { ...intake, softBounds };
    }),
  };
}
