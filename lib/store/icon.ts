import type { Item } from '../table/steps.ts';
import { pictureVersion } from '../text/picture.ts';
import { estimateItemSize } from './item-size.ts';

/** What a dish or a unit stores about its icon, which has an item of its own. The data URL is empty where there is none. */
export function describeIcon(icon: string) {
  if (icon === '') return { hasIcon: false, iconSize: undefined, iconVersion: undefined };
  return { hasIcon: true, iconSize: estimateItemSize({ icon }), iconVersion: pictureVersion(icon) };
}

/** The data URL of an icon's item, empty where there is none. */
export function parseIcon(item: Item | undefined): string {
  return typeof item?.['icon'] === 'string' ? item['icon'] : '';
}
