import type { UnitCollection } from '../../tables/keys.ts';
import { inLanguage } from '../command/language.ts';
import type { Tell } from '../command/progress.ts';
import { memberForms, memberTypes } from './member-forms.ts';
import type { OnMember } from './read-unit.ts';

/** The numbers of members of each kind, as text. */
export function countMembers(countOf: (type: UnitCollection) => number): string {
  return memberTypes.map((type) => `${countOf(type)} ${inLanguage(memberForms[type].many)}`).join(', ');
}

/** Reports how many members of each kind are done. */
export function tellMembers(tell: Tell): OnMember {
  return (type, done, total) => tell(memberForms[type].many, done, total);
}
