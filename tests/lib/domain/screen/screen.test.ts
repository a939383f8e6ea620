import { expect, it } from 'vitest';
import { showsGroup } from '../../../../lib/domain/screen/screen.ts';

it('a screen shows a level that is written in other punctuation or width, a group by its name, and all where none was chosen', () => {
  const shown = (levels: string[]) => showsGroup({ levels }, { name: '低年级', level: '小学（1～3 年级）' });
  expect([shown(['小学(１~3 年级)']), shown(['小学']), shown(['低年级']), shown([])]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});
