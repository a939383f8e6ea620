import { dayOf } from '../calendar.ts';
import type { MenuState } from '../menu-state.ts';

/** What somebody has done with a menu. */
export interface Deed {
  /** His name, as the caller may read it. */
  readonly who: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** How a menu, or one of its submissions, stands. */
export interface StandingFacts {
  /** The submission that is shown; absent: what the menu says now. */
  readonly revision?: number;
  /** The submission that is live. */
  readonly live?: number;
  readonly state: MenuState;
  /** Who has submitted it; absent where nobody has, or nobody knows. */
  readonly made?: Deed;
  /** Who has approved it. */
  readonly approved?: Deed;
  /** Whether it needed nobody's approval. */
  readonly isExempt?: boolean;
}

/** How it stands, in words. */
export interface Standing {
  readonly isLive: boolean;
  /** Like `已发布（第 2 版）`, or `草稿：未经审核，不得公示`. */
  readonly text: string;
  /** Like `王老师，2026-09-01`; absent where nobody has submitted it. */
  readonly made?: string;
  /** Who has approved it, or that nobody needed to; absent where neither is so. */
  readonly approved?: string;
}

/** Tells how a menu stands. Days are those of the time zone. */
export function describeStanding(facts: StandingFacts, timeZone: string): Standing {
  const { revision, live, made, approved, isExempt } = facts;
  const tell = ({ who, time }: Deed) => `${who}，${dayOf(time, timeZone)}`;
  const judged = approved ? tell(approved) : isExempt ? '免审（由本单位自行发布）' : undefined;
  return {
    isLive: revision !== undefined && revision === live,
    text: tellState(facts),
    ...(made ? { made: tell(made) } : {}),
    ...(judged === undefined ? {} : { approved: judged }),
  };
}

function tellState({ revision, live, state }: StandingFacts): string {
  if (revision === undefined) return `${state === '已发布' ? '草稿' : state}：未经审核，不得公示`;
  if (revision === live) return `已发布（第 ${revision} 版）`;
  return `第 ${revision} 版：不是现行版本，不得公示`;
}
