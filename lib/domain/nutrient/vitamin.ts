import { ratio } from '../values/ratio.ts';

/** Parts of vitamin E in mg as decimal text. A part in traces is 0, an unmeasured one is absent. */
type Tocopherols = Readonly<Partial<Record<'alpha' | 'betaAndGamma', string | undefined>>>;

/**
 * Calculates vitamin A in μg RE from μg RAE and retinol, as decimal text.
 * The China Food Composition Tables, 6th edition, count μg RAE = retinol + carotene / 12. GB 28050 counts μg RE =
 * retinol + carotene / 6. So RE = 2·RAE − retinol, even if carotene is not given. Undefined if retinol is unknown,
 * unless there is no vitamin A at all, and if there is more retinol than RAE, because one of the two is wrong.
 */
export function toRetinolEquivalents(rae: string, retinol: string | undefined): string | undefined {
  const activity = ratio(rae);
  if (activity.numerator === 0n && retinol === undefined) return '0';
  if (retinol === undefined || activity.isBelow(retinol)) return undefined;
  return activity.times(2).minus(retinol).toText();
}

/** Calculates vitamin A in μg RAE from μg RE and retinol: (RE + retinol) / 2. Undefined in the same cases. */
export function toRetinolActivity(re: string, retinol: string | undefined): string | undefined {
  const equivalents = ratio(re);
  if (equivalents.numerator === 0n && retinol === undefined) return '0';
  if (retinol === undefined || equivalents.isBelow(retinol)) return undefined;
  return equivalents.plus(retinol).times('0.5').toText();
}

/**
 * Calculates vitamin E in mg α-TE from its parts, as decimal text.
 * GB 28050 counts mg α-TE = α + 0.5·β + 0.1·γ; δ does not count. The China Food Composition Tables give β and γ as one
 * figure: α + 0.1·(β+γ) is the certain part, and α alone if they were not measured. Without α it is unknown. The
 * total of all tocopherols is not α-TE: soybean oil has 93 mg of them, and α only in traces.
 */
export function toTocopherolEquivalents({ alpha, betaAndGamma = '0' }: Tocopherols): string | undefined {
  return alpha === undefined ? undefined : ratio(betaAndGamma).times('0.1').plus(alpha).toText();
}
