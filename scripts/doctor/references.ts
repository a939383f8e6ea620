import { listWeeks, type MenuDays, toWeekMenu, type WeekMenu } from '../../lib/domain/menu/week.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { NO_ROLE, SYSTEM_ROLE_TYPE, systemRoleId } from '../../lib/domain/user/role.ts';
import { listDaysOfWeek } from '../../lib/domain/values/calendar.ts';
import { locate, toId } from '../../lib/domain/values/id.ts';
import { serviceFactsOfUnit } from '../../lib/store/unit/service-facts.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { type ItemIdentity, identifyKey } from '../../tables/item-kinds.ts';
import * as keys from '../../tables/keys.ts';
import type { Content, ReadKind } from './item-schemas.ts';
import { type Finding, printKey, type Survey, type SurveyedItem } from './survey.ts';

/** Finds the problem of another item, which must exist and agree; undefined if it has none. */
type Reference = (survey: Survey) => string | undefined;

/** The content of an item, and the facts in its key. */
type Source<K extends ReadKind> = ItemIdentity & { readonly unit: number; readonly content: Content<K> };
type IsRight<K extends ReadKind> = (content: Content<K>) => boolean;
type ListReferences = (source: Source<ReadKind>) => readonly Reference[];

/** Makes a reference to another item, which may be gone while its unit is being deleted: items are removed in any order. */
function refer<K extends ReadKind>(kind: K, key: keys.Key, isRight: IsRight<K> = () => true): Reference {
  return (survey) => {
    if (survey.getUnitState(identifyKey(key)?.unit ?? PLATFORM) === 'deleting') return undefined;
    const content = survey.find(kind, key);
    if (content && isRight(content)) return undefined;
    return `relies on the ${kind} ${printKey(key)}, which ${content ? 'says something else' : 'is not there'}`;
  };
}

/** By kind, a function that lists the other items on which an item relies. */
const listReferencesByKind: { readonly [K in ReadKind]?: (source: Source<K>) => readonly Reference[] } = {
  unit: ({ content: unit }) => {
    const { id, account, name, hasIcon, deleting } = unit;
    // A unit that is being deleted needs only the task that finishes it.
    if (deleting) return [refer('task', keys.deletionTaskKey(id))];
    const systemRole = systemRoleId(id);
    const facts = JSON.stringify(serviceFactsOfUnit(unit));
    const hasSameFacts = ({ category, until }: Content<'serving'>) => JSON.stringify({ category, until }) === facts;
    return [
      ...(id === PLATFORM
        ? []
        : [
            refer('name claim', keys.unitNameClaimKey(normaliseKey(name)), (claim) => claim.unit === id),
            refer('serving', keys.serviceFactsKey(id), hasSameFacts),
          ]),
      refer('roles', keys.rolesKey(id), ({ roles }) =>
        roles.some((role) => role.id === systemRole && role.roleType === SYSTEM_ROLE_TYPE),
      ),
      refer(
        'user',
        keys.userKey(id, normaliseKey(account)),
        (user) => user.uid === account && user.roleId === systemRole,
      ),
      ...(hasIcon ? [refer('unit icon', keys.unitIconKey(id))] : []),
    ];
  },
  'name claim': ({ content: { unit }, text }) => [
    refer('unit', keys.unitKey(unit), ({ name, deleting }) => !deleting && normaliseKey(name) === text),
  ],
  user: ({ content: { uid }, unit }) => [
    refer('uid claim', keys.uidClaimKey(normaliseKey(uid)), (claim) => claim.unit === unit && claim.uid === uid),
  ],
  'uid claim': ({ content: { uid, unit } }) => [refer('user', keys.userKey(unit, normaliseKey(uid)))],
  standard: ({ content: { vendors } }) => vendors.map((unit) => refer('unit', keys.unitKey(unit))),
  dish: ({ content: { hasIcon }, unit, number }) =>
    hasIcon ? [refer('dish icon', keys.dishIconKey(unit, number))] : [],
  calendar: ({ content: { off, on }, unit }) => {
    const days = JSON.stringify([off, on]);
    const hasSameDays = (facts: Content<'serving'>) => JSON.stringify([facts.off, facts.on]) === days;
    return unit === PLATFORM ? [] : [refer('serving', keys.serviceFactsKey(unit), hasSameDays)];
  },
  serving: ({ content: { off, on }, number: unit }) => [
    refer('unit', keys.unitKey(unit), ({ deleting }) => !deleting),
    ...(off.length + on.length > 0 ? [refer('calendar', keys.calendarKey(unit))] : []),
  ],
  week: ({ content: { menus }, number: unit, text: week }) =>
    menus.map((entry) => refer('menu', keys.menuStateKey(unit, entry[0]), (menu) => isWeekMenu(menu, week, entry))),
  menu: ({ content: { planVersion, live, waits, ...menu }, unit, number }) => [
    ...listWeeks({ ...menu, live }).map((week) =>
      refer('week', keys.weekKey(week, unit), ({ menus }) =>
        menus.some((entry) => isWeekMenu({ ...menu, live }, week, entry)),
      ),
    ),
    refer('menu plan', keys.menuPlanKey(unit, number), ({ version }) => version === planVersion),
    ...(live
      ? [refer('live menu', keys.liveKey(unit, live.start, number), ({ revision }) => revision === live.revision)]
      : []),
    ...(waits ? [refer('pending menu', keys.pendingKey(waits.since, toId(unit, number)))] : []),
  ],
  'menu people': ({ unit, number }) => [refer('menu', keys.menuStateKey(unit, number))],
  'live menu': ({ unit, number, text }) => [
    refer('menu', keys.menuStateKey(unit, number), ({ live }) => live?.start === text),
  ],
  'pending menu': ({ content: { menu }, number: since }) => {
    const { unit, number } = locate(menu);
    return [refer('menu', keys.menuStateKey(unit, number), ({ waits }) => waits?.since === since)];
  },
  screen: ({ content: { hash }, unit, number }) =>
    hash === undefined
      ? []
      : [refer('screen claim', keys.screenClaimKey(hash), (claim) => claim.unit === unit && claim.number === number)],
  // The claim on the address of a deleted screen expires.
  'screen claim': ({ content: { unit, number, ttl }, text }) =>
    ttl === undefined ? [refer('screen', keys.screenKey(unit, number), ({ hash }) => hash === text)] : [],
  task: ({ content }) =>
    content.kind === 'delete-unit' ? [refer('unit', keys.unitKey(content.unit), ({ deleting }) => deleting)] : [],
};

