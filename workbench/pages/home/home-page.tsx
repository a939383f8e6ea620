import { holds, isPlatform } from '../../api/session.ts';
import { longDay, mondayOf, today } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import * as css from './home.module.css';
import { WeekOfUnits } from './overview.tsx';
import { Ending, Pending } from './platform.tsx';
import { Due, Guide, Said, ServedWeek } from './unit.tsx';

/** 首页: what there is to do now, for a unit and for the platform. */
export function HomePage() {
  const hasNothing = isPlatform() ? !holds(1, 44, 45) : !holds(18, 29, 33);
  return (
    <Page title="首页" about={longDay(today())}>
      <div class={`stack ${css.home}`}>
        {!isPlatform() && holds(18) && <Guide />}
        {isPlatform() ? (
          <div class="sides">
            {holds(44) && <WeekOfUnits />}
            <div class="stack">
              {holds(45) && <Pending />}
              {holds(1) && <Ending />}
            </div>
          </div>
        ) : (
          <div class="columns">
            {holds(29) && <ServedWeek monday={mondayOf(today())} />}
            <div class="stack">
              {holds(29) && <Due />}
              {holds(33) && <Said />}
            </div>
          </div>
        )}
        {hasNothing && <p class="empty">请从上面的导航开始。</p>}
      </div>
    </Page>
  );
}
