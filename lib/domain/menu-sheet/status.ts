import type { MenuState } from '../menu/menu-state.ts';
import { toDay } from '../values/calendar.ts';

/** Who did something to a menu, and when. */
export interface Signature {
  /** A name that the caller may see: units do not see the names of the platform's reviewers. */
  readonly who: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** The facts that decide the status of a menu, or of one of its revisions. */
export interface StatusFacts {
  /** What the sheet shows: the present content, or the revision of this number. */
  readonly shown: 'present' | number;
  /** Absent if no revision is live. */
  readonly liveRevision?: number;
  readonly state: MenuState;
  /** Who submitted the shown content; absent if it was not submitted, or if this is unknown. */
  readonly submittedBy?: Signature;
  readonly approvedBy?: Signature;
  /** Whether the unit may publish without approval. */
  readonly isExempt?: boolean;
  /** Whether a dish was swapped after the approval. */
  readonly isSwapped?: boolean;
}

/** `submittedBy` and `approval` say who and when. `approval` may also say why none was needed; it is absent if one still is. */
export interface SheetStatus extends Readonly<Partial<Record<'submittedBy' | 'approval', string>>> {
  readonly isLive: boolean;
  readonly text: string;
}

/** Describes the status as the sheet prints it. Days are those of `timeZone`. */
export function describeStatus(facts: StatusFacts, timeZone: string): SheetStatus {
  const { shown, liveRevision, submittedBy, approvedBy } = facts;
  const describeSignature = ({ who, time }: Signature) => `${who}，${toDay(time, timeZone)}`;
  const approval = approvedBy ? describeSignature(approvedBy) : describeExemption(facts);
  return {
    isLive: shown === liveRevision,
    text: describeStatusText(facts),
    ...(submittedBy ? { submittedBy: describeSignature(submittedBy) } : {}),
    ...(approval === undefined ? {} : { approval }),
  };
}

/** Describes why the menu needed no approval; undefined if it needs one. */
function describeExemption({ isExempt, isSwapped }: StatusFacts): string | undefined {
  if (isExempt) return '免审（由本单位自行发布）';
  return isSwapped ? '换菜（由本单位临时更换，未另行审核）' : undefined;
}

/** Describes the state. The present content of a published menu is a draft: it may differ from what was reviewed. */
function describeStatusText({ shown, liveRevision, state }: StatusFacts): string {
  if (shown === 'present') return `${state === '已发布' ? '草稿' : state}：未经审核，不得公示`;
  if (shown === liveRevision) return `已发布（第 ${shown} 版）`;
  return `第 ${shown} 版：不是现行版本，不得公示`;
}
