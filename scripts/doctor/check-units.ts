import { systemRoleId } from '../../lib/domain/user/role.ts';
import type { Task } from '../../lib/store/task.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { deletionTaskKey, oldDeletionKey, rolesKey, unitKey, unitPartition, userKey } from '../../tables/keys.ts';
import { inLanguage } from '../command/language.ts';
import { USER_COUNT_VERSION } from '../migrate/005-user-counts.ts';
import type { Finding } from './finding.ts';
import type { Fact } from './readers.ts';
import type { Survey } from './survey.ts';

/**
 * Finds units without their one main user who holds the system role, broken rosters, and users whose role does not
 * exist.
 */
export function* checkUnits(survey: Survey): Iterable<Finding> {
  for (const unit of survey.of('unit').values()) {
    if (unit.deleting) continue;
    const message = findMainProblem(survey, unit);
    const main = userKey(unit.id, normaliseKey(unit.account));
    if (message) yield { invariant: 'main-account', keys: [unitKey(unit.id), main], message };
    const problem = findRosterProblem(survey, unit.id);
    if (problem) yield { invariant: 'roster', keys: [unitKey(unit.id), rolesKey(unit.id)], message: problem };
  }
  for (const user of survey.of('user').values()) {
    const finding = checkRole(survey, user);
    if (finding) yield finding;
  }
}

/** What is wrong with a unit's main user: the user whose uid is the unit's account. */
function findMainProblem(survey: Survey, { id, account }: Fact<'unit'>): string | undefined {
  const key = userKey(id, normaliseKey(account));
  if (survey.isUnread(key)) return undefined;
  const main = survey.find('user', key);
  if (!main)
    return inLanguage({
      en: `has no user ${account}, who is its main account`,
      zh: `没有用户 ${account}，而这是其主账号`,
    });
  if (main.roleId !== systemRoleId(id)) {
    return inLanguage({
      en: `its main account ${account} has role ${main.roleId}, not the system role ${systemRoleId(id)}`,
      zh: `主账号 ${account} 的角色为 ${main.roleId}，而不是系统角色 ${systemRoleId(id)}`,
    });
  }
  return main.uid === account
    ? undefined
    : inLanguage({
        en: `its account is written ${account}, its main user's uid ${main.uid}`,
        zh: `账号写作 ${account}，而主账号的用户名为 ${main.uid}`,
      });
}

function findRosterProblem(survey: Survey, unit: number): string | undefined {
  const key = rolesKey(unit);
  if (survey.isUnread(key)) return undefined;
  const roster = survey.find('roles', key);
  if (!roster) return inLanguage({ en: 'has no roles at all', zh: '没有任何角色' });
  const system = roster.roles.filter(({ isSystem }) => isSystem).map(({ id }) => id);
  if (system.length !== 1 || system[0] !== systemRoleId(unit)) {
    return inLanguage({
      en: `its system role is ${system.join(', ') || 'missing'}, not ${systemRoleId(unit)}`,
      zh: `系统角色为 ${system.join('、') || '空缺'}，而不是 ${systemRoleId(unit)}`,
    });
  }
  // The unit's ids of roles begin with the system role and end before the next one.
  const end = systemRoleId(unit) - 1 + roster.next;
  const strange = roster.roles.map(({ id }) => id).filter((id) => id < systemRoleId(unit) || id >= end);
  if (strange.length > 0)
    return inLanguage({
      en: `has roles that it cannot have created: ${strange.join(', ')}`,
      zh: `有不可能由其创建的角色：${strange.join('、')}`,
    });
  const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;
  if (!isDistinct(roster.roles.map(({ id }) => id)))
    return inLanguage({ en: 'has two roles with the same id', zh: '有两个编号相同的角色' });
  return isDistinct(roster.roles.map(({ nameKey }) => nameKey))
    ? undefined
    : inLanguage({ en: 'has two roles with the same name', zh: '有两个名称相同的角色' });
}

