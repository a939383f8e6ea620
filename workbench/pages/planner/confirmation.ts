import type { Schemas } from '../../api/client.ts';

type Confirmation = NonNullable<Schemas['SubmitMenuForm']['confirm']>;
/** What is to be confirmed where a menu is submitted. */
export const confirmed = ['allergen', 'forbidden'] as const;
export type Confirmed = (typeof confirmed)[number];

/** The value of `confirm` for these. */
export function toConfirmation(some: readonly Confirmed[]): Confirmation {
  const [first, second] = confirmed.filter((one) => some.includes(one));
  return second ? `${confirmed[0]},${confirmed[1]}` : (first ?? confirmed[0]);
}

const texts = { allergen: '忌口人群的菜', forbidden: '标准禁止供应的菜' };

/** Names the dishes that a confirmation is about. */
export function describeConfirmation(confirmation: string): string {
  return confirmed
    .filter((one) => confirmation.split(',').includes(one))
    .map((one) => texts[one])
    .join('和');
}
