import { contentOf } from '../../lib/domain/screen.ts';
import { listScreens, restoreScreens, SCREENS_PER_TRANSACTION } from '../../lib/store/screen.ts';
import type { MemberForm } from './member-form.ts';

/**
 * A screen in the file of its unit. Its token is kept nowhere; by the hash of it, which the file has as it has those of
 * passwords, it goes on with its address where the unit goes.
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
