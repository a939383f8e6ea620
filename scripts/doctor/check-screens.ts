import { screenClaimKey, screenKey, unitKey } from '../../tables/keys.ts';
import { inLanguage } from '../command/language.ts';
import type { Finding } from './finding.ts';
import type { Survey } from './survey.ts';

/**
 * Finds screens without the claim on their address, and claims without their screen. Claims of deleted screens expire.
 */
export function* checkScreens(survey: Survey): Iterable<Finding> {
  for (const { unit, number, hash } of survey.of('screen').values()) {
    if (hash === undefined) continue;
    const claim = screenClaimKey(hash);
    if (survey.stateOf(unit) !== 'alive' || survey.isUnread(claim)) continue;
    const found = survey.find('screen claim', claim);
    if (found?.unit === unit && found.number === number && !found.isGone) continue;
    const message = found
      ? { en: 'has an address that leads elsewhere', zh: '其地址指向别处' }
      : { en: 'has an address that leads nowhere', zh: '其地址无所指向' };
    const keys = [screenKey(unit, number), claim, unitKey(unit)] as const;
    // If the claim belongs to another screen, that claim must be removed first, if it may.
    const repair = found ? undefined : 'safe';
    yield { invariant: 'screen-claim', keys: [...keys], message: inLanguage(message), repair };
  }
  for (const { hash, unit, number, isGone } of survey.of('screen claim').values()) {
    const screen = screenKey(unit, number);
    if (isGone || ['deleting', 'unread'].includes(survey.stateOf(unit)) || survey.isUnread(screen)) continue;
    if (survey.find('screen', screen)?.hash === hash) continue;
    const message = inLanguage({
      en: `is the address of screen ${number} of unit ${unit}, which has another one or is gone`,
      zh: `是单位 ${unit} 大屏 ${number} 的地址，而该大屏已有别的地址或已不存在`,
    });
    // A lost unit may come back from a backup, with its screens.
    const repair = survey.isLost(unit) ? undefined : 'safe';
    yield { invariant: 'screen-claim', keys: [screenClaimKey(hash), screen, unitKey(unit)], message, repair };
  }
}
