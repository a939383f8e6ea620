import { api, type Schemas, send } from '../../api/client.ts';
import { holds, isPlatform } from '../../api/session.ts';
import { formatMoment } from '../../parts/format.ts';
import { toAddress } from '../../parts/search-params.ts';
import { listMenus } from '../planner/stored-menu.ts';
import { describeSlot } from '../planner/week.ts';

/** A menu that waits for review. Only the platform sees who submitted it and its findings. */
export type WaitingMenu = Pick<Schemas['PendingMenu'], 'menu' | 'name' | 'start' | 'days' | 'revision' | 'time'> &
  Partial<Schemas['PendingMenu']>;

/** A submission with all that a reviewer needs. */
export type Submission = Awaited<ReturnType<typeof readSubmission>>;

/** Whether the person may read menus. Review records need another permission item. */
export const mayReadMenus = () => holds(isPlatform() ? 44 : 29);

/** The address of a submission. */
export function toReviewAddress({ menu, revision }: Pick<WaitingMenu, 'menu' | 'revision'>): string {
  return toAddress('/w/review', { menu: String(menu), revision: String(revision) });
}

/** Reads a page of review records, the newest first: of a menu, of the unit, or of all units. */
export async function listRecords(query: { menu?: number; pageNo?: number; action?: '驳回'; pageSize?: number }) {
  const { body } = await send(api.GET('/api/menu/review', { params: { query } }));
  if ('next' in body) throw new TypeError('A list of waiting menus was answered');
  return body;
}

/** Reads why the last submission of a menu was rejected, if the person may read the records. */
export async function readRejection(menu: number): Promise<string | undefined> {
  if (!holds(33)) return undefined;
  return (await listRecords({ menu, action: '驳回', pageSize: 1 })).content[0]?.comment;
}

/** Reads the waiting menus of the unit; for the platform those of all units, the longest wait first. */
export async function listWaiting(from = ''): Promise<{ content: WaitingMenu[]; next: string }> {
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

/** Reads a submission. While it waits for review, also reads its differences from the published revision. */
export async function readSubmission(id: number, revision: number) {
  const query = { id, revision };
  const [{ body: menu, etag = '' }, { body: analysis }, { content: records }, { content: waiting }] = await Promise.all(
    [
      send(api.GET('/api/menu', { params: { query } })),
      send(api.GET('/api/menu/analysis', { params: { query } })),
      listRecords({ menu: id }),
      listWaiting(),
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
