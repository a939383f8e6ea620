import { contentOf } from '../../lib/domain/screen/screen.ts';
import { listScreens, restoreScreens, SCREENS_PER_TRANSACTION } from '../../lib/store/screen/screen.ts';
import type { MemberForm } from './member-form.ts';

/**
 * Screens in the file of their unit. The token of a screen is stored nowhere. The file has its hash, like those of
 * passwords, so that the screen keeps its address where the unit goes.
 */
export const screenForm: MemberForm<'screen'> = {
  many: { en: 'screens', zh: '块大屏' },
  restoredAtOnce: SCREENS_PER_TRANSACTION,
  async *read(db, unit, head) {
    const screens = await listScreens(db, unit);
    for (const screen of screens.filter(({ number }) => number < head.next).toReversed()) {
      yield { type: 'screen', number: screen.number, ...contentOf(screen) };
    }
  },
  restore: (db, unit, lines) => {
    const screens = lines.map(({ type: _type, number, ...content }) => ({ number, content }));
    return restoreScreens(db, unit, screens);
  },
};
