/**
 * Most bytes of an answer. Lambda answers at most 6 MB; what comes near is refused with advice instead of being cut
 * off.
 */
export const MOST_ANSWER_BYTES = 5_500_000;

/** Most bytes of a file that is no text. In base64 it is a third longer and still fits into an answer. */
export const MOST_FILE_BYTES = 4_000_000;
