import * as z from 'zod/mini';
import { meals } from '../meal.ts';
import { energySources } from '../standard.ts';
import { ExactNumber, mapNames, nameSchemas } from '../values/output.ts';

/** The judgements of an amount against a standard. */
export const judgements = ['不足', '适量', '过量', '数据不足'] as const;
export type Judgement = (typeof judgements)[number];
const OptionalJudgement = z.optional(z.enum(judgements));

/** The amount of a nutrient in a day, or in the mean of days. `min` and `max` are scaled to the eaten meals. */
const NutrientFinding = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  /** A lower bound where values are unknown. */
  value: ExactNumber,
  min: z.optional(ExactNumber),
  max: z.optional(ExactNumber),
  ul: z.optional(ExactNumber),
  judgement: OptionalJudgement,
  /** Whether it is more than `ul`. That is for the whole day, whatever meals are eaten. */
  aboveUl: z.boolean(),
  /** The share of grams with a known value. */
  coverage: ExactNumber,
  /** Names of foods whose value is unknown, the heaviest first. */
  missing: z.optional(z.array(z.string())),
  missingCount: z.optional(z.int()),
});
export type NutrientFinding = z.input<typeof NutrientFinding>;

/** Grams of a food category, and the standard's figure for the eaten meals; `max` is given only where that is a minimum. */
const CategoryFinding = z.object({
  name: z.string(),
  value: ExactNumber,
  amount: ExactNumber,
  max: z.optional(ExactNumber),
  judgement: OptionalJudgement,
});
export type CategoryFinding = z.input<typeof CategoryFinding>;

/** The cost of a person's day, or of the mean of days, in yuan. */
export const Cost = z.object({
  /** Foods without a price are not counted. */
  value: ExactNumber,
  /** Names of foods without a price, the heaviest first. */
  missing: z.array(z.string()),
  missingCount: z.int(),
});
export type Cost = z.input<typeof Cost>;

const EnergyShares = z.object({ protein: ExactNumber, fat: ExactNumber, carbohydrate: ExactNumber });

/** A part of the energy against the standard's range. The bounds are as exact as the standard has them. */
const EnergyShareFinding = z.object({
  key: z.enum(energySources),
  name: z.string(),
  value: ExactNumber,
  min: z.optional(ExactNumber),
  max: z.optional(ExactNumber),
  judgement: OptionalJudgement,
});
export type EnergyShareFinding = z.input<typeof EnergyShareFinding>;

/** A usual limit, and where it is from. */
const EvaluationLimit = z.object({ text: z.string(), source: z.string() });

/** A figure of an evaluation. It is shown with the usual limit, not judged. */
const EvaluationFigure = z.object({
  name: z.string(),
  unit: z.string(),
  /** Absent where nothing is known of it. */
  value: z.optional(ExactNumber),
  /** The share of grams with known values. */
  coverage: z.optional(ExactNumber),
  limit: z.optional(EvaluationLimit),
  /** Dates of days that have fewer than the limit. */
  below: z.optional(z.array(z.string())),
});
export type EvaluationFigure = z.input<typeof EvaluationFigure>;
const MealFigure = z.extend(EvaluationFigure, { meal: z.enum(meals) });

/** The number of meals of a week that serve each. */
const EvaluationTimes = z.object(mapNames(['fish', 'soya', 'milk', 'liver', 'fried'], () => EvaluationFigure));

/** Figures of the mean day that a dietitian wants besides the standard's, and the meals of a week that serve some foods. */
const Evaluation = z.object({
  /** The per cent of protein that comes from animals and soya, and of iron that comes from animals. */
  goodProtein: EvaluationFigure,
  animalIron: EvaluationFigure,
  /** Calcium divided by phosphorus. */
  calciumPhosphorus: EvaluationFigure,
  /** Grams that count as 糖. */
  addedSugar: EvaluationFigure,
  vegetableKinds: EvaluationFigure,
  /** How many of four groups of food a meal has. */
  groupsByMeal: z.array(MealFigure),
  times: EvaluationTimes,
});
export type Evaluation = z.input<typeof Evaluation>;

