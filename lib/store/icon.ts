import { waitWithJitter } from '../table/retry.ts';
import type { Item } from '../table/steps.ts';

/** How often an owner and its icon are read again while they do not belong together. */
const MOST_LOOKS = 6;

/** A thing that may have an icon. The icon is an item of its own. */
interface Owner {
  readonly hasIcon: boolean;
  readonly iconVersion?: number | undefined;
}

/** The version that an icon and its owner both carry; undefined where there is no icon. */
export function stampOf(icon: string, version: number): number | undefined {
  return icon === '' ? undefined : version;
}

/** The data string of an icon, empty where there is none. */
export function iconOf(item: Item | undefined): string {
  return typeof item?.['icon'] === 'string' ? item['icon'] : '';
}

/** Whether an icon belongs to its owner as it was read. In earlier releases neither had a version. */
export function belongs(icon: Item | undefined, { hasIcon, iconVersion }: Owner): boolean {
  return !hasIcon || (icon !== undefined && icon['version'] === iconVersion);
}

/**
 * Reads owners and icons at these places. If an owner and its icon do not belong together, a transaction is changing
 * them, and they are read again. If they still do not after several tries, they are damaged, and are answered as they
 * are.
 */
export async function readFitting<Place extends object, Found extends { readonly fits: boolean }>(
  places: readonly Place[],
  read: (places: readonly Place[]) => Promise<readonly Found[]>,
): Promise<(Found | undefined)[]> {
  const found = new Map<Place, Found>();
  let left = places;
  for (let tries = 0; left.length > 0 && tries <= MOST_LOOKS; tries++) {
    if (tries > 0) await waitWithJitter(tries - 1);
    const asked = tries > 0 ? left.map((place) => ({ ...place, hasIcon: true })) : left;
    const answers = await read(asked);
    for (const [index, place] of left.entries()) {
      const answer = answers[index];
      if (answer) found.set(place, answer);
    }
    left = left.filter((place) => found.get(place)?.fits === false);
  }
  return places.map((place) => found.get(place));
}
