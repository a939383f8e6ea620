import { REVIEWS_PER_TRANSACTION, restoreReviews } from '../../lib/store/menu/menu-restore.ts';
import { listReviews } from '../../lib/store/menu/review.ts';
import type { LineOf } from './line.ts';
import type { MemberForm } from './member-form.ts';

/** How many reviews are read at once. */
const READ_AT_ONCE = 100;

/** Reviews in the file of their unit. Pages begin with the newest review, so the last page is read first. */
export const reviewForm: MemberForm<'record'> = {
  many: { en: 'records', zh: '条记录' },
  restoredAtOnce: REVIEWS_PER_TRANSACTION,
  async *read(db, unit, head) {
    for (let pageNo = Math.ceil(head.total / READ_AT_ONCE) - 1; pageNo >= 0; pageNo--) {
      const page = await listReviews(db, unit, { pageNo, pageSize: READ_AT_ONCE }, {}, head);
      for (const { version: _version, vender: _vender, ...facts } of page.content.toReversed()) {
        const line: LineOf<'record'> = { type: 'record', ...facts };
        yield line;
      }
    }
  },
  restore: (db, unit, lines) =>
    restoreReviews(
      db,
      unit,
      lines.map(({ type: _type, ...facts }) => facts),
    ),
};
