import type { Member, Read, Write } from './history.ts';
import type { Fault } from './verdict.ts';

const MOST_MEMBERS = 12;
const MOST_SEEN = 8;

/**
 * The shortest excerpt of the history that shows a fault: the read, and the writes of the members concerned beside it.
 */
export function showFault({ rule, read, members, detail }: Fault): string {
  const shown = members.slice(0, MOST_MEMBERS);
  const left = members.length - shown.length;
  return [
    `${rule}: ${detail}`,
    `  ${showRead(read)}`,
    ...shown.map((member) => `  ${showMember(member, read)}`),
    ...(left > 0 ? [`  … and ${left} members more`] : []),
  ].join('\n');
}

function showRead({ reader, call, start, end, seen, total, pageNo, pageSize }: Read): string {
  const ids = seen.map(({ tag, id }) => `${tag}=${id}`);
  const some = ids.length > MOST_SEEN ? [...ids.slice(0, MOST_SEEN), `… ${ids.length} in all`] : ids;
  const page = Number.isFinite(pageSize) ? `page ${pageNo} of ${pageSize}` : 'all';
  return `[${start}, ${end}] ${reader}: ${call} (${page}) → total ${total}: ${some.join(' ')}`;
}

/** The last write before the read, and those beside it. */
function showMember({ tag, id, writes }: Member, read: Read): string {
  const begun = writes.filter(({ start }) => start < read.end);
  const last = begun.findLastIndex(({ end }) => end < read.start);
  return `${tag} (${id ?? 'never seen'}): ${begun.slice(Math.max(0, last)).map(showWrite).join('; ') || 'not created'}`;
}

function showWrite({ kind, start, end, after }: Write): string {
  const facts = after ? ` → ${Object.values(after).join(' | ')}` : '';
  return `[${start}, ${Number.isFinite(end) ? end : 'no return'}] ${kind}${facts}`;
}
