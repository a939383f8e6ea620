import type { Item } from '../table/steps.ts';
import { pictureVersion } from '../text/picture.ts';
import { estimateItemSize } from './item-size.ts';

/** Describes an icon for the item of its dish or unit; the icon has an item of its own. `icon` is its data URL, or empty. */
export function describeIcon(icon: string) {
  if (icon === '') return { hasIcon: false, iconSize: undefined, iconVersion: undefined };
  return { hasIcon: true, iconSize: estimateItemSize({ icon }), iconVersion: pictureVersion(icon) };
}

/** The data URL of an icon's item, empty where there is none. */
export function parseIcon(item: Item | undefined): string {
  return typeof item?.['icon'] === 'string' ? item['icon'] : '';
}
