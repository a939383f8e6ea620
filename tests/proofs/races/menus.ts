import type { WholeMenu } from '../../../lib/domain/menu/menu.ts';
import { addDays, toDay, toMonday } from '../../../lib/domain/values/calendar.ts';
import { findDishes } from '../../../lib/store/dish/dish.ts';
import { findWholeMenu, listMenus } from '../../../lib/store/menu/menu.ts';
import { findRevisionContent } from '../../../lib/store/menu/menu-revision.ts';
import { listReviews } from '../../../lib/store/menu/review.ts';
import { listUnitPartitions } from '../../../lib/store/nouns.ts';
import { findStandard } from '../../../lib/store/standard.ts';
import { findUnit } from '../../../lib/store/unit/unit.ts';
import { GROUPS, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { addSchool } from '../../support/nouns/units.ts';
import { addDish } from './dishes.ts';
import * as rules from './menu-rules.ts';
import type { Race, RaceTrack, RacingCall } from './race-track.ts';
import { findWrongWeeks } from './weeks.ts';

const [SERVED, OTHER] = ['甲', '乙'];
const ALL = { pageNo: 0, pageSize: 50 };

/** A menu and what it depends on, for making calls. */
interface RacedMenu {
  readonly track: RaceTrack;
  readonly unit: number;
  readonly token: string;
  readonly dishes: ReadonlyMap<string, number>;
  readonly standard: number;
  readonly menu: number;
  /** Its first day: tomorrow, so that its dishes may be swapped. */
  readonly start: string;
}

/** Creates a draft that serves one of the unit's two dishes. */
async function begin(
  track: RaceTrack,
  account: string,
  { isReviewed = false, isJudged = false }: { isReviewed?: boolean; isJudged?: boolean } = {},
): Promise<RacedMenu> {
  const { id: unit, token } = await addSchool(track.service, account, { menuReview: isReviewed });
  const dishes = new Map<string, number>();
  for (const name of [SERVED, OTHER]) dishes.set(name, await addDish(track, unit, name));
  await track.read('PUT /api/nutrition', { name: `标准 ${account}`, vendors: unit, overflow: '0.1' });
  const { content } = await track.read('GET /api/nutrition', { pageSize: 1 });
  const standard = Number(content[0].id);
  const start = addDays(toDay(track.service.deps.now(), track.service.deps.env.timeZone), 1);
  const facts = { name: '周', start, groups: GROUPS, standard: isJudged ? standard : '' };
  const items = menuItems([1, 'lunch', dishes.get(SERVED) ?? 0]);
  const { headers } = await track.service.call('PUT /api/menu', { ...facts, items }, { token });
  return { track, unit, token, dishes, standard, menu: Number(headers['catering-ids']), start };
}

/**
 * The present state, from the table itself: also frozen revisions, and whether the next submission must be reviewed.
 */
async function look({ track, unit, dishes, standard, menu: id }: RacedMenu): Promise<rules.UnitState> {
  const { db } = track.service.deps;
  const owner = await findUnit(db, unit);
  if (!owner) {
    const left = await Promise.all(listUnitPartitions(unit).map((partition) => db.query(partition)));
    return { ...rules.GONE, others: left.flat().map(({ sk }) => ({ name: sk, start: '', items: [] })) };
  }
  const words = new Map([...dishes].map(([name, dish]) => [dish, name]));
  const toSaid = ({ content }: Pick<WholeMenu, 'content'>): rules.Said => ({
    name: content.name,
    start: content.start,
    items: content.items.map(({ day, dish, portion }) => `${day} ${words.get(dish)} ${portion}`),
  });
  const found = await findWholeMenu(db, id);
  const live = found?.menu.live;
  const submitted = live && (await findRevisionContent(db, id, live.revision));
  const { content: menus } = await listMenus(db, unit, ALL, {});
  const { content: records } = await listReviews(db, unit, ALL, {});
  const there = await findDishes(db, [...dishes.values()]);
  return {
    isGone: false,
    isReviewed: owner.menuReview,
    hasStandard: (await findStandard(db, standard)) !== undefined,
    dishes: [...dishes.keys()].filter((_, index) => there[index] !== undefined),
    menu: found
      ? {
          ...toSaid(found),
          version: found.menu.version,
          state: found.menu.state,
          revision: found.menu.revision,
          live: live && submitted ? { ...toSaid(submitted), revision: live.revision } : null,
          mustBeReviewed: found.menu.mustBeReviewed === true,
        }
      : null,
    others: menus
      .filter(({ menu }) => menu.number !== id % 1_000_000)
      .map(toSaid)
      .toReversed(),
    records: records.map(({ action, revision }) => `${action} ${revision}`).toReversed(),
  };
}

type Facts = RacingCall<rules.UnitState>['parameters'];

/** The calls that can race. */
function makeCalls({ track, unit, token, dishes, standard, menu: id, start }: RacedMenu) {
  const dishId = (name: string) => dishes.get(name) ?? 0;
  const byUnit = (title: string, route: string, parameters: Facts, apply: rules.Rule) => ({
    ...{ title, route, parameters, token, apply },
  });
  const byPlatform = (title: string, route: string, parameters: Facts, apply: rules.Rule) => ({
    ...{ title, route, parameters, token: track.admin, apply },
  });
  const servedAt = (day: number, name: string, portion: number) => menuItems([day, 'lunch', dishId(name), portion]);
  return {
    rename: (name: string, etag?: number) => ({
      ...byUnit(
        `rename to ${name}`,
        'POST /api/menu',
        { id, name },
        rules.saves({ name }, etag === undefined ? {} : { etag }),
      ),
      ...(etag === undefined ? {} : { etag: `"${etag}"` }),
    }),
    move: (days: number) =>
      byUnit(
        `move by ${days} days`,
        'POST /api/menu',
        { id, start: addDays(start, days) },
        rules.saves({ start: addDays(start, days) }),
      ),
    serve: (day: number, name: string, portion: number) =>
      byUnit(
        `save ${name} on day ${day}`,
        'POST /api/menu',
        { id, items: servedAt(day, name, portion) },
        rules.saves({ items: [`${day} ${name} ${portion}`] }),
      ),
    judge: () =>
      byUnit(
        'save with the standard',
        'POST /api/menu',
        { id, name: '判', standard },
        rules.saves({ name: '判' }, { takesStandard: true }),
      ),
    set: (day: number, name: string, portion: number) =>
      byUnit(
        `set ${name} on day ${day}`,
        'PUT /api/menu/dish',
        { id, day, meal: 'lunch', dish: dishId(name), portion },
        rules.sets(`${day} ${name}`, String(portion)),
      ),
    remove: (day: number, name: string) =>
      byUnit(
        `remove ${name} of day ${day}`,
        'DELETE /api/menu/dish',
        { id, day, meal: 'lunch', dish: dishId(name) },
        rules.removes(`${day} ${name}`),
      ),
    submit: (isJudged = false) => byUnit('submit', 'POST /api/menu/submit', { id }, rules.submits({ isJudged })),
    withdraw: () => byUnit('withdraw', 'POST /api/menu/withdraw', { id }, rules.withdraws),
    discard: () => byUnit('discard', 'POST /api/menu/discard', { id }, rules.discards),
    swap: (name: string, other: string) =>
      byUnit(
        `swap ${name} for ${other}`,
        'POST /api/menu/swap',
        { id, day: 1, meal: 'lunch', dish: dishId(name), with: dishId(other), comment: '没到' },
        rules.swaps(`1 ${name}`, `1 ${other}`, start),
      ),
    copy: (name: string) => byUnit(`copy as ${name}`, 'PUT /api/menu/copy', { id, name }, rules.copies(name)),
    deleteMenu: () => byUnit('delete', 'DELETE /api/menu', { ids: id }, rules.deletes),
    create: (name: string, isJudged = false) =>
      byUnit(
        `create ${name}`,
        'PUT /api/menu',
        {
          ...{ name, start: MONDAY, groups: GROUPS, items: servedAt(1, SERVED, 1) },
          standard: isJudged ? standard : '',
        },
        rules.creates({ name, start: MONDAY, items: [`1 ${SERVED} 1`] }, { takesStandard: isJudged }),
      ),
    review: (revision: number, result: '通过' | '驳回') => ({
      ...byPlatform(
        `${result} ${revision}`,
        'POST /api/menu/review',
        { id, revision, result, comment: '如上' },
        rules.reviews(revision, result),
      ),
      isOutdated: true,
    }),
    retract: () => byUnit('retract', 'POST /api/menu/retract', { id, comment: '停供' }, rules.retracts(false)),
    retractByPlatform: () =>
      byPlatform('retract by the platform', 'POST /api/menu/retract', { id, comment: '超标' }, rules.retracts(true)),
    deleteDish: (name: string) =>
      byUnit(`delete ${name}`, 'DELETE /api/dish', { ids: dishId(name) }, rules.deletesDish(name)),
    deleteStandard: () =>
      byPlatform('delete the standard', 'DELETE /api/nutrition', { id: standard }, rules.deletesStandard),
    deleteUnit: () => byPlatform('delete the unit', 'DELETE /api/vender', { vender: unit }, rules.deletesUnit),
  };
}

async function makeRace(
  raced: RacedMenu,
  calls: readonly RacingCall<rules.UnitState>[],
): Promise<Race<rules.UnitState>> {
  const { track, unit, start } = raced;
  const weeks = [MONDAY, start, addDays(start, 7), addDays(start, 14)].map(toMonday);
  return {
    before: await look(raced),
    calls,
    readAfter: () => look(raced),
    findFaults: () => findWrongWeeks(track, unit, weeks),
  };
}

/** Editors of one menu, two of them with the version that they have read, while it is submitted, copied and deleted. */
export async function raceOfEditors(track: RaceTrack, round: number): Promise<Race<rules.UnitState>> {
  const raced = await begin(track, `me${round}`);
  const call = makeCalls(raced);
  const last = round % 2 === 0 ? call.deleteMenu() : call.rename('三');
  return makeRace(raced, [
    ...[call.rename('一', 1), call.rename('二', 1), last],
    ...[call.set(2, OTHER, 2), call.set(3, OTHER, 1), call.remove(1, SERVED), call.serve(2, OTHER, 1)],
    ...[call.submit(), call.copy('副本'), call.discard()],
  ]);
}

/** A menu that waits, or is live and waits again, is reviewed, withdrawn, taken down and submitted. */
export async function raceOfReviewers(track: RaceTrack, round: number): Promise<Race<rules.UnitState>> {
  const raced = await begin(track, `mr${round}`, { isReviewed: true });
  const call = makeCalls(raced);
  const by = (route: string, facts: Facts, token = raced.token) =>
    track.read(route, { id: raced.menu, ...facts }, token);
  await by('POST /api/menu/submit', {});
  const isLive = round % 2 === 0;
  if (isLive) {
    await by('POST /api/menu/review', { revision: 1, result: '通过' }, track.admin);
    await by('POST /api/menu', { name: '改' });
    await by('POST /api/menu/submit', {});
  }
  const waiting = isLive ? 2 : 1;
  return makeRace(raced, [
    ...[call.withdraw(), call.review(waiting, '通过'), call.review(waiting, '驳回'), call.review(waiting + 1, '通过')],
    ...[call.submit(), call.rename('三'), call.retract(), call.retractByPlatform(), call.discard()],
    isLive ? call.swap(SERVED, OTHER) : call.deleteMenu(),
  ]);
}

/** Everything at once that tells weeks of a unit something: a menu is live, changed, and goes to other days. */
export async function raceOfWeeks(track: RaceTrack, round: number): Promise<Race<rules.UnitState>> {
  const raced = await begin(track, `mw${round}`, { isReviewed: round % 2 === 1 });
  const call = makeCalls(raced);
  const by = (route: string, facts: Facts, token = raced.token) =>
    track.read(route, { id: raced.menu, ...facts }, token);
  if (round % 3 > 0) {
    await by('POST /api/menu/submit', {});
    if (round % 2 === 1) await by('POST /api/menu/review', { revision: 1, result: '通过' }, track.admin);
    await by('POST /api/menu', { name: '改' });
  }
  return makeRace(raced, [
    ...[call.create('新'), call.copy('副本'), call.move(5), call.submit(), call.withdraw()],
    ...[call.review(round % 3 > 0 ? 2 : 1, '通过'), call.discard(), call.retract(), call.swap(SERVED, OTHER)],
    call.deleteMenu(),
  ]);
}

/**
 * What a menu depends on is deleted while it is saved, submitted and created: in turn its dish, its standard, its unit.
 */
export async function raceOfDeletions(track: RaceTrack, round: number): Promise<Race<rules.UnitState>> {
  const isJudged = round % 3 === 1;
  const raced = await begin(track, `md${round}`, { isJudged });
  const call = makeCalls(raced);
  const [dying, again] = [
    [call.deleteDish(SERVED), call.deleteDish(SERVED)],
    [call.deleteStandard(), call.deleteStandard()],
    [call.deleteUnit(), call.deleteUnit()],
  ][round % 3] ?? [call.deleteDish(SERVED), call.deleteDish(OTHER)];
  return makeRace(raced, [
    ...(dying && again ? [dying, again] : []),
    ...[call.serve(1, SERVED, 2), call.set(2, SERVED, 1), call.remove(1, OTHER), call.rename('一')],
    ...[
      call.submit(isJudged),
      call.submit(isJudged),
      call.create('新', isJudged),
      isJudged ? call.judge() : call.copy('副本'),
    ],
  ]);
}
