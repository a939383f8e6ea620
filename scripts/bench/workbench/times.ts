import type { HttpService } from '../../../tests/support/service/http.ts';
import { visit } from '../../../tests/support/workbench/visit.ts';
import { median } from '../figures.ts';

const ROUNDS = 20;
/** The first changes warm the browser up. */
const WARM_UP_ROUNDS = 5;

/** Milliseconds from a key press to its effects. */
export interface Times {
  /** Until the grid shows the change, laid out. */
  readonly grid: number;
  /** Until the judgement is that of the change. */
  readonly judgement: number;
}

/** Records, after the next key press, when the week is redrawn, and when the findings are, after the answer of the analysis. */
const WATCH = `window.change = new Promise((resolve) => {
  const [week, findings] = [document.querySelector('main table'), document.querySelector('aside[aria-label="营养分析"]')];
  const redrawn = [];
  let begin, grid;
  const layOut = (element) => { element.getBoundingClientRect(); return performance.now(); };
  const changes = new MutationObserver((list) => {
    const hits = (element) => list.some(({ target }) => element.contains(target));
    if (grid === undefined && hits(week)) grid = layOut(week);
    if (hits(findings)) redrawn.push(layOut(findings));
  });
  const check = () => {
    const requests = performance.getEntriesByName(location.origin + '/api/menu/analysis');
    const answer = requests.find(({ startTime }) => startTime >= begin);
    const judged = answer && redrawn.find((time) => time >= answer.responseEnd);
    if (judged === undefined) return;
    clearInterval(timer);
    changes.disconnect();
    resolve({ grid: grid - begin, judgement: judged - begin });
  };
  const timer = setInterval(check, 50);
  addEventListener('keydown', () => {
    begin = performance.now();
    performance.clearResourceTimings();
    changes.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true, attributes: true });
  }, { capture: true, once: true });
}), true`;

/** Times what a person sees after changing a portion, up and down. The processor is slowed down by the factor. */
export async function measureTimes({ url }: HttpService, uid: string, menuId: number, factor: number): Promise<Times> {
  const page = await visit(url, `/w/planner?id=${menuId}`, { as: uid });
  await page.see('每日平均', '已保存');
  const [, card = ''] = /button (\S+ 周三午餐 [\d.]+ g.*)/.exec(await page.outline()) ?? [];
  await page.focus('button', card);
  await page.watched.page.emulateCPUThrottling(factor);
  const times: Times[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    await page.watched.page.evaluate(WATCH);
    await page.press(round % 2 === 0 ? '=' : '-');
    // `WATCH` resolves to these members.
    const change = (await page.watched.page.evaluate('change')) as Times;
    if (round >= WARM_UP_ROUNDS) times.push(change);
    await page.settle();
  }
  await page.close();
  return { grid: median(times.map(({ grid }) => grid)), judgement: median(times.map(({ judgement }) => judgement)) };
}
