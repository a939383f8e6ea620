import { api, type Schemas, send } from '../../api/client.ts';
import { holds, isPlatform } from '../../api/session.ts';
import { moment } from '../../parts/format.ts';
import { addressOf } from '../../parts/query.ts';
import { listMenus } from '../planner/stored-menu.ts';
import { placeName } from '../planner/week.ts';

/** A menu that waits; who submitted it and what it lacks is told to the platform. */
export type Waiting = Pick<Schemas['PendingMenu'], 'menu' | 'name' | 'start' | 'days' | 'revision' | 'time'> &
  Partial<Schemas['PendingMenu']>;

/** A submission as it was frozen, and all that a reviewer must know. */
export type Submission = Awaited<ReturnType<typeof readSubmission>>;

/** Whether the menus themselves may be read: their item is another one than that of the records. */
export const mayRead = () => holds(isPlatform() ? 44 : 29);

/** Where one submission of a menu is shown. */
export function reviewAddress({ menu, revision }: Pick<Waiting, 'menu' | 'revision'>): string {
  return addressOf('/w/review', { menu: String(menu), revision: String(revision) });
}

/** A page of what was done, newest first: with one menu, or by the unit, or by the platform. */
export async function listRecords(query: { menu?: number; pageNo?: number; action?: '驳回'; pageSize?: number }) {
  const { body } = await send(api.GET('/api/menu/review', { params: { query } }));
  if ('next' in body) throw new TypeError('What waits was answered');
  return body;
}

/** Why the last submission of a menu was rejected, for who may read the records. */
export async function readRejection(menu: number): Promise<string | undefined> {
  if (!holds(33)) return undefined;
  return (await listRecords({ menu, action: '驳回', pageSize: 1 })).content[0]?.comment;
}

/** What waits, from a cursor on: of the own unit; for the platform over all units, the longest first. */
export async function listWaiting(from = ''): Promise<{ content: Waiting[]; next: string }> {
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

/** Reads a submission, and as long as it waits what differs from what is live. */
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
    return day && meal ? `${placeName(menu, { day, meal })}：${text}` : text;
  });
  const history = records.map(({ time, userName, uid, action, revision: of, comment }) => {
    return `${moment(time)} ${userName || uid} ${action}（第 ${of} 次）${comment && `：${comment}`}`;
  });
  return { menu, revision, etag, analysis, warnings, history, waiting, changes };
}
