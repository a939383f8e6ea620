/** Whether proofs run at full size: `PROVE=1 npm test`. Otherwise they are as large as finds faults quickly. */
export const isFullSize = process.env['PROVE'] === '1';
