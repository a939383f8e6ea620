import type { UnitCollection } from '../../tables/keys.ts';
import { showProgress } from '../command/command.ts';
import { memberForms, memberTypes } from './member-forms.ts';
import type { OnMember } from './read-unit.ts';

/** How many members of each kind there are, in words. */
export function countMembers(countOf: (type: UnitCollection) => number): string {
  return memberTypes.map((type) => `${countOf(type)} ${memberForms[type].plural}`).join(', ');
}

/** Shows how many members of each kind are done. */
export function showMembers(): OnMember {
  const shown = new Map<string, ReturnType<typeof showProgress>>();
  return (type, done, total) => {
    const show = shown.get(type) ?? showProgress(memberForms[type].plural);
    shown.set(type, show);
    show(done, total);
  };
}
