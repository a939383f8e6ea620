import type { ParameterText } from './documentation.ts';

const DIGEST =
  'the last 16 characters of the upper-case hexadecimal MD5 digest of the password; `123456` is `BE56E057F20F883E`';

/** Parameters that mean the same wherever they occur. */
export const sharedParameters: Readonly<Record<string, ParameterText>> = {
  pageSize: 'Members of a page, 1 to 200; 20 by default.',
  pageNo: 'Number of the page, the first one is 0, which is the default. A page behind the last one is empty.',
  keyword:
    'What the name is to contain, at most 100 characters; case and width of characters make no difference. Pinyin finds ' +
    'it too: syllables in full (`fanqie`), the last as far as it is typed, or the first letter of each (`fqcd`). ' +
    'Empty or absent: all.',
  password: `The password's digest: ${DIGEST}.`,
  oldPassword: `Digest of the present password: ${DIGEST}.`,
  newPassword: `Digest of the new password: ${DIGEST}.`,
  nutrient: 'Code of the ingredient, 1 to 64 characters; one outside the catalogue is accepted.',
  ingredient: 'Another name of `nutrient`; where both are sent they must be equal.',
  address: 'Address of the unit, at most 500 characters; empty: none.',
  contacts: 'Whom to ask for in the unit, at most 500 characters; empty: none.',
  phone: 'Telephone number, at most 500 characters, of a user 32; empty: none.',
  email: 'E-mail address, at most 500 characters, not checked; empty: none.',
  province: 'Province of the unit, at most 500 characters; empty: none.',
  city: 'City of the unit, at most 500 characters; empty: none.',
  area: 'District of the unit, at most 500 characters; empty: none.',
};
