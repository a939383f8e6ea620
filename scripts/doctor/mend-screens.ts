import { Screen } from '../../lib/domain/screen/screen.ts';
import { ScreenClaim } from '../../lib/store/screen/screen.ts';
import { alive, insert } from '../../lib/table/steps.ts';
import { screenClaimKey, unitKey } from '../../tables/keys.ts';
import { placeOf } from '../../tables/place.ts';
import { inLanguage } from '../command/language.ts';
import { type Finding, nameOf } from './finding.ts';
import type { Outcome } from './mend-collections.ts';
import { asRead, removeAsRead } from './mend-steps.ts';
import type { OpenTable } from './open-table.ts';

/**
 * Writes the claim on a screen's address again, by the hash that the screen has; or removes a claim without a screen.
 */
export async function mendScreenClaim(table: OpenTable, finding: Finding): Outcome {
  return placeOf(finding.keys[0])?.kind === 'screen' ? writeClaim(table, finding) : removeClaim(table, finding);
}

async function writeClaim({ db }: OpenTable, { keys: [key] }: Finding): Outcome {
  const item = await db.get(key);
  if (!item) return undefined;
  const { vender: unit, number, hash } = Screen.parse(item);
  if (hash === undefined) return undefined;
  const claim = screenClaimKey(hash);
  await db.write([asRead(key, item), alive(unitKey(unit)), insert({ ...claim, unit, number })]);
  return inLanguage({
    en: `wrote ${nameOf(claim)}: it leads to ${nameOf(key)}`,
    zh: `已写入 ${nameOf(claim)}：指向 ${nameOf(key)}`,
  });
}

/** Removes a claim. One that remembers a deleted screen stays: it expires. */
async function removeClaim({ db }: OpenTable, { keys: [key, screenKey] }: Finding): Outcome {
  if (!screenKey) return undefined;
  const [claim, screen] = await db.getMany([key, screenKey]);
  if (!claim || ScreenClaim.parse(claim).ttl !== undefined) return undefined;
  const hash = screen && Screen.parse(screen).hash;
  if (hash !== undefined && screenClaimKey(hash).pk === key.pk) return undefined;
  await db.write([asRead(screenKey, screen), removeAsRead(claim)]);
  return inLanguage({ en: `removed ${nameOf(key)}: it led to no screen`, zh: `已移除 ${nameOf(key)}：没有所指的大屏` });
}