/** Finds a user with an unknown role. The main user's role is checked elsewhere. */
function checkRole(survey: Survey, { unit, uid, roleId }: Fact<'user'>): Finding | undefined {
  const roster = survey.find('roles', rolesKey(unit));
  if (roleId === 0 || !roster || survey.stateOf(unit) !== 'alive') return undefined;
  const account = survey.find('unit', unitKey(unit))?.account ?? '';
  if (normaliseKey(account) === normaliseKey(uid) || roster.roles.some(({ id }) => id === roleId)) return undefined;
  if (isBeingRevoked(survey, roleId)) return undefined;
  return {
    invariant: 'user-role',
    keys: [userKey(unit, normaliseKey(uid)), rolesKey(unit), unitKey(unit)],
    message: inLanguage({
      en: `${uid} has role ${roleId}, which unit ${unit} has not`,
      zh: `${uid} 的角色为 ${roleId}，而单位 ${unit} 没有此角色`,
    }),
    repair: 'safe',
  };
}

/** Whether the role is being deleted. Until that is finished, some users may still have it, without effect. */
function isBeingRevoked(survey: Survey, role: number): boolean {
  return tasksOf(survey).some((task) => task.kind === 'delete-role' && task.role === role);
}

function tasksOf(survey: Survey): Task[] {
  return [...survey.of('task').values()];
}

/** Finds deleted units without their task, and tasks that would delete a unit that is not deleted. */
export function* checkDeletions(survey: Survey): Iterable<Finding> {
  const invariant = 'deletion-note';
  const deletions = tasksOf(survey).flatMap((task) => (task.kind === 'delete-unit' ? task.unit : []));
  for (const unit of deletions) {
    const state = survey.stateOf(unit);
    if (state === 'deleting' || state === 'unread') continue;
    const message = inLanguage({
      en: `unit ${unit} ${state === 'alive' ? 'is not being deleted' : 'does not exist'}`,
      zh: `单位 ${unit} ${state === 'alive' ? '并未在删除' : '不存在'}`,
    });
    yield { invariant, keys: [deletionTaskKey(unit), unitKey(unit)], message, repair: 'safe' };
  }
  for (const { id, deleting } of survey.of('unit').values()) {
    if (!deleting || deletions.includes(id) || survey.isUnread(deletionTaskKey(id))) continue;
    if (survey.has('old deletion', oldDeletionKey(id))) continue;
    const message = inLanguage({
      en: `unit ${id} is being deleted, but nothing will finish it`,
      zh: `单位 ${id} 正在删除，而没有任务会完成它`,
    });
    yield { invariant, keys: [unitKey(id), deletionTaskKey(id)], message, repair: 'safe' };
  }
}

/** Other findings about a unit's users, which explain a wrong count. */
const explaining: ReadonlySet<Finding['invariant']> = new Set([
  'main-account',
  'misplaced-item',
  'uid-claim-without-user',
  'unreadable-item',
]);

/** Finds rosters with a wrong count of users, which quotas depend on. A roster without a count is right. */
export function* checkUserCounts(survey: Survey, others: readonly Finding[]): Iterable<Finding> {
  const counts = new Map<number, number>();
  for (const { unit } of survey.of('user').values()) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const explained = new Set(
    others.filter(({ invariant }) => explaining.has(invariant)).flatMap(({ keys }) => keys.map(({ pk }) => pk)),
  );
  for (const { unit, users } of survey.of('roles').values()) {
    const count = counts.get(unit) ?? 0;
    if (users === count || survey.stateOf(unit) !== 'alive' || explained.has(unitPartition(unit))) continue;
    if (users === undefined && survey.tableVersion < USER_COUNT_VERSION) continue;
    const message = inLanguage({
      en: `unit ${unit} counts ${users ?? 'no'} users, but there are ${count}`,
      zh: `单位 ${unit} 的用户计数为 ${users ?? '空'}，而实有 ${count} 个`,
    });
    yield { invariant: 'user-count', keys: [rolesKey(unit), unitKey(unit)], message, repair: 'safe' };
  }
}
