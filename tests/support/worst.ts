/** A picture of the most bytes that an icon may have, as sent. */
export const PICTURE = `data:image/png;base64,${'A'.repeat(50 * 1024 - 'data:image/png;base64,'.length - 2)}`;
