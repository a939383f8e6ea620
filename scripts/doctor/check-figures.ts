import { blockOfPack, headKey, ingredientsPartition, packKey, packOf } from '../../tables/keys.ts';
import { inLanguage } from '../command/language.ts';
import { UNREADABLE } from './collection-facts.ts';
import type { Finding } from './finding.ts';
import type { Survey } from './survey.ts';

/** The most numbers of foods that a finding names. */
const MOST_NAMED = 10;

/** Finds packs of their block's version whose figures differ from the ingredients. Other packs are not used. */
export function* checkFigures(survey: Survey): Iterable<Finding> {
  const catalogue = [...survey.collections.values()].find(
    ({ collection }) => collection.partition === ingredientsPartition,
  );
  if (!catalogue?.head || catalogue.head === UNREADABLE) return;
  // It is not known then which ingredients exist.
  if (catalogue.unread + catalogue.twice.length > 0) return;
  const foods = Map.groupBy(survey.of('ingredient').values(), ({ number }) => packOf(number));
  for (const { pack, version, digests } of survey.of('figures').values()) {
    if (!digests || catalogue.head.blocks[blockOfPack(pack)]?.[1] !== version) continue;
    const wanted = new Map((foods.get(pack) ?? []).map(({ number, digest }) => [number, digest]));
    const numbers = new Set([...wanted.keys(), ...digests.keys()]);
    const wrong = [...numbers].filter((number) => wanted.get(number) !== digests.get(number));
    if (wrong.length === 0) continue;
    const named = wrong.slice(0, MOST_NAMED).join(', ');
    const message = inLanguage({
      en: `is of version ${version} as its block is, but other than the ingredients of numbers ${named}`,
      zh: `版本 ${version} 与其块一致，而与这些序号的食材不同：${named}`,
    });
    yield { invariant: 'figures', keys: [packKey(pack), headKey(ingredientsPartition)], message, repair: 'safe' };
  }
}
