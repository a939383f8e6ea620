import type { TableSettings } from '../../lib/table/client.ts';
import { checkCollections } from './collections.ts';
import { checkReferences, checkUnits } from './references.ts';
import { type Finding, printKey, Survey, scan } from './survey.ts';

const checks = [checkReferences, checkUnits, checkCollections];

export interface Examination {
  readonly findings: readonly Finding[];
  /** Unfinished work that the sweep will do, one line each. */
  readonly unfinished: readonly string[];
}

/**
 * Examines a table, which may be in use. A finding may be a change in progress, so only those are returned that a
 * second examination confirms.
 */
export async function examine(settings: TableSettings): Promise<Examination> {
  const first = await examineOnce(settings);
  if (first.findings.length === 0) return first;
  const second = await examineOnce(settings);
  const findingId = ({ about, key }: Finding) => `${about} ${printKey(key)}`;
  const ids = new Set(first.findings.map(findingId));
  return { ...second, findings: second.findings.filter((finding) => ids.has(findingId(finding))) };
}

async function examineOnce(settings: TableSettings): Promise<Examination> {
  const survey = new Survey();
  for await (const item of scan(settings)) survey.add(item);
  return conclude(survey);
}

/** Runs all checks on a survey. */
export function conclude(survey: Survey): Examination {
  const findings = [...survey.findings, ...checks.flatMap((check) => [...check(survey)])];
  const unfinished = [...survey.listByKind('task')].map(({ content: { kind, id } }) => `${kind}: ${id}`);
  return { findings, unfinished };
}
