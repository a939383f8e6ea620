import type { Item } from '../table/steps.ts';

/** The data string of an icon's item, empty where there is none. */
export function iconOf(item: Item | undefined): string {
  return typeof item?.['icon'] === 'string' ? item['icon'] : '';
}
