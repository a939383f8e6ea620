import { idOf } from '../../lib/domain/values/id.ts';
import { type Key, liveKey, menuKey, menuPlanKey, pendingKey, unitKey } from '../../tables/keys.ts';
import { inLanguage, type Text } from '../command/language.ts';
import type { Finding } from './finding.ts';
import type { Survey } from './survey.ts';

/**
 * Finds menus that contradict their other items: plan item, live entry, entry among those that wait. While a unit is
 * being deleted, these are removed one by one.
 */
export function* checkMenus(survey: Survey): Iterable<Finding> {
  yield* checkPlans(survey);
  yield* checkLive(survey);
  yield* checkPending(survey);
  for (const { unit, number, planVersion, live, waits } of survey.of('menu').values()) {
    if (survey.stateOf(unit) !== 'alive') continue;
    const menu = menuKey(unit, number);
    const wanted: [key: Key, kind: 'menu plan' | 'live menu' | 'pending menu', what: Text][] = [
      [
        menuPlanKey(unit, number),
        'menu plan',
        { en: `a plan of version ${planVersion}`, zh: `版本 ${planVersion} 的安排` },
      ],
    ];
    if (live) {
      const what = { en: `revision ${live.revision} live`, zh: `第 ${live.revision} 次修订生效` };
      wanted.push([liveKey(unit, live.start, number), 'live menu', what]);
    }
    if (waits) {
      const what = { en: 'that it waits for review', zh: '等待审核' };
      wanted.push([pendingKey(waits.since, idOf(unit, number)), 'pending menu', what]);
    }
    const missing = wanted.filter(([key, kind]) => !survey.has(kind, key)).map(([, , what]) => what);
    if (missing.length === 0) continue;
    // All items that the menu refers to must be looked at again: otherwise a second look would miss the others.
    const keys = wanted.map(([key]) => key);
    yield finding([menu, ...keys, unitKey(unit)], {
      en: `says ${missing.map(({ en }) => en).join(', ')}, and there is none`,
      zh: `记有${missing.map(({ zh }) => zh).join('、')}，而实际没有`,
    });
  }
}

function* checkPlans(survey: Survey): Iterable<Finding> {
  for (const { unit, number, version } of survey.of('menu plan').values()) {
    const owner = menuKey(unit, number);
    if (survey.stateOf(unit) !== 'alive' || survey.isUnread(owner)) continue;
    const menu = survey.find('menu', owner);
    if (menu?.planVersion === version) continue;
    const message = menu
      ? {
          en: `is of version ${version}, its menu says ${menu.planVersion}`,
          zh: `版本为 ${version}，而其食谱记为 ${menu.planVersion}`,
        }
      : { en: 'is the plan of no menu', zh: '安排没有所属的食谱' };
    yield finding([menuPlanKey(unit, number), owner, unitKey(unit)], message);
  }
}

function* checkLive(survey: Survey): Iterable<Finding> {
  for (const { unit, number, revision, start } of survey.of('live menu').values()) {
    const owner = menuKey(unit, number);
    if (survey.stateOf(unit) !== 'alive' || survey.isUnread(owner)) continue;
    const live = survey.find('menu', owner)?.live;
    if (live?.start === start && live.revision === revision) continue;
    yield finding([liveKey(unit, start, number), owner, unitKey(unit)], {
      en: 'is live, of which its menu says nothing',
      zh: '记为生效，而其食谱没有记录',
    });
  }
}

function* checkPending(survey: Survey): Iterable<Finding> {
  for (const { unit, number, time } of survey.of('pending menu').values()) {
    const owner = menuKey(unit, number);
    if (['deleting', 'unread'].includes(survey.stateOf(unit)) || survey.isUnread(owner)) continue;
    if (survey.find('menu', owner)?.waits?.since === time) continue;
    const key = pendingKey(time, idOf(unit, number));
    yield finding([key, owner, unitKey(unit)], {
      en: 'waits for review, of which its menu says nothing',
      zh: '记为等待审核，而其食谱没有记录',
    });
  }
}

function finding(keys: Finding['keys'], message: Text): Finding {
  return { invariant: 'menu', keys, message: inLanguage(message) };
}
