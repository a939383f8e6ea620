import type { Task, TaskOf } from '../../lib/store/task.ts';
import type { Item } from '../../lib/table/steps.ts';
import { inLanguage, type Text } from '../command/language.ts';
import { checkCodes, checkIcons, checkLeftovers, checkStandards } from './check-belongings.ts';
import { checkNameClaims, checkUidClaims } from './check-claims.ts';
import { checkCollections } from './check-collections.ts';
import { checkFigures } from './check-figures.ts';
import { checkFoods, listDoubts } from './check-foods.ts';
import { checkMenus } from './check-menus.ts';
import { checkScreens } from './check-screens.ts';
import { checkDeletions, checkUnits, checkUserCounts } from './check-units.ts';
import { type Finding, invariants } from './finding.ts';
import { Survey } from './survey.ts';
import { words } from './words.ts';

/** The result of an examination. */
export interface Examination {
  /** In the order of the invariants. */
  readonly findings: readonly Finding[];
  /** Unfinished work that the sweep will do, one line each. */
  readonly unfinished: readonly string[];
  /** Doubtful figures of foods, one line for each food. Printed tables have some, too. */
  readonly doubts: readonly string[];
  /** The number of examined items, by kind. */
  readonly counts: Survey['counts'];
  /** The version of the table. */
  readonly tableVersion: number;
}

const checks = [
  checkUidClaims,
  checkNameClaims,
  checkUnits,
  checkCollections,
  checkFigures,
  checkFoods,
  checkStandards,
  checkIcons,
  checkMenus,
  checkScreens,
  checkCodes,
  checkLeftovers,
  checkDeletions,
];

/**
 * Examines a table with these items. Items that have expired by `now` (seconds since the epoch) count as gone. What the
 * deletion of a unit explains is not a finding.
 */
export async function examine(
  items: Iterable<Item> | AsyncIterable<Item>,
  now = Math.floor(Date.now() / 1000),
): Promise<readonly Finding[]> {
  const survey = new Survey(now);
  for await (const item of items) survey.add(item);
  return conclude(survey).findings;
}

/** Draws the conclusions from a survey. */
export function conclude(survey: Survey): Examination {
  const order = Object.keys(invariants);
  const findings = [...survey.findings, ...checks.flatMap((check) => [...check(survey)])];
  findings.push(...checkUserCounts(survey, findings));
  findings.sort((a, b) => order.indexOf(a.invariant) - order.indexOf(b.invariant));
  return {
    findings,
    unfinished: [...findUnfinished(survey)],
    doubts: [...listDoubts(survey)],
    counts: survey.counts,
    tableVersion: survey.tableVersion,
  };
}

function* findUnfinished(survey: Survey): Iterable<string> {
  for (const { id, deleting } of survey.of('unit').values()) if (deleting) yield inLanguage(words.deletionOfUnit(id));
  for (const kind of ['task', 'old undertaking'] as const) {
    for (const task of survey.of(kind).values())
      if (task.kind !== 'delete-unit') yield inLanguage(withFailures(describeTask(task), task.failures));
  }
}

function describeTask(task: Exclude<Task, TaskOf<'delete-unit'>>): Text {
  switch (task.kind) {
    case 'place-dishes':
      return { en: `a dish for ${task.units.length} more units`, zh: `向另外 ${task.units.length} 个单位分发一个菜品` };
    case 'write-dishes':
      return {
        en: `${task.writes.length} dishes of a workbook for unit ${task.unit}`,
        zh: `为单位 ${task.unit} 写入工作簿中的 ${task.writes.length} 个菜品`,
      };
    case 'remove-dishes':
      return { en: `removal of ${task.ids.length} more dishes`, zh: `移除另外 ${task.ids.length} 个菜品` };
    case 'remove-revisions':
      return {
        en: `removal of the revisions of ${task.left.length} menus of unit ${task.unit}`,
        zh: `移除单位 ${task.unit} 的 ${task.left.length} 份食谱的修订`,
      };
    case 'delete-role':
      return { en: `deletion of role ${task.role}`, zh: `删除角色 ${task.role}` };
  }
}

function withFailures({ en, zh }: Text, failures: number): Text {
  if (failures === 0) return { en, zh };
  return { en: `${en}, at which the sweep has failed ${failures} times`, zh: `${zh}，清理任务已失败 ${failures} 次` };
}
