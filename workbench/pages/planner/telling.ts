import { byKey, isSameItem } from './merge.ts';
import { type Frame, placeName } from './place.ts';
import { type Item, keyOf } from './week.ts';

/** The most changes that are told one by one. */
const MOST_TOLD = 2;

/** What was changed from one state of a week to another, as one sentence; empty where nothing was. */
export function tellChanges(frame: Pick<Frame, 'start'>, before: readonly Item[], after: readonly Item[]): string {
  const [then, now] = [byKey(before), byKey(after)];
  const told = [
    ...after.flatMap((item) => {
      const old = then.get(keyOf(item));
      if (isSameItem(old, item)) return [];
      const what = !old ? '添加' : old.portion === item.portion ? '改了人群：' : `改为 ${item.portion} 份：`;
      return [`${placeName(frame, item)}${what}${item.name}`];
    }),
    ...before.flatMap((item) => (now.has(keyOf(item)) ? [] : [`${placeName(frame, item)}移除${item.name}`])),
  ];
  return told.length > MOST_TOLD ? `${told.slice(0, MOST_TOLD).join('，')}，共 ${told.length} 处` : told.join('，');
}
