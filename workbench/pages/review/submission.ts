import { api, read, type Schemas, send } from '../../api/client.ts';
import { isPlatform, may } from '../../api/session.ts';
import { formatMoment } from '../../parts/dates.ts';
import { formatAmount } from '../../parts/energy.ts';
import { formatPercent, nameCategory } from '../../parts/format.ts';
import { toAddress } from '../../parts/page.tsx';
import { isUrgent, listMenus } from '../planner/menu-calls.ts';
import { describeSlot, type Meal } from '../planner/week.ts';

/** A menu that waits for review. Only the platform sees who submitted it and its findings. */
export type WaitingMenu = Pick<Schemas['PendingMenu'], 'menu' | 'name' | 'start' | 'days' | 'revision' | 'time'> &
  Partial<Schemas['PendingMenu']>;

export type Submission = Awaited<ReturnType<typeof readSubmission>>;

export type MenuChanges = Schemas['MenuChanges'];

/** The menus of a week have the same name in all units. */
export const nameMenu = ({ venderName, name }: Pick<WaitingMenu, 'venderName' | 'name'>): string =>
  [venderName, name].filter(Boolean).join('：');

export const toReviewAddress = ({ menu, revision }: Pick<WaitingMenu, 'menu' | 'revision'>): string =>
  toAddress('/w/review', { menu: String(menu), revision: String(revision) });

/** Reads a page of review records, the newest first: those of a menu, or else of the unit, for the platform of all units. */
export async function listReviewRecords(query: { menu?: number; pageNo?: number; action?: '驳回'; pageSize?: number }) {
  const records = await read('/api/menu/review', query);
  if ('next' in records) throw new TypeError('A list of waiting menus was answered');
  return records;
}

/** Reads the latest review records of all units, for the platform. */
export const listRecentRecords = async () => (isPlatform() ? (await listReviewRecords({ pageSize: 200 })).content : []);

/** Reads the reviewer's comment on the last rejection of a menu; undefined without one, or if the person may not read it. */
export const readRejection = async (menu: number): Promise<string | undefined> =>
  may('record.view') ? (await listReviewRecords({ menu, action: '驳回', pageSize: 1 })).content[0]?.comment : undefined;

/** Reads the unit's waiting menus; for the platform a page of all, the longest wait first. `next` is empty after the last. */
export async function listWaitingMenus(from = ''): Promise<{ content: WaitingMenu[]; next: string }> {
  if (isPlatform()) {
    const query = { pending: 'true', pageSize: 50, ...(from === '' ? {} : { from }) } as const;
    const menus = await read('/api/menu/review', query);
    if ('next' in menus) return menus;
  }
  const { content: menus } = await listMenus({ state: '待审核', pageSize: 200 });
  const content = menus.map(({ groups: _, id, modify, ...menu }) => ({ ...menu, menu: id, time: modify }));
  return { content, next: '' };
}

/** What a reviewer has said of a menu. */
export const describeOpinion = ({ comment, comments = [] }: Pick<Schemas['Review'], 'comment' | 'comments'>): string =>
  [comment, comments.map(({ text }) => text).join('；')].filter(Boolean).join(' · ');

/** The typed comments as the call takes them; keys are those of `partKey`. */
export const toComments = (typed: Readonly<Record<string, string>>) =>
  Object.entries(typed).flatMap(([key, text]) => {
    const [day, meal, dish] = key.split(' ') as [string, Meal?, string?];
    if (text.trim() === '') return [];
    return [{ day: Number(day), ...(meal && { meal }), ...(dish && { dish: Number(dish) }), text }];
  });

/** Reads a submission. While it waits, this also reads its differences from the rejected and the published revision. */
export async function readSubmission(id: number, revision: number) {
  const query = { id, revision };
  const [{ body: menu, etag = '' }, analysis, { content: records }, { content: waiting }] = await Promise.all([
    send(api.GET('/api/menu', { params: { query } })),
    read('/api/menu/analysis', query),
    listReviewRecords({ menu: id }),
    listWaitingMenus(),
  ]);
  if (!('items' in menu)) throw new TypeError('A page of menus was answered');
  const isWaiting = menu.state === '待审核' && menu.revision === revision;
  const { published = 0 } = menu;
  const rejection = records.find((old) => old.action === '驳回' && old.revision > published && old.revision < revision);
  const baseRevisions = isWaiting
    ? [rejection?.revision, rejection && !published ? undefined : published].filter((base) => base !== undefined)
    : [];
  const comparisons = await Promise.all(
    baseRevisions.map((from) => read('/api/menu/changes', { id, to: revision, ...(from > 0 && { from }) })),
  );
  // A reviewer sees what was said of the rejected submission.
  const review = isWaiting ? rejection : records.find((record) => record.revision === revision && record.comments);
  const describeWarning = ({ text, day, meal }: Schemas['AnalysisWarning']) =>
    day && meal ? `${describeSlot(menu, { day, meal })}：${text}` : text;
  const urgentWarnings = analysis.warnings.filter(isUrgent).map(describeWarning);
  const warnings = analysis.warnings.filter((warning) => !isUrgent(warning)).map(describeWarning);
  const history = records.map((record) => {
    const { time, userName, uid, action, revision: recordedRevision } = record;
    const opinion = describeOpinion(record);
    return `${formatMoment(time)} ${userName || uid} ${action}（第 ${recordedRevision} 次）${opinion && `：${opinion}`}`;
  });
  const { comments } = review ?? {};
  // The records of one menu do not name its unit.
  const isOfMenu = ({ menu }: { readonly menu: number }) => menu === id;
  const unitName = waiting.find(isOfMenu)?.venderName ?? (await listRecentRecords()).find(isOfMenu)?.venderName;
  const waitingState = { etag, waiting, isWaiting, comparisons };
  return { menu, unitName, revision, analysis, urgentWarnings, warnings, history, comments, ...waitingState };
}

/** The differences between a submission and an earlier one, as sentences. */
export function describeChanges({ items, groups, dishes, judgements }: MenuChanges): string[] {
  const addedCount = items.filter(({ before }) => before === undefined).length;
  const removedCount = items.filter(({ after }) => after === undefined).length;
  const changedCount = items.length - addedCount - removedCount;
  const lines = [
    items.length > 0 && `菜品：新增 ${addedCount} 道，去掉 ${removedCount} 道，改份量或人群 ${changedCount} 道`,
    ...groups.map(
      ({ name, before, after }) => `人群「${name}」：${describeGroup(before)}，改为${describeGroup(after)}`,
    ),
    dishes.length > 0 && `用料改了：${dishes.map(({ name }) => name).join('、')}`,
    ...judgements.map(
      ({ group, name, unit, before, after }) =>
        `${group} ${nameCategory(name)}：${describeJudgement(unit, before)}，改为${describeJudgement(unit, after)}`,
    ),
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines : ['菜品、人群和评价都没有变。'];
}

function describeGroup(group: MenuChanges['groups'][number]['before']): string {
  if (group === undefined) return '没有';
  const { people, factor, avoid } = group;
  return [`${people} 人`, `份量 ×${factor}`, ...avoid.map((allergen) => `不吃${allergen}`)].join('，');
}

function describeJudgement(unit: string, figure: MenuChanges['judgements'][number]['before']): string {
  if (figure === undefined) return '没有';
  const amount = unit === '' ? formatPercent(figure.value) : formatAmount(figure.value, unit);
  return `${figure.judgement ?? '未评'} ${amount}`;
}
