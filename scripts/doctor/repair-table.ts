import * as z from 'zod';
import type { StoreSettings } from '../../lib/table/client.ts';
import { LostRace } from '../../lib/table/faults.ts';
import type { Tell } from '../command/progress.ts';
import type { Examination } from './examine.ts';
import { examineOpen } from './examine-table.ts';
import type { Finding, Invariant } from './finding.ts';
import { mendCopy, mendHead, mendLeftover, mendRow, type Outcome } from './mend-collections.ts';
import {
  mendDeletion,
  mendIcon,
  mendName,
  mendNameClaim,
  mendRole,
  mendStandard,
  mendUidClaim,
  mendUserCount,
} from './mend-items.ts';
import { mendScreenClaim } from './mend-screens.ts';
import { OpenTable } from './open-table.ts';
import { words } from './words.ts';

/** A repair can make others possible: rows after their head, a claim after a wrong one was removed. */
const MOST_ROUNDS = 5;

/** What a repair has done, one line each, and the examination after it. */
export interface Repair {
  readonly done: readonly string[];
  readonly after: Examination;
}

const menders: Partial<Record<Invariant, (table: OpenTable, finding: Finding) => Outcome>> = {
  'uid-claim-without-user': mendUidClaim,
  'name-claim-without-unit': mendNameClaim,
  'unit-without-name-claim': mendName,
  'user-role': mendRole,
  'user-count': mendUserCount,
  head: mendHead,
  row: mendRow,
  pinyin: mendRow,
  copy: mendCopy,
  figures: mendCopy,
  'standard-units': mendStandard,
  icon: mendIcon,
  'screen-claim': mendScreenClaim,
  leftover: mendLeftover,
  'deletion-note': mendDeletion,
};

/**
 * Mends what is safe to mend. Every write demands that nothing has changed that it depends on, so a table in use is not
 * harmed: what has changed is examined again.
 */
export async function repairTable(settings: StoreSettings, tell: Tell = () => {}): Promise<Repair> {
  const table = new OpenTable(settings);
  try {
    const done: string[] = [];
    for (let rounds = 1; ; rounds++) {
      const after = await examineOpen(table, tell);
      const safe = after.findings.filter(({ repair }) => repair === 'safe');
      const mended = rounds > MOST_ROUNDS ? [] : await mendAll(table, safe, tell);
      if (mended.length === 0) return { done, after };
      done.push(...mended);
    }
  } finally {
    table.close();
  }
}

/** Mends one finding after the other, since many of them write to the same head. */
async function mendAll(table: OpenTable, findings: readonly Finding[], tell: Tell): Promise<string[]> {
  const done: string[] = [];
  for (const [index, finding] of findings.entries()) {
    tell(words.mended, index, findings.length);
    try {
      const outcome = await menders[finding.invariant]?.(table, finding);
      if (outcome !== undefined) done.push(outcome);
    } catch (error) {
      // An item has changed since it was examined, or cannot be parsed.
      if (!(error instanceof LostRace || error instanceof z.core.$ZodError)) throw error;
    }
  }
  return done;
}
