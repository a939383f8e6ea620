import * as z from 'zod/mini';
import { badField } from '../../errors.ts';
import { PLATFORM } from '../unit.ts';
import { idOf } from '../values/id.ts';

/** What can be done with a menu: submit, withdraw, approve, reject, publish without review, take down. */
export const reviewActions = ['提交', '撤回', '通过', '驳回', '免审', '下架'] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** What units read instead of the name of somebody of the platform. */
export const PLATFORM_NAME = '平台';

/** One entry of what was done with a menu. It outlives the menu. */
export const Review = z.object({
  version: z.int(),
  vender: z.int().check(z.minimum(0)),
  /** Number of the review in its unit. */
  number: z.int(),
  /** Number of the menu in its unit. */
  menu: z.int(),
  /** The menu's name at that time. */
  name: z.string(),
  revision: z.int(),
  action: z.enum(reviewActions),
  uid: z.string(),
  /** Whether somebody of the platform did it. */
  byPlatform: z.boolean(),
  /** Milliseconds since the epoch. */
  time: z.int(),
  comment: z.string(),
});
export type Review = z.output<typeof Review>;

/** A review as it is answered. */
export const ReviewRecord = z.omit(Review, { version: true, vender: true, number: true, byPlatform: true });

/** The record of a review for a caller of that unit. Units do not learn who reviews for the platform. */
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
  /** Who submitted it, and when, in milliseconds since the epoch. */
  uid: z.string(),
  time: z.int(),
});
export type PendingMenu = z.output<typeof PendingMenu>;

/** Part of the waiting menus, the longest waiting first, and the cursor of the next part; empty after the last one. */
export const PendingPage = z.object({ content: z.array(PendingMenu), next: z.string() });
export type PendingPage = z.output<typeof PendingPage>;

/** What a reviewer decides: the menu is approved or rejected. */
export const reviewResults = ['通过', '驳回'] as const;

/**
 * Demands a reason where a menu is rejected.
 * @throws AppError `invalid_input`.
 */
export function demandReason({ result, comment }: { readonly result: string; readonly comment: string }): void {
  if (result === '驳回' && comment === '') throw badField('comment', { code: 'empty' });
}
