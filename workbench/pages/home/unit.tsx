import { read, type Schemas } from '../../api/client.ts';
import { may } from '../../api/session.ts';
import { addDays, formatDaySpan, formatLongDay, formatMoment, today, toMonday } from '../../parts/dates.ts';
import { Findings, toFindings } from '../../parts/findings.tsx';
import { PageLink, Section, toAddress, useQuery } from '../../parts/page.tsx';
import { listMenus, stateTones } from '../planner/menu-calls.ts';
import { describeOpinion, listReviewRecords, toReviewAddress } from '../review/submission.ts';
import { ShortList } from './short-list.tsx';

const stateTexts = { 草稿: '还没有提交', 待审核: '在等平台审核', 已驳回: '被驳回，请修改后重新提交', 已发布: '已发布' };
/** The decisions of a review, and how many of them are listed. */
const DECISIONS = ['通过', '驳回', '下架'];
const MAX_DECISIONS = 5;

/** The menus of this week and the next, with their states and deadlines. */
export function DueMenus() {
  const query = useQuery('due', readWeeks);
  return (
    <ShortList {...{ title: '本周和下周的食谱', to: '/w/menus', query, empty: '' }} rowKey={({ name }) => name}>
      {({ name, monday, menus, due }) => (
        <>
          <small>
            {name}（{formatDaySpan(monday, addDays(monday, 6))}）{due && <Deadline due={due} />}
          </small>
          {menus.length === 0 && (
            <p>
              <b class="low">还没有食谱</b> <PageLink to="/w/menus">新建食谱</PageLink>
            </p>
          )}
          {menus.map(({ id, name: menuName, state, published }) => (
            <p key={id}>
              <PageLink to={toAddress('/w/planner', { id: String(id) })}>{menuName}</PageLink>{' '}
              <span class={stateTones[state]}>
                {published !== undefined && state !== '已发布' && '已发布，改动'}
                {stateTexts[state]}
              </span>
            </p>
          ))}
        </>
      )}
    </ShortList>
  );
}

type DueWeek = Schemas['DueWeek'];

function Deadline({ due: { by, late, covered, days } }: { readonly due: DueWeek }) {
  const [date = '', time] = by.split('T');
  return (
    <span class={late ? 'high' : ''}>
      {date < today() ? '应在' : '请在'}
      {formatLongDay(date)} {time} 前发布{covered > 0 && `，已有 ${covered} 天，共 ${days} 天`}
    </span>
  );
}

async function readWeeks() {
  const thisMonday = toMonday(today());
  const query = { from: thisMonday, to: addDays(thisMonday, 13), pageSize: 200 };
  const [{ content: allMenus }, dueWeeks] = await Promise.all([listMenus(query), readDueWeeks()]);
  return ['本周', '下周'].map((name, index) => {
    const monday = addDays(thisMonday, 7 * index);
    const sunday = addDays(monday, 6);
    const menus = allMenus.filter(({ start, days }) => start <= sunday && addDays(start, days - 1) >= monday);
    return { name, monday, menus, due: dueWeeks.find(({ week }) => week === monday) };
  });
}

/** The weeks that still have to be published, if the person may see the guide. */
const readDueWeeks = async (): Promise<readonly DueWeek[]> =>
  may('guide.view') ? (await read('/api/guide')).flatMap(({ due = [] }) => due) : [];

/** The latest decisions of the reviewers, with their comments. */
export function ReviewDecisions() {
  const query = useQuery('decisions', async () => {
    const { content } = await listReviewRecords({});
    return content.filter(({ action }) => DECISIONS.includes(action)).slice(0, MAX_DECISIONS);
  });
  return (
    <ShortList
      {...{ title: '审核意见', to: '/w/review', query, empty: '还没有审核意见。' }}
      rowKey={({ menu, time }) => `${menu} ${time}`}
    >
      {(record) => (
        <>
          <PageLink to={toReviewAddress(record)}>{record.name}</PageLink>{' '}
          <b class={record.action === '通过' ? 'good' : 'high'}>{record.action}</b>
          <p>{describeOpinion(record)}</p>
          <small>
            {record.userName} {formatMoment(record.time)}
          </small>
        </>
      )}
    </ShortList>
  );
}

/** The page of each step, and the measure word of its count. Submitting counts records, which say nothing here. */
const guidePages: Readonly<Record<Schemas['GuideStep']['step'], { path: string; measureWord?: string }>> = {
  ...{ config: { path: '/w/settings', measureWord: '餐' }, standard: { path: '/w/standard', measureWord: '个' } },
  ...{ user: { path: '/w/user', measureWord: '人' }, mark: { path: '/w/ingredient', measureWord: '种' } },
  ...{ dish: { path: '/w/dish', measureWord: '道' }, menu: { path: '/w/menus', measureWord: '份' } },
  ...{ submit: { path: '/w/planner' }, publish: { path: '/w/review', measureWord: '份' } },
};

/** The steps from the first settings to a published menu. The list is folded once all are done. */
export function Guide() {
  return useQuery('guide', () => read('/api/guide')).draw((steps) => {
    const openCount = steps.filter(({ done }) => !done).length;
    return (
      <details open={openCount > 0}>
        <summary>
          <h2>使用步骤</h2> <small>{openCount === 0 ? `${steps.length} 步都已完成` : `还差 ${openCount} 步`}</small>
        </summary>
        <ol class="grid narrow ruled">
          {steps.map(({ step, name, done, count, hint = '待完成' }) => {
            const { path, measureWord } = guidePages[step];
            const doneText = `✓ 已完成${count > 0 && measureWord ? `，${count} ${measureWord}` : ''}`;
            return (
              <li key={step}>
                <PageLink to={path}>{name}</PageLink>
                <small class={done ? 'good' : 'low'}>{done ? doneText : hint}</small>
              </li>
            );
          })}
        </ol>
      </details>
    );
  });
}

/** What this week's published menus lack and have too much of. */
export function WeekFindings() {
  const from = toMonday(today());
  const span = { from, to: addDays(from, 6) };
  const reportQuery = useQuery('report', () => read('/api/menu/report', span));
  return (
    <Section title={<PageLink to={toAddress('/w/evaluation', span)}>本周营养</PageLink>}>
      {reportQuery.draw(({ levels }) =>
        levels.length > 0 ? (
          <Findings groups={toFindings(levels)} />
        ) : (
          <p class="faint">有已发布的食谱后，这里说缺什么。</p>
        ),
      )}
    </Section>
  );
}
