import { describe, expect, it } from 'vitest';
import { packPinyin, unpackPinyin } from '../../../../lib/table/collection/pinyin.ts';
import { toPinyin } from '../../../../lib/text/pinyin.ts';
import { schoolsOf } from '../../../../scripts/seed/schools.ts';

const pack = (names: readonly string[], pinyin: readonly (string | undefined)[]) => {
  const packed = packPinyin(names, pinyin);
  return { ...packed, unpacked: unpackPinyin(names, packed) };
};

describe('pinyin in a chunk', () => {
  it('is told from the names by how their characters are read, each once', () => {
    const names = ['红旗小学', 'A栋·红旗 3', 'a餐（小）', 'Rice', '', '100%'];
    const pinyin = names.map(toPinyin);
    const readings = { 红: 'Hong', 旗: 'Qi', 小: 'Xiao', 学: 'Xue', 栋: 'Dong', 餐: 'Can' };
    expect(pack(names, pinyin)).toEqual({ readings, others: {}, unpacked: pinyin });
  });

  it('stands in full where a character is read otherwise, is not known, or nothing fits', () => {
    const names = ['长江', '校长', '𠀀饭', '兀', '红', '没有', '𠀀', '啊'];
    const pinyin = ['ChangJiang', 'XiaoZhang', 'Fan', undefined, 'LvSeHong', undefined, undefined, 'A'];
    const { others, unpacked } = pack(names, pinyin);
    expect(unpacked).toEqual(pinyin);
    expect(others).toEqual({ 1: 'XiaoZhang', 2: 'Fan', 4: 'LvSeHong' });
  });

  it('may be there for some rows and not for others, as while a table is migrated', () => {
    const names = ['红旗', '红旗小学', '小学'];
    const pinyin = [undefined, 'HongQiXiaoXue', undefined];
    expect(pack(names, pinyin)).toMatchObject({ others: { 0: '', 2: '' }, unpacked: pinyin });
    expect(pack(names, [undefined, undefined, undefined])).toEqual({
      readings: {},
      others: {},
      unpacked: [undefined, undefined, undefined],
    });
  });

  it('of names that look like parts of an object does no harm', () => {
    const names = ['__proto__', 'constructor', '__proto__红'];
    const pinyin = names.map(toPinyin);
    expect(pack(names, pinyin).unpacked).toEqual(pinyin);
  });

  it('of a thousand schools is as it was and takes a tenth of what it is', () => {
    const schoolOf = schoolsOf(1);
    const names = Array.from({ length: 1000 }, (_, index) => schoolOf(index + 1).name);
    const pinyin = names.map(toPinyin);
    const { unpacked, ...packed } = pack(names, pinyin);
    expect(unpacked).toEqual(pinyin);
    expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(pinyin).length / 10);
  });
});
