import { describe, expect, it } from 'vitest';
import { comparableText, normaliseKey, normaliseText } from '../../../lib/text/normal-form.ts';

describe('the form in which text is kept', () => {
  it.each([
    ['，。；：？！、“”‘’（）《》【】—…～·％＋－／＊＠＃＆', '，。；：？！、“”‘’（）《》【】—…～·％＋－／＊＠＃＆'],
    ['ＡＢＺａｂｚ０１９', 'ABZabz019'],
    ['a\u3000b\u00a0c\u2003d\u202fe\u1680f', 'a b c d e f'],
    ['\u3000 菜 \u00a0', '菜'],
    ['e\u0301 ｅ\u0301', 'é é'],
    ['①²㎏½ﬁ𝐀', '①²㎏½ﬁ𝐀'],
    ['两行\n一行', '两行\n一行'],
  ])('of %j is %j, and the same again', (typed, kept) => {
    expect(normaliseText(typed)).toBe(kept);
    expect(normaliseText(kept)).toBe(kept);
  });
});

describe('the form in which text is compared', () => {
  it('is NFKC, so that punctuation of both widths is the same; names ignore case, other texts do not', () => {
    expect([comparableText(' Ａb（一）：①\u3000'), normaliseKey(' Ａb（一）：①\u3000')]).toEqual([
      'Ab(一):1',
      'ab(一):1',
    ]);
  });

  it.each(['（Ａ）', 'e\u0301', '㌀', '\u3000x'])('of %j is that of its kept form', (typed) => {
    expect(comparableText(normaliseText(typed))).toBe(comparableText(typed));
  });
});
