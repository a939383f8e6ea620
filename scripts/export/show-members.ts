import type { UnitCollection } from '../../tables/keys.ts';
import { inLanguage } from '../command/language.ts';
import type { Tell } from '../command/progress.ts';
import { memberForms, memberTypes } from './member-forms.ts';
import type { OnMember } from './read-unit.ts';

/** How many members of each kind there are, in words. */
export function countMembers(countOf: (type: UnitCollection) => number): string {
  return memberTypes.map((type) => `${countOf(type)} ${inLanguage(memberForms[type].many)}`).join(', ');
}

/** Tells how many members of each kind are done. */
export function tellMembers(tell: Tell): OnMember {
  return (type, done, total) => tell(memberForms[type].many, done, total);
}
