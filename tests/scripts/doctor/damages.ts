import type { Damage } from './damage.ts';
import { damagesOfPeople } from './damages-people.ts';
import { damagesOfThings } from './damages-things.ts';

/** At least one damage for every invariant. */
export const damages: readonly Damage[] = [...damagesOfPeople, ...damagesOfThings];