function isWeekMenu(menu: MenuDays, week: string, entry: WeekMenu): boolean {
  return JSON.stringify(toWeekMenu(menu, listDaysOfWeek(week))) === JSON.stringify(entry);
}

/** Finds items that rely on absent or contradicting items, and data of units that do not exist. */
export function* checkReferences(survey: Survey): Iterable<Finding> {
  const orphanedUnits = new Set<number>();
  for (const { key, identity, content } of survey.listItems()) {
    const { unit = PLATFORM, kind } = identity;
    const state = identity.unit === undefined ? 'alive' : survey.getUnitState(unit);
    if (state === 'absent') orphanedUnits.add(unit);
    if (state !== 'alive' && kind !== 'unit') continue;
    // The function of a kind takes the content of that kind.
    const listReferences = listReferencesByKind[kind as ReadKind] as ListReferences | undefined;
    for (const findProblem of listReferences?.({ ...identity, unit, content }) ?? []) {
      const problem = findProblem(survey);
      if (problem) yield { about: kind, key, problem };
    }
  }
  for (const unit of orphanedUnits)
    yield { about: 'unit', key: keys.unitKey(unit), problem: 'is not there, but has data' };
}

/** Finds wrong counts of users, marks and prices, and users whose role does not exist. */
export function* checkUnits(survey: Survey): Iterable<Finding> {
  const usersByUnit = Map.groupBy(survey.listByKind('user'), ({ identity }) => identity.unit);
  const marksByUnit = Map.groupBy(survey.listByKind('marks'), ({ identity }) => identity.unit);
  const pricesByUnit = Map.groupBy(survey.listByKind('prices'), ({ identity }) => identity.unit);
  const countCodes = (buckets: readonly SurveyedItem<'marks' | 'prices'>[] = []) =>
    buckets.reduce((sum, { content }) => sum + content.pairs.length / 2, 0);
  const revokedRoleIds = [...survey.listByKind('task')].flatMap(({ content }) =>
    content.kind === 'delete-role' ? content.role : [],
  );
  for (const { key, content: unit } of survey.listByKind('unit')) {
    const unitRoles = survey.find('roles', keys.rolesKey(unit.id));
    if (unit.deleting || !unitRoles) continue;
    const users = usersByUnit.get(unit.id) ?? [];
    const markCount = survey.find('mark count', keys.markCountKey(unit.id))?.count ?? 0;
    const priceCount = survey.find('price count', keys.priceCountKey(unit.id))?.count ?? 0;
    for (const [about, stored, actual] of [
      ['roles', unitRoles.users, users.length],
      ['marks', markCount, countCodes(marksByUnit.get(unit.id))],
      ['prices', priceCount, countCodes(pricesByUnit.get(unit.id))],
    ] as const)
      if (stored !== actual) yield { about, key, problem: `counts ${stored}, but there are ${actual}` };
    // Until the deletion of a role is finished, some users may still have it, without effect.
    const roleIds = new Set([NO_ROLE, ...unitRoles.roles.map(({ id }) => id), ...revokedRoleIds]);
    for (const { key: keyOfUser, content: user } of users)
      if (!roleIds.has(user.roleId))
        yield { about: 'user', key: keyOfUser, problem: `has role ${user.roleId}, which its unit has not` };
  }
}
