import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrap, wrapListing, wrapShortened } from '../../../lib/label/lines.ts';
import { cleanText } from '../../../lib/text/clean-text.ts';
import { escapeMarkup } from '../../../lib/text/markup.ts';
import { measureMaxWidthEm } from '../../../lib/text/text-width.ts';

describe('a text in lines', () => {
  it('is broken between Chinese characters and between words', () => {
    expect(wrap('番茄炒鸡蛋', 2, 9)).toEqual(['番茄', '炒鸡', '蛋']);
    expect(wrap('rice with beans', 6, 9)).toEqual(['rice with', 'beans']);
    expect(wrap('米饭 rice', 4, 9)).toEqual(['米饭', 'rice']);
  });

  it('is broken within a word that is wider than a line', () => {
    expect(wrap('WWWWWW', 4, 9)).toEqual(['WWWW', 'WW']);
    expect(wrap('米WWWWWW', 4, 9)).toEqual(['米WWW', 'WWW']);
  });

  it('has no line that begins with closing or ends with opening punctuation', () => {
    expect(wrap('番茄、鸡蛋、油', 5, 9)).toEqual(['番茄、鸡', '蛋、油']);
    expect(wrap('豆腐（北豆腐）、盐', 3, 9)).toEqual(['豆腐', '（北豆', '腐）、', '盐']);
  });

  it('keeps a character and its marks together', () => {
    const family = '👩\u200D👩\u200D👧';
    expect(wrap(`${family}${family}`, measureMaxWidthEm(family), 9)).toEqual([family, family]);
    expect(wrap('👍🏽👍🏽', measureMaxWidthEm('👍🏽'), 9)).toEqual(['👍🏽', '👍🏽']);
  });

  it('loses nothing, and no line of Chinese and Latin is wider than there is room', () => {
    const text = fc.string({ unit: fc.constantFrom(...'番茄、（）aW1 .é豆'), maxLength: 200 });
    fc.assert(
      fc.property(text, fc.integer({ min: 6, max: 30 }), (one, width) => {
        const lines = wrap(one, width, 1000);
        expect(lines.join('').replaceAll(' ', '')).toBe(one.replaceAll(' ', ''));
        const wide = lines.filter((line) => measureMaxWidthEm(line) > width);
        // Consecutive brackets stay on one line.
        expect(wide.filter((line) => !/[、（）]{4}/.test(line))).toEqual([]);
      }),
    );
  });

  it('that fills a line exactly is not broken by rounding errors', () => {
    expect(wrap('番番1番é.番', 6, 1000)).toEqual(['番番1番é.番']);
    expect(measureMaxWidthEm('番番1番é.番')).toBe(6);
  });

  it('that is too long ends in …', () => {
    expect(wrapShortened('番茄炒鸡蛋', 3, 1)).toEqual(['番茄…']);
    expect(wrapShortened('番茄炒鸡蛋', 3, 2)).toEqual(['番茄炒', '鸡蛋']);
    expect(wrapShortened('番茄炒鸡蛋', 2, 2)).toEqual(['番茄', '炒…']);
  });
});

describe('a listing', () => {
  const names = ['番茄', '鸡蛋', '豆油', '食盐'];

  it('names all items if there is room, otherwise as many as fit and the number of all', () => {
    expect(wrapListing({ lead: '配料：', names }, 20, 1)).toEqual(['配料：番茄、鸡蛋、豆油、食盐']);
    expect(wrapListing({ lead: '配料：', names }, 13, 1)).toEqual(['配料：番茄、鸡蛋 等 4 种']);
    expect(wrapListing({ lead: '配料：', names, counter: '项' }, 10, 1)).toEqual(['配料：番茄 等 4 项']);
  });

  it('whose first name is too long says how many there are', () => {
    const long = ['长'.repeat(64), '盐'];
    expect(wrapListing({ lead: '配料：', names: long }, 10, 1)).toEqual(['配料：共 2 种']);
  });

  it('is cut off if even that does not fit', () => {
    for (const some of [[], names]) expect(wrapListing({ lead: '很长的话', names: some }, 3, 1)).toEqual(['很长…']);
  });
});

describe('text from outside', () => {
  it('loses characters that XML forbids, that are invisible, or that reverse the text', () => {
    expect(cleanText('a\u0000b\u0007c\u202Ed\u2066e\uFFFEf\uD800g\u200Bh')).toBe('abcdefgh');
    expect(cleanText('a\n\t b\u2028c')).toBe('a b c');
  });

  it('keeps combining marks, but not piles of them', () => {
    expect(cleanText('é\u0301 ที่ 👩‍👧')).toBe('é\u0301 ที่ 👩‍👧');
    expect(cleanText(`z${'\u0301'.repeat(50)}a`)).toBe('z\u0301\u0301a');
  });

  it('is no markup', () => {
    expect(escapeMarkup(`<a b="c">&amp;]]>`)).toBe('&lt;a b=&quot;c&quot;&gt;&amp;amp;]]&gt;');
  });
});
