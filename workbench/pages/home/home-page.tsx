import { session } from '../../api/session.ts';
import { Page } from '../../parts/page.tsx';

/** 首页. */
export function HomePage() {
  return (
    <Page title="首页">
      <p>{session.value?.venderName}</p>
    </Page>
  );
}
