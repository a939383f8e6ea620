import type { ParameterText } from './documentation.ts';

const DIGEST = {
  zh: '密码的 MD5 大写十六进制的后 16 位；`123456` 的摘要是 `BE56E057F20F883E`',
  en: 'the last 16 characters of the upper-case hexadecimal MD5 digest of the password; `123456` is `BE56E057F20F883E`',
};

/** Parameters that mean the same wherever they occur. */
export const sharedParameters: Readonly<Record<string, ParameterText>> = {
  pageSize: { zh: '每页的条数，1 至 200；默认 20。', en: 'Members of a page, 1 to 200; 20 by default.' },
  pageNo: {
    zh: '页码，第一页为 0，即默认值。超出最后一页的页为空。',
    en: 'Number of the page, the first one is 0, which is the default. A page behind the last one is empty.',
  },
  keyword: {
    zh: `名称中应含有的内容，最多 100 个字符；不分大小写和全半角。也可以用拼音：完整的音节（\`fanqie\`），
        最后一个音节可以只输入一部分，或各字的首字母（\`fqcd\`）。传空或不传：全部。`,
    en:
      'What the name is to contain, at most 100 characters; case and width of characters make no difference. Pinyin finds ' +
      'it too: syllables in full (`fanqie`), the last as far as it is typed, or the first letter of each (`fqcd`). ' +
      'Empty or absent: all.',
  },
  password: { zh: `密码的摘要：${DIGEST.zh}。`, en: `The password's digest: ${DIGEST.en}.` },
  oldPassword: { zh: `现在密码的摘要：${DIGEST.zh}。`, en: `Digest of the present password: ${DIGEST.en}.` },
  newPassword: { zh: `新密码的摘要：${DIGEST.zh}。`, en: `Digest of the new password: ${DIGEST.en}.` },
  nutrient: {
    zh: '食材的编码，1 至 64 个字符；目录之外的也接受。',
    en: 'Code of the ingredient, 1 to 64 characters; one outside the catalogue is accepted.',
  },
  ingredient: {
    zh: '`nutrient` 的另一个名称；两个都传时须相等。',
    en: 'Another name of `nutrient`; where both are sent they must be equal.',
  },
  address: {
    zh: '单位的地址，最多 500 个字符；传空：没有。',
    en: 'Address of the unit, at most 500 characters; empty: none.',
  },
  contacts: {
    zh: '单位的联系人，最多 500 个字符；传空：没有。',
    en: 'Whom to ask for in the unit, at most 500 characters; empty: none.',
  },
  phone: {
    zh: '电话，最多 500 个字符，用户的最多 32 个；传空：没有。',
    en: 'Telephone number, at most 500 characters, of a user 32; empty: none.',
  },
  email: {
    zh: '电子邮箱，最多 500 个字符，不校验；传空：没有。',
    en: 'E-mail address, at most 500 characters, not checked; empty: none.',
  },
  province: {
    zh: '单位所在的省，最多 500 个字符；传空：没有。',
    en: 'Province of the unit, at most 500 characters; empty: none.',
  },
  city: {
    zh: '单位所在的市，最多 500 个字符；传空：没有。',
    en: 'City of the unit, at most 500 characters; empty: none.',
  },
  area: {
    zh: '单位所在的区县，最多 500 个字符；传空：没有。',
    en: 'District of the unit, at most 500 characters; empty: none.',
  },
};
