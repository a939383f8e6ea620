import { analyse } from '../../../lib/domain/analysis/analyse.ts';
import type { AnalysisInput } from '../../../lib/domain/analysis/content.ts';
import { type MenuContent, meals } from '../../../lib/domain/menu/menu.ts';
import { starterFoods } from '../../../scripts/command/starter.ts';
import { dishesOf } from '../../../scripts/seed/dishes.ts';
import { demoStandards } from '../../../scripts/start/demo-standards.ts';
import { median } from '../median.ts';
import type { Table } from '../table.ts';

/** The number of different dishes in a week: five per meal on four days. */
const DISHES = 60;
const WARM_UPS = 100;
const ROUNDS = 50;
/** The most milliseconds of processor time for analysing such a week. */
const ANALYSIS_GOAL = 25;

/** How long the analysis of a week takes. */
export interface AnalysisTime {
  readonly groups: number;
  /** Median milliseconds of the processor, user and system. */
  readonly cpuMs: number;
}

/** Analyses a week of 60 different dishes for so many groups, warm and without a store. */
export function measureAnalysis(): AnalysisTime[] {
  return [1, 2, 3, 10].map((groups) => {
    const week = weekFor(groups);
    for (let done = 0; done < WARM_UPS; done++) analyse(week);
    return { groups, cpuMs: median(Array.from({ length: ROUNDS }, () => timeOf(week))) };
  });
}

function timeOf(week: AnalysisInput): number {
  const before = process.cpuUsage();
  analyse(week);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A week of seeded dishes, judged by the first standard of the demo data. */
function weekFor(groups: number): AnalysisInput {
  const [standard] = demoStandards;
  const [level = ''] = Object.keys(standard?.ingredient ?? {});
  const dishOf = dishesOf(1, 1);
  const dishes = Array.from({ length: DISHES }, (_, index) => [index + 1, dishOf(index + 1)] as const);
  const items = dishes.map(([dish], index): MenuContent['items'][number] => {
    return { day: 1 + (index % 4), meal: meals[Math.floor(index / 4) % 3] ?? 'lunch', dish, portion: '1' };
  });
  const eaters = Array.from({ length: groups }, (_, index) => ({ level, people: 100, factor: `1.${index}`, meals }));
  return {
    content: { name: '一周', start: '2026-09-07', days: 4, meals, groups: eaters, standard: 1, items },
    dishes: new Map(dishes),
    foods: new Map(starterFoods.map((food) => [food.code, food])),
    marks: new Map(),
    shares: { breakfast: '30.00', lunch: '40.00', dinner: '30.00' },
    ...(standard ? { standard: toTexts(standard) } : {}),
  };
}

function toTexts({ overflow, foodCategoryDay, foodCategoryWeek, ingredient }: (typeof demoStandards)[number]) {
  return {
    overflow,
    foodCategoryDay: JSON.stringify(foodCategoryDay),
    foodCategoryWeek: JSON.stringify(foodCategoryWeek),
    ingredient: JSON.stringify(ingredient),
  };
}

/** The times as a table, against the goal. */
export function analysisTable(times: readonly AnalysisTime[]): Table {
  const isMet = times.every(({ cpuMs }) => cpuMs <= ANALYSIS_GOAL);
  return {
    title: `Analysis of ${DISHES} different dishes, median ms of the processor; goal ${ANALYSIS_GOAL}: ${isMet ? 'met' : 'NOT met'}`,
    head: ['groups', 'ms'],
    rows: times.map(({ groups, cpuMs }) => [groups, Math.round(cpuMs * 100) / 100]),
  };
}

if (import.meta.main) console.table(measureAnalysis());
