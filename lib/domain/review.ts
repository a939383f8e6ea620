import * as z from 'zod/mini';
import { badField } from '../errors.ts';
import { field } from './fields.ts';
import { idOf } from './id.ts';
import { PLATFORM } from './unit.ts';

/** What was done with a menu: submitted, withdrawn, approved, rejected, published without review, taken down. */
export const reviewActions = ['提交', '撤回', '通过', '驳回', '免审', '下架'] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** How units read those who judge for the platform. */
export const PLATFORM_NAME = '平台';

/** What was done with a menu, once. It outlives the menu. */
export const Review = z.object({
  version: z.int(),
  vender: z.int().check(z.minimum(0)),
  /** Number of the record in its unit. */
  number: z.int(),
  /** Number of the menu in its unit. */
  menu: z.int(),
  /** What the menu was called. */
  name: z.string(),
  revision: z.int(),
  action: z.enum(reviewActions),
  uid: z.string(),
  /** Whether it was done by somebody of the platform. */
  byPlatform: z.boolean(),
  /** Milliseconds since the epoch. */
  time: z.int(),
  comment: z.string(),
});
export type Review = z.output<typeof Review>;

/** A record as it is answered. */
export const ReviewRecord = z.object({
  menu: z.int(),
  name: z.string(),
  revision: z.int(),
  action: z.enum(reviewActions),
  uid: z.string(),
  time: z.int(),
  comment: z.string(),
});

/** The record for a caller of that unit. Units do not read who judges for the platform. */
export function toReviewRecord(review: Review, caller: number): z.output<typeof ReviewRecord> {
  const { vender, menu, name, revision, action, uid, byPlatform, time, comment } = review;
  const who = byPlatform && caller !== PLATFORM ? PLATFORM_NAME : uid;
  return { menu: idOf(vender, menu), name, revision, action, uid: who, time, comment };
}

/** A menu that waits for review. */
export const PendingMenu = z.object({
  /** Its id. */
  menu: z.int(),
  vender: z.int(),
  venderName: z.string(),
  name: z.string(),
  start: z.string(),
  days: z.int(),
  revision: z.int(),
  /** Who has submitted it, and when in milliseconds since the epoch. */
  uid: z.string(),
  time: z.int(),
});
export type PendingMenu = z.output<typeof PendingMenu>;

/** A part of what waits, the longest first, and where the next one begins: empty after the last. */
export const PendingPage = z.object({ content: z.array(PendingMenu), next: z.string() });
export type PendingPage = z.output<typeof PendingPage>;

/** Where a part of what waits begins: `next` of the one before; the empty string counts as absent. */
export function pendingCursor() {
  return z.optional(
    field({ pattern: '^[0-9]{16}#[0-9]{1,16}$' }, (value, fail) =>
      value === '' || /^\d{16}#\d{1,16}$/.test(value) ? value || undefined : fail({ code: 'malformed' }),
    ),
  );
}

/** What a reviewer decides: that the menu is good, or that it is not. */
export const reviewResults = ['通过', '驳回'] as const;

/**
 * Demands that whoever rejects a menu says why.
 * @throws AppError `invalid_input`.
 */
export function demandReason({ result, comment }: { readonly result: string; readonly comment: string }): void {
  if (result === '驳回' && comment === '') throw badField('comment', { code: 'empty' });
}
