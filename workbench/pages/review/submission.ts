import { api, type Schemas, send } from '../../api/client.ts';
import { holds, isPlatform } from '../../api/session.ts';
import { formatMoment } from '../../parts/format.ts';
import { toAddress } from '../../parts/search-params.ts';
import { listMenus } from '../planner/stored-menu.ts';
import { describeSlot } from '../planner/week.ts';

/** A menu that waits for review. Only the platform sees who submitted it and its findings. */
export type WaitingMenu = Pick<Schemas['PendingMenu'], 'menu' | 'name' | 'start' | 'days' | 'revision' | 'time'> &
  Partial<Schemas['PendingMenu']>;

/** A submission with everything that a reviewer needs. */
export type Submission = Awaited<ReturnType<typeof readSubmission>>;

/** Whether the person may read menus. The permission item is 44 for the platform, and 29 for units. */
export const mayReadMenus = () => holds(isPlatform() ? 44 : 29);

/** Whether a person of a unit may read its review records. */
export const mayReadRecords = () => holds(33);

/** The address of a submission. */
export function toReviewAddress({ menu, revision }: Pick<WaitingMenu, 'menu' | 'revision'>): string {
  return toAddress('/w/review', { menu: String(menu), revision: String(revision) });
}

/** Reads a page of review records, the newest first: those of a menu, or else of the unit, for the platform of all units. */
export async function listReviewRecords(query: { menu?: number; pageNo?: number; action?: '驳回'; pageSize?: number }) {
  const { body } = await send(api.GET('/api/menu/review', { params: { query } }));
  if ('next' in body) throw new TypeError('A list of waiting menus was answered');
  return body;
}

/** Reads the reviewer's comment on the last rejection of a menu; undefined without one, or if the person may not read it. */
export async function readRejection(menu: number): Promise<string | undefined> {
  if (!mayReadRecords()) return undefined;
  return (await listReviewRecords({ menu, action: '驳回', pageSize: 1 })).content[0]?.comment;
}

/**
 * Reads the waiting menus of the unit; for the platform a page of those of all units, the longest wait first. `next` is the
 * cursor of the next page, to be passed as `from`; empty after the last.
 */
export async function listWaitingMenus(from = ''): Promise<{ content: WaitingMenu[]; next: string }> {
  if (isPlatform()) {
    const query = { pending: 'true', pageSize: 50, ...(from === '' ? {} : { from }) } as const;
    const { body } = await send(api.GET('/api/menu/review', { params: { query } }));
    if ('next' in body) return body;
  }
  const { content: menus } = await listMenus({ state: '待审核', pageSize: 200 });
  return {
    content: menus.map(({ groups: _, id, modify, ...menu }) => ({ ...menu, menu: id, time: modify })),
    next: '',
  };
}

/** Reads a submission of a menu. While it waits for review, this also reads its differences from the published revision. */
export async function readSubmission(id: number, revision: number) {
  const query = { id, revision };
  const [{ body: menu, etag = '' }, { body: analysis }, { content: records }, { content: waiting }] = await Promise.all(
    [
      send(api.GET('/api/menu', { params: { query } })),
      send(api.GET('/api/menu/analysis', { params: { query } })),
      listReviewRecords({ menu: id }),
      listWaitingMenus(),
    ],
  );
  if (!('items' in menu)) throw new TypeError('A page of menus was answered');
  const isWaiting = menu.state === '待审核' && menu.revision === revision;
  const compare = () => send(api.GET('/api/menu/changes', { params: { query: { id, to: revision } } }));
  const changes = isWaiting ? (await compare()).body : undefined;
  const warnings = analysis.warnings.map(({ text, day, meal }) => {
    return day && meal ? `${describeSlot(menu, { day, meal })}：${text}` : text;
  });
  const history = records.map(({ time, userName, uid, action, revision: number, comment }) => {
    return `${formatMoment(time)} ${userName || uid} ${action}（第 ${number} 次）${comment && `：${comment}`}`;
  });
  return { menu, revision, etag, analysis, warnings, history, waiting, changes };
}
