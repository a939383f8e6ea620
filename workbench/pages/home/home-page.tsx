import { holds, isPlatform, session } from '../../api/session.ts';
import { formatLongDay, today } from '../../parts/dates.ts';
import { Page } from '../../parts/page.tsx';
import { mayReadRecords } from '../review/submission.ts';
import * as css from './home.module.css';
import { Kitchen } from './kitchen.tsx';
import { PendingMenus, UnitsToCare, UnitsWeek } from './platform.tsx';
import { DueMenus, Guide, ReviewDecisions, WeekFindings } from './unit.tsx';

/** 首页: the open tasks of a unit or of the platform. */
export function HomePage() {
  const hasNothing = isPlatform() ? !holds(1, 44, 45) : !holds(18, 29, 33);
  return (
    <Page title="首页" subtitle={formatLongDay(today())}>
      <div class={`stack ${css.home}`}>
        {session.value?.hasGivenPassword && (
          <p>
            您的密码是别人设的，建议<a href="/w/settings">改成自己的</a>。
          </p>
        )}
        {!isPlatform() && holds(18) && <Guide />}
        {isPlatform() ? (
          <div class="sides">
            {holds(44) && <UnitsWeek />}
            <div class="stack">
              {holds(45) && <PendingMenus />}
              {holds(1) && <UnitsToCare />}
            </div>
          </div>
        ) : (
          <div class="columns">
            {holds(29) && <Kitchen />}
            <div class="stack">
              {holds(29) && <WeekFindings />}
              {holds(29) && <DueMenus />}
              {mayReadRecords() && <ReviewDecisions />}
            </div>
          </div>
        )}
        {hasNothing && <p class="empty">请从上面的导航开始。</p>}
      </div>
    </Page>
  );
}
