import * as z from 'zod/mini';
import { badField } from '../../errors.ts';
import { meals } from '../meal.ts';
import { PLATFORM } from '../unit.ts';
import { locate } from '../values/id.ts';
import { nameSchemas } from '../values/output.ts';

/** The actions on a menu: submit, withdraw, approve, reject, publish without review, take down, swap a dish. */
export const reviewActions = ['提交', '撤回', '通过', '驳回', '免审', '下架', '换菜'] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** The warnings that a submission can confirm: of allergens, of forbidden dishes, or both. */
export const confirmations = ['allergen', 'forbidden', 'allergen,forbidden'] as const;
export type Confirmation = (typeof confirmations)[number];
/** A confirmation as a review stores it: in two facts. */
export type StoredConfirmation = Pick<Review, 'confirmed' | 'forbidden'>;

/** The name under which units see every person of the platform. */
export const PLATFORM_NAME = '平台';

/** A reviewer's comment on a day of a menu, on one of its meals, or on a dish there. */
export const MenuComment = z.object({
  day: z.int(),
  meal: z.optional(z.enum(meals)),
  dish: z.optional(z.int()),
  text: z.string(),
});
export type MenuComment = z.output<typeof MenuComment>;

/** An action on a menu. It outlives the menu. The platform keeps a copy of each of its own, which outlives the unit. */
export const Review = z.object({
  version: z.int(),
  /** Number of the review among those of its unit, or of the platform. */
  number: z.int(),
  /** The menu's id. */
  menu: z.int(),
  /** The name of the menu at that time. */
  name: z.string(),
  /** The name of the unit at that time; only in a copy among the platform's own. */
  venderName: z.optional(z.string()),
  revision: z.int(),
  action: z.enum(reviewActions),
  /** The uid of the person who did it. */
  uid: z.string(),
  /** The person's name at that time. */
  userName: z.string(),
  /** Whether somebody of the platform did it. */
  byPlatform: z.boolean(),
  /** Milliseconds since the epoch. */
  time: z.int(),
  comment: z.string(),
  /** A reviewer's comments on parts of the menu; absent in a copy. */
  comments: z.optional(z.array(MenuComment)),
  /** Set where the submitter has confirmed that dishes reach groups which must avoid them. */
  confirmed: z.optional(z.literal('allergen')),
  /** Set where the submitter has confirmed that the standard forbids dishes. */
  forbidden: z.optional(z.literal(true)),
});
export type Review = z.output<typeof Review>;

/** A review as answers show it. Only one of the platform's own has `vender`, its unit. */
export const ReviewRecord = z.extend(
  z.omit(Review, { version: true, number: true, byPlatform: true, forbidden: true }),
  { vender: z.optional(z.int()), confirmed: z.optional(z.enum(confirmations)) },
);

/** Makes the record of a review for callers of a unit. Units do not learn who reviews for the platform. */
export function toReviewRecord(review: Review, callerUnit: number): z.output<typeof ReviewRecord> {
  const { menu, venderName, byPlatform, confirmed, forbidden } = review;
  const forbiddenConfirmation = confirmed ? 'allergen,forbidden' : 'forbidden';
  return {
    ...review,
    ...(byPlatform && callerUnit !== PLATFORM ? { uid: PLATFORM_NAME, userName: PLATFORM_NAME } : {}),
    vender: venderName === undefined ? undefined : locate(menu).unit,
    confirmed: forbidden ? forbiddenConfirmation : confirmed,
  };
}

/** What a group gets too little or too much of in the mean of the days: nutrients, food categories, shares of the energy. */
export const GroupFindings = z.object({
  name: z.string(),
  level: z.string(),
  people: z.int(),
  /** Whether the standard has figures for the level. */
  judged: z.boolean(),
  shortfalls: z.array(z.string()),
  excesses: z.array(z.string()),
});
export type GroupFindings = z.output<typeof GroupFindings>;

/** The findings, and the cost per head and day in yuan, as decimal text. The cost is absent where no eaten food has a price. */
export const GroupSummary = z.extend(GroupFindings, {
  cost: z.optional(z.object({ value: z.string(), /** How many foods have no price. */ missingCount: z.int() })),
});
export type GroupSummary = z.output<typeof GroupSummary>;

/** A submission that waits for review. */
export const PendingMenu = z.object({
  /** The menu's id. */
  menu: z.int(),
  name: z.string(),
  start: z.string(),
  days: z.int(),
  revision: z.int(),
  /** The uid of the submitter. */
  uid: z.string(),
  /** The submitter's name at that time. */
  userName: z.string(),
  /** When it was submitted, in milliseconds since the epoch. */
  time: z.int(),
  groups: z.array(GroupFindings),
});
export type PendingMenu = z.output<typeof PendingMenu>;

/** A waiting submission as answers show it: with its unit and the name that the unit has now. */
const PendingRecord = z.extend(PendingMenu, { vender: z.int(), venderName: z.string() });

/** A part of the waiting submissions, the longest waiting first. `next` is the cursor of the next part; empty at the end. */
export const PendingPage = z.object({ content: z.array(PendingRecord), next: z.string() });
export type PendingPage = z.output<typeof PendingPage>;

nameSchemas({ MenuComment, Review: ReviewRecord, PendingMenu: PendingRecord, PendingPage, GroupFindings });

/** The decisions of a reviewer: to approve a menu, or to reject it. */
export const reviewResults = ['通过', '驳回'] as const;

/** @throws AppError `invalid_input` where a menu is rejected without a comment. */
export function requireReason({ result, comment }: { readonly result: string; readonly comment: string }): void {
  if (result === '驳回' && comment === '') throw badField('comment', { code: 'reason' });
}
