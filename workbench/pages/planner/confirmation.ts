import type { Schemas } from '../../api/client.ts';

type Confirmation = NonNullable<Schemas['SubmitMenuForm']['confirm']>;
/** The kinds of warnings that a person must confirm before a menu is submitted. */
export const confirmationKinds = ['allergen', 'forbidden'] as const;
export type ConfirmationKind = (typeof confirmationKinds)[number];

/** The value of the call's parameter `confirm` for these kinds. */
export function toConfirmation(kinds: readonly ConfirmationKind[]): Confirmation {
  return confirmationKinds.filter((kind) => kinds.includes(kind)).join() as Confirmation;
}

const textByKind = { allergen: '忌口人群的菜', forbidden: '标准禁止供应的菜' };

/** Describes the dishes that a value of `confirm` is about. */
export function describeConfirmation(confirmation: string): string {
  return confirmationKinds
    .filter((kind) => confirmation.split(',').includes(kind))
    .map((kind) => textByKind[kind])
    .join('和');
}
