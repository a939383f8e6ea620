import { isPlatform, may, session } from '../../api/session.ts';
import { formatLongDay, today } from '../../parts/dates.ts';
import { Page } from '../../parts/page.tsx';
import * as css from './home.module.css';
import { Kitchen } from './kitchen.tsx';
import { PendingMenus, UnitsToCare, UnitsWeek } from './platform.tsx';
import { DueMenus, Guide, ReviewDecisions, WeekFindings } from './unit.tsx';

/** 首页: the open tasks of a unit or of the platform. */
export function HomePage() {
  // Whoever reviews menus may view the records, too.
  const hasNothing = !may('unit.view', 'menu.view', 'record.view', 'guide.view');
  return (
    <Page title="首页" subtitle={formatLongDay(today())}>
      <div class={`stack ${css.home}`}>
        {session.value?.hasGivenPassword && (
          <p>
            您的密码是别人设的，建议<a href="/w/settings">改成自己的</a>。
          </p>
        )}
        {!isPlatform() && may('guide.view') && <Guide />}
        {isPlatform() ? (
          <div class="sides">
            {may('menu.view') && <UnitsWeek />}
            <div class="stack">
              {may('menu.review') && <PendingMenus />}
              {may('unit.view') && <UnitsToCare />}
            </div>
          </div>
        ) : (
          <div class="columns">
            {may('menu.view') && <Kitchen />}
            <div class="stack">
              {may('menu.view') && <WeekFindings />}
              {may('menu.view') && <DueMenus />}
              {may('record.view') && <ReviewDecisions />}
            </div>
          </div>
        )}
        {hasNothing && <p class="empty">请从上面的导航开始。</p>}
      </div>
    </Page>
  );
}
