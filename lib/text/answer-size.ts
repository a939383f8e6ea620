/**
 * The most bytes of an answer. Lambda answers at most 6 MB: an answer near that is refused with advice instead of being
 * cut off.
 */
export const MOST_ANSWER_BYTES = 5_500_000;

/** The most bytes of a binary file. In base64 it is a third longer and still fits into an answer. */
export const MOST_FILE_BYTES = 4_000_000;