/** What a group eats on the mean of its days. */
export const Average = z.object({
  nutrients: z.array(NutrientFinding),
  categories: z.array(CategoryFinding),
  energyShares: EnergyShares,
  /** Absent where the standard has no ranges for them. */
  judgedShares: z.optional(z.array(EnergyShareFinding)),
  salt: ExactNumber,
  kinds: ExactNumber,
  evaluation: Evaluation,
  cost: z.optional(Cost),
});
export type Average = z.input<typeof Average>;

/** The energy of a meal, in kJ. */
export const MealEnergy = z.object({ meal: z.enum(meals), energy: ExactNumber });

/** What a group eats on a day. */
const Day = z.object({
  day: z.int(),
  date: z.string(),
  meals: z.array(MealEnergy),
  nutrients: z.array(NutrientFinding),
  categories: z.array(CategoryFinding),
  salt: ExactNumber,
  kinds: z.int(),
  cost: z.optional(Cost),
});
export type Day = z.input<typeof Day>;

const Contribution = z.object({
  day: z.int(),
  meal: z.enum(meals),
  dish: z.int(),
  ingredient: z.string(),
  name: z.string(),
  value: ExactNumber,
});

/** Where a nutrient comes from: the single foods that bring most, and the sum of the rest. */
const Contributions = z.object({ key: z.string(), largest: z.array(Contribution), rest: ExactNumber });

/** The categories of all days together, against their part of a week, and the number of different kinds of food. */
const Week = z.object({ categories: z.array(CategoryFinding), kinds: z.int() });

/** What a group eats, judged by the figures of its level. `level` is the contract's word for the group. */
const GroupAnalysis = z.object({
  name: z.string(),
  level: z.string(),
  /** Id of the standard that judges it, where it is not the menu's. */
  standard: z.optional(z.int()),
  people: z.int(),
  factor: ExactNumber,
  /** Whether the standard has figures for the level. */
  judged: z.boolean(),
  average: Average,
  days: z.array(Day),
  week: Week,
  /** Codes of foods that count for no category. */
  unassigned: z.array(z.string()),
  contributions: z.optional(Contributions),
});
export type GroupAnalysis = z.input<typeof GroupAnalysis>;

const warningKinds = [
  'no_standard',
  'unjudged_level',
  'no_share',
  'unknown_nutrient',
  'repeated_nutrient',
  'unknown_category',
  'empty_meal',
  'allergen',
  'forbidden',
  'missing_dish',
  'avoided',
  'unlisted_ingredient',
  'out_of_season',
  'repeated_dish',
  'more',
] as const;

/** A warning, with the parts of the menu that it is about. */
export const Warning = z.object({
  kind: z.enum(warningKinds),
  text: z.string(),
  level: z.optional(z.string()),
  group: z.optional(z.string()),
  day: z.optional(z.int()),
  meal: z.optional(z.enum(meals)),
  dish: z.optional(z.int()),
  ingredient: z.optional(z.string()),
});
export type Warning = z.output<typeof Warning>;

/** A menu judged for all who eat of it. */
export const Analysis = z.object({ levels: z.array(GroupAnalysis), warnings: z.array(Warning) });
export type Analysis = z.input<typeof Analysis>;

nameSchemas({ Analysis, AnalysisLevel: GroupAnalysis, AnalysisAverage: Average, AnalysisDay: Day, AnalysisWeek: Week });
nameSchemas({ AnalysisWarning: Warning, NutrientFinding, CategoryFinding, EnergyShares, MealEnergy, Cost });
nameSchemas({ EnergyShareFinding, Contributions, Contribution });
nameSchemas({ Evaluation, EvaluationFigure, EvaluationLimit, EvaluationTimes, MealFigure });
