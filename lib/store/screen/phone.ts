import { describePhone, type PhoneView } from '../../domain/screen/phone-view.ts';
import { isBlank, listShownDates } from '../../domain/screen/screen-view.ts';
import { toId } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { findDishAndIcon, readDishesWithIcons } from '../dish/dish.ts';
import { getShownScreenByToken, readLiveRevisions, type ShownScreen, type ShowTime } from './shown-screen.ts';

/** The maximum number of live menus of one page. Few units have more in two weeks. */
const MAX_MENUS = 40;
/** The maximum number of dishes on one page whose pictures are linked. The picture of a dish is its icon. */
const MAX_LINKED_PICTURES = 300;
/** The maximum number of dishes whose pictures are part of one answer. An icon has up to 50 KB. */
const MAX_EMBEDDED_PICTURES = 90;

/** Reads a phone page as `getShownScreenByToken` does; throws `screen_not_found` also for another form of screen. */
export async function getShownPhonePage(db: Database, tokenHash: string, showTime: ShowTime): Promise<ShownScreen> {
  const shownScreen = await getShownScreenByToken(db, tokenHash, showTime);
  if (shownScreen.screen.form !== 'phone') throw new AppError('screen_not_found');
  return shownScreen;
}

/** Reads what a phone page shows. `findAddresses` finds the addresses of pictures by dish; absent: no pictures. */
export async function readPhoneView(
  db: Database,
  shownScreen: ShownScreen,
  findAddresses?: (dishIds: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): Promise<PhoneView> {
  // A blank page names nothing, not even the unit.
  if (isBlank(shownScreen)) return { unit: '', today: shownScreen.days.today, days: [], left: 0 };
  const { unit, screen, days, liveMenus } = shownScreen;
  const pageMenus = liveMenus.slice(0, MAX_MENUS);
  const { menus, omittedMenus } = await readLiveRevisions(db, unit.id, pageMenus, listShownDates(screen.form, days));
  const dishIds = new Set(menus.flatMap(({ revision }) => revision.dishes.map(({ id }) => id)));
  const pictureAddressByDish = (await findAddresses?.([...dishIds])) ?? new Map<number, string>();
  const omittedCount = omittedMenus.length + liveMenus.length - pageMenus.length;
  return describePhone(shownScreen, { menus, omittedCount }, pictureAddressByDish);
}

/** Reads the addresses of at most `MAX_LINKED_PICTURES` pictures, by dish. An address changes with its picture. */
export async function readPictureAddresses(db: Database, dishIds: readonly number[], token: string) {
  const dishes = await readDishesWithIcons(db, dishIds);
  const addresses = dishes.flatMap(({ vender, number, iconVersion: version }): [number, string][] => {
    const id = toId(vender, number);
    return version === undefined ? [] : [[id, `/screen/${token}/picture?dish=${id}&v=${version}`]];
  });
  return new Map(addresses.slice(0, MAX_LINKED_PICTURES));
}

/** Reads the pictures of the first `MAX_EMBEDDED_PICTURES` dishes as data URLs, by dish. */
export async function readPictures(db: Database, dishIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const embeddedIds = dishIds.slice(0, MAX_EMBEDDED_PICTURES);
  const dishesAndIcons = await Promise.all(embeddedIds.map((id) => findDishAndIcon(db, id)));
  const pictures = embeddedIds.map((id, index) => [id, dishesAndIcons[index]?.icon ?? ''] as const);
  return new Map(pictures.filter(([, picture]) => picture !== ''));
}
