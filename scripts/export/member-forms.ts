import type { UnitCollection } from '../../tables/keys.ts';
import { dishForm } from './dish-form.ts';
import type { Line, LineOf } from './line.ts';
import type { MemberForm } from './member-form.ts';
import { menuForm } from './menu-form.ts';
import { reviewForm } from './review-form.ts';
import { screenForm } from './screen-form.ts';

/** The form of each collection's members. If a collection has none, this does not compile. */
export const memberForms: { readonly [Type in UnitCollection]: MemberForm<Type> } = {
  dish: dishForm,
  menu: menuForm,
  record: reviewForm,
  screen: screenForm,
};

/** The types of lines that are members, in the order of the file. */
export const memberTypes = Object.keys(memberForms).filter(isMemberType);

export type MemberLine = LineOf<UnitCollection>;

function isMemberType(type: string): type is UnitCollection {
  return type in memberForms;
}

/** Whether a line is a member. */
export function isMember(line: Line): line is MemberLine {
  return isMemberType(line.type);
}
