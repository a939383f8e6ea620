import * as z from 'zod/mini';
import lists from '../../tables/starter/enums.json' with { type: 'json' };
import { AppError } from '../errors.ts';
import { JsonText } from '../text/json-text.ts';
import { jsonTextOutput } from './values/json.ts';
import { ExactNumber, exactNumber, mapNames, nameSchemas } from './values/output.ts';

/** The maximum bytes of a standard's facts without its units: an item of DynamoDB holds 400 KB, and 10,000 units take up to 60 KB. */
const MAX_FACTS_BYTES = 340_000;
/** The maximum number of units that a standard is assigned to. */
export const MAX_UNITS_OF_STANDARD = 10_000;
/** The JSON text of figures of which there are none. */
export const NO_FIGURES = '{}';

// The contents of the JSON texts: amounts by category, and ranges by level and nutrient.
const Amount = z.number().check(z.minimum(0));
export const CategoryAmounts = z.record(z.string(), Amount);
const NutrientRange = z.object({ min: z.optional(Amount), max: z.optional(Amount), ul: z.optional(Amount) });
export const NutrientRanges = z.record(z.string(), z.record(z.string(), NutrientRange));
const ShareRange = z.object({ min: z.optional(Amount), max: z.optional(Amount) });
/** The nutrients whose shares of the energy a standard may bound. */
export const energySources = ['protein', 'fat', 'carbohydrate'] as const;
export type EnergySource = (typeof energySources)[number];
export const EnergyShareRanges = z.object(mapNames(energySources, () => z.optional(ShareRange)));

/** Cold dishes (凉菜) of meat, poultry, fish or shellfish. */
export const COLD_MEAT = '冷荤';
/** The kinds of dishes that a standard may forbid: those of a mark, and cold meat dishes. */
export const forbiddenMarks = [...lists.mark.map(({ key }) => key), COLD_MEAT];

/** The figures of a standard, each with the schema of its JSON text. Numbers are stored as they were sent. */
const figures = { foodCategoryDay: CategoryAmounts, foodCategoryWeek: CategoryAmounts, ingredient: NutrientRanges };
/** The figures that a standard may lack. */
const optionalFigures = {
  foodCategoryDayMax: CategoryAmounts,
  foodCategoryWeekMax: CategoryAmounts,
  energyShares: EnergyShareRanges,
};

/** Makes an object with the names of these figures. `make` makes the value of each. The cast is that of `Object.keys`. */
function mapFigures<Name extends string, T>(schemaByName: Readonly<Record<Name, unknown>>, make: (name: Name) => T) {
  return mapNames(Object.keys(schemaByName) as Name[], make);
}

/** The one list of a standard's facts, by which all others go. A fact that a standard may lack is optional. */
const standardFacts = {
  name: z.string(),
  /** Ids of the units it is assigned to, ascending. */
  vendors: z.array(z.int()),
  /** The tolerance: how far an amount may be beyond a bound, relative to it, as decimal text: `0.5` is 50 %. */
  overflow: z.string(),
  ...mapFigures(figures, () => z._default(z.string(), NO_FIGURES)),
  ...mapFigures(optionalFigures, () => z.optional(z.string())),
  forbidden: z.optional(z.array(z.string())),
  forbiddenMarks: z.optional(z.array(z.string())),
  band: z.optional(z.string()),
  /** Categories of units: a new unit of one of them gets the standard. */
  unitCategories: z.optional(z.array(z.string())),
};
export const StandardFacts = z.object(standardFacts);
export type StandardFacts = z.output<typeof StandardFacts>;

/** A standard as it is stored. */
export const Standard = z.object({ id: z.int().check(z.minimum(1)), ...standardFacts, version: z.int() });
export type Standard = z.output<typeof Standard>;

/** A standard as answers show it. */
export const StandardRecord = z.object({
  id: z.int(),
  ...standardFacts,
  overflow: ExactNumber,
  ...mapFigures(figures, (name) => jsonTextOutput(figures[name])),
  ...mapFigures(optionalFigures, (name) => z.optional(jsonTextOutput(optionalFigures[name]))),
});
nameSchemas({ CategoryAmounts, NutrientRange, NutrientRanges, ShareRange, EnergyShareRanges });
nameSchemas({ Standard: StandardRecord });

/** Makes the record of a standard. With `onlyUnit`, the unit of the caller, `vendors` names no other unit. */
export function toStandardRecord(standard: Standard, onlyUnit?: number): z.input<typeof StandardRecord> {
  const { vendors, overflow } = standard;
  return {
    ...standard,
    vendors: onlyUnit === undefined ? vendors : vendors.filter((unit) => unit === onlyUnit),
    overflow: exactNumber(overflow),
    ...mapFigures(figures, (name) => new JsonText(standard[name])),
    ...mapFigures(optionalFigures, (name) => {
      const text = standard[name];
      return text === undefined ? undefined : new JsonText(text);
    }),
  };
}

/** @throws AppError `standard_not_found` if the standard is not assigned to `onlyUnit`, which sees no others. */
export function requireAssigned(standard: Standard, onlyUnit: number | undefined): void {
  if (onlyUnit !== undefined && !standard.vendors.includes(onlyUnit)) throw new AppError('standard_not_found');
}

/** @throws AppError `payload_too_large` if the standard does not fit into one item of the table. */
export function requireStorable(standard: Standard): void {
  const { id: _id, version: _version, vendors: _vendors, name: _name, overflow: _overflow, ...facts } = standard;
  const bytes = new TextEncoder().encode(Object.values(facts).join('')).length;
  if (bytes > MAX_FACTS_BYTES) throw new AppError('payload_too_large');
}
