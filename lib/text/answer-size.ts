/**
 * Most bytes of an answer. Lambda answers at most 6 MB; what comes near is refused with advice instead of being cut
 * off.
 */
export const MOST_ANSWER_BYTES = 5_500_000;
