import type { TableSettings } from '../../lib/table/client.ts';
import { checkCollections } from './collections.ts';
import { checkReferences, checkUnits } from './references.ts';
import { type Finding, printKey, Survey, scan } from './survey.ts';

const checks = [checkReferences, checkUnits, checkCollections];

/** The defects of a table, and its unfinished work. */
export interface Examination {
  readonly findings: readonly Finding[];
  /** A line for each task that the sweep will finish. */
  readonly unfinished: readonly string[];
}

/** Examines a table, which may be in use. Findings that a second examination does not confirm were changes in progress, and are left out. */
export async function examine(settings: TableSettings): Promise<Examination> {
  const first = await examineOnce(settings);
  if (first.findings.length === 0) return first;
  const second = await examineOnce(settings);
  const findingPlace = ({ about, key }: Finding) => `${about} ${printKey(key)}`;
  const places = new Set(first.findings.map(findingPlace));
  return { ...second, findings: second.findings.filter((finding) => places.has(findingPlace(finding))) };
}

async function examineOnce(settings: TableSettings): Promise<Examination> {
  const survey = new Survey();
  for await (const item of scan(settings)) survey.add(item);
  return runChecks(survey);
}

/** Runs all checks on a survey. The tests of crashes survey a table that they hold in memory. */
export function runChecks(survey: Survey): Examination {
  const findings = [...survey.findings, ...checks.flatMap((check) => [...check(survey)])];
  const unfinished = [...survey.listByKind('task')].map(({ content: { kind, id } }) => `${kind}: ${id}`);
  return { findings, unfinished };
}
