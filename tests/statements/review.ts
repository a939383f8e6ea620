import * as live from '../../lib/store/menu/live-menu.ts';
import { getMenu, readMenusHead } from '../../lib/store/menu/menu.ts';
import { createMenu as addMenu, readMenuGround } from '../../lib/store/menu/menu-change.ts';
import * as removal from '../../lib/store/menu/menu-removal.ts';
import * as restoring from '../../lib/store/menu/menu-restore.ts';
import * as revisions from '../../lib/store/menu/menu-revision.ts';
import * as sheet from '../../lib/store/menu/menu-sheet.ts';
import * as submission from '../../lib/store/menu/menu-submission.ts';
import * as transition from '../../lib/store/menu/menu-transition.ts';
import * as reviews from '../../lib/store/menu/review.ts';
import type { Database } from '../../lib/table/database.ts';
import { createPublished, createServed, MONDAY, weekOf } from '../support/nouns/menus.ts';
import type { School, Setup } from '../support/service/setup.ts';
import { always, newestTask, PAGE, type Patterns } from '../support/statements/pattern.ts';
import { empty, ownUnit, type Parameter, paging, type Statements, value } from '../support/statements/statement.ts';

/** The owner of the menus: for the platform the school. */
const ownerOf = (setup: Setup, home: School) => (home.id === 0 ? setup.school : home);

/** A menu that can be submitted. */
const draft: Parameter = {
  names: 'menu',
  make: (setup, home) => createServed(setup, weekOf(setup), ownerOf(setup, home)),
};
const publishedMenu: Parameter = {
  names: 'menu',
  make: (setup, home) => createPublished(setup, weekOf(setup), ownerOf(setup, home)),
};
/** A published menu whose content has changed since. */
const changedMenu: Parameter = {
  names: 'menu',
  make: async (setup, home) => {
    const id = await createPublished(setup, weekOf(setup), home);
    await setup.succeed('POST /api/menu', { id, name: setup.unique('改名') }, home.token);
    return id;
  },
};
/** The second revision waits, since the platform has taken down the first. The unit's setting stays as it is. */
const pendingMenu: Parameter = {
  names: 'menu',
  make: async (setup, home) => {
    const owner = ownerOf(setup, home);
    const id = await createPublished(setup, weekOf(setup), owner);
    await setup.succeed('POST /api/menu/retract', { id, comment: '超标' }, setup.admin);
    await setup.succeed('POST /api/menu/submit', { id }, owner.token);
    return id;
  },
};

export const statements: Statements = {
  'POST /api/menu/submit': {
    side: 'business',
    items: { business: [31] },
    parameters: { id: draft },
    operation: 'submitMenu',
    cost: [4, 14, 20],
  },
  'POST /api/menu/withdraw': {
    side: 'business',
    items: { business: [31] },
    parameters: { id: pendingMenu },
    operation: 'withdrawMenu',
    cost: [3, 6, 16],
  },
  'POST /api/menu/discard': {
    side: 'business',
    items: { business: [31] },
    parameters: { id: changedMenu },
    operation: 'discardMenu',
    cost: [3, 7, 10],
  },
  'POST /api/menu/retract': {
    side: 'any',
    items: { admin: [45], business: [31] },
    parameters: { id: publishedMenu, comment: value('停供') },
    operation: 'retractMenu',
    cost: [3, 6, 16],
  },
  'POST /api/menu/review': {
    side: 'admin',
    items: { admin: [45] },
    parameters: { id: pendingMenu, revision: value(2), result: value('通过'), comment: value('好') },
    operation: 'reviewMenu',
    cost: [3, 9, 18],
  },
  'GET /api/menu/review': {
    side: 'any',
    items: { admin: [45], business: [33] },
    parameters: {
      vender: ownUnit,
      // The list may be filtered by a menu that does not exist: it is empty then.
      menu: { ...publishedMenu, names: 'nothing' },
      action: empty,
      pending: value('false'),
      from: empty,
      ...paging,
    },
    demo: ({ menus }) => ({ vender: Math.floor((menus[0] ?? 0) / 1_000_000), menu: menus.at(-1) ?? 0 }),
    cost: [3, 8, 0],
  },
};

const NOW = Date.UTC(2026, 8, 1);
const SERVED = [{ day: 1, meal: 'lunch', dish: 1_000_036, portion: '1' }] as const;
const content = {
  name: '第一周',
  days: 5,
  meals: ['lunch'],
  groups: [{ level: '中体力', people: 120, factor: '1', meals: ['lunch'] }],
  standard: 'none',
  items: SERVED,
} as const;
const DOER = { uid: 'unit1', now: NOW };
let weeks = 0;

async function addDraft(db: Database): Promise<number> {
  const [ground, head] = [await readMenuGround(db, 1, SERVED), await readMenusHead(db, 1)];
  const start = new Date(NOW + weeks++ * 7 * 86_400_000).toISOString().slice(0, 10);
  return addMenu(db, 1, { ...content, start }, { ground, head, now: NOW });
}

async function submit(db: Database, id: number): Promise<void> {
  const known = await submission.readSubmissionGround(db, 1, id);
  await submission.submitMenu(db, 1, id, { ...DOER, isMeant: always, known });
}

/** A published menu of unit 1. */
async function addPublished(db: Database): Promise<number> {
  const id = await addDraft(db);
  await submit(db, id);
  return id;
}

/** A menu that waits for review, since the platform has taken it down before. */
async function addPending(db: Database): Promise<number> {
  const id = await addPublished(db);
  await transition.retractMenu(db, id, { comment: '停供', byPlatform: true }, DOER);
  await submit(db, id);
  return id;
}

const MENU = '`V#12#MENU`: `STATE#…`, row, `HEAD`';
const RECORD = '`V#12#RECORD`: `HEAD`, `RECORD#…`, row';

export const patterns: Patterns = {
  'review.readReviewsHead': {
    does: "read the head of a unit's review records",
    keys: '`V#12#RECORD` / `HEAD`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => reviews.readReviewsHead(db, 1),
  },
  'review.listReviews': {
    does: "read a page of a unit's review records",
    keys: '`V#12#RECORD`: `HEAD`, rows, `RECORD#…`',
    roundTrips: '3; 1 less with the head at hand',
    cost: '4 r; 1 r per record, rows',
    call: async ({ service }) => {
      await addPublished(service.deps.db);
      return (db) => reviews.listReviews(db, 1, PAGE, {});
    },
  },
  'review.listReviewsOf': {
    does: 'list the review records of one revision',
    keys: '`V#12#RECORD`: rows, `RECORD#…`',
    roundTrips: '2; 2 more where 20 records of the menu are younger',
    cost: '3 r; 1 r per record of the menu up to 20, rows',
    call: async ({ service }) => {
      const id = await addPublished(service.deps.db);
      const head = await reviews.readReviewsHead(service.deps.db, 1);
      return (db) => reviews.listReviewsOf(db, { menu: id, revision: 1 }, head);
    },
  },
  'review.listPending': {
    does: 'read a part of the menus that wait for review',
    keys: '`PENDING`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: async ({ service }) => {
      await addPending(service.deps.db);
      return (db) => reviews.listPending(db, { from: undefined, size: 20 });
    },
  },
  'live-menu.countLive': {
    does: 'count live menus',
    keys: '`V#12#MENU` / `LIVE#…`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: async ({ service }) => {
      await addPublished(service.deps.db);
      return (db) => live.countLive(db, 1);
    },
  },
  'live-menu.listLive': {
    does: 'list what is live on some days',
    keys: '`V#12#MENU` / `LIVE#…`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: async ({ service }) => {
      await addPublished(service.deps.db);
      return (db) => live.listLive(db, 1, MONDAY, MONDAY);
    },
  },
  'menu-sheet.readSheetGround': {
    does: "read beside the caller's check what the sheet of a menu needs",
    keys: '`V#12#MENU`: `STATE#…`, `MENU#…`, `REVISION#…`; `V#12` / `UNIT`; `V#12#RECORD`, `INGREDIENT` / `HEAD`',
    roundTrips: '1',
    cost: '5 r; 1 r more with a revision, and per 4 KB',
    call: async ({ service }) => {
      const id = await addPublished(service.deps.db);
      return (db) => sheet.readSheetGround(db, { id });
    },
  },
  'menu-sheet.gatherSheet': {
    does: 'gather all data for the sheet of a menu',
    keys: '`V#12#MENU` / `REVISION#…`; `V#12#RECORD`: rows, `RECORD#…`; `V#12` / `USER#…`; of a draft as for its analysis',
    roundTrips: '3; 2 for a draft',
    cost: '5 r; 1 r per record of the menu up to 20, and per 4 KB of the revision',
    call: async ({ service }) => {
      const { db: warm } = service.deps;
      const id = await addPublished(warm);
      const ground = await sheet.readSheetGround(warm, { id });
      return (db) => sheet.gatherSheet(db, { id }, 1, ground);
    },
  },
  'menu-revision.findRevision': {
    does: 'find a revision',
    keys: '`V#12#MENU` / `REVISION#…`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: async ({ service }) => {
      const id = await addPublished(service.deps.db);
      return (db) => revisions.findRevision(db, id, 1);
    },
  },
  'menu-revision.findSubmitted': {
    does: 'find the content of a menu as it was submitted',
    keys: 'as above',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: async ({ service }) => {
      const id = await addPublished(service.deps.db);
      return (db) => revisions.findSubmitted(db, id, 1);
    },
  },
  'menu-revision.readRevisions': {
    does: 'read all revisions of a menu',
    keys: '`V#12#MENU` / `REVISION#…`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: async ({ service }) => {
      const { menu } = await getMenu(service.deps.db, 1, await addPublished(service.deps.db));
      return (db) => revisions.readRevisions(db, menu);
    },
  },
  'menu-revision.findMenuAsOf': {
    does: 'find a menu with its content as submitted',
    keys: '`V#12#MENU`: `STATE#…`, `MENU#…`, `REVISION#…`',
    roundTrips: '1',
    cost: '3 r; 1 r per 4 KB',
    call: async ({ service }) => {
      const id = await addPublished(service.deps.db);
      return (db) => revisions.findMenuAsOf(db, id, 1);
    },
  },
  'menu-submission.readSubmissionGround': {
    does: "read beside the caller's check what a submission needs",
    keys: '`V#12` / `UNIT`; `V#12#MENU`: `STATE#…`, `MENU#…`; `V#12#RECORD` / `HEAD`; `INGREDIENT` / `HEAD`',
    roundTrips: '1',
    cost: '6 r; 1 r more per 4 KB',
    call: async ({ service }) => {
      const id = await addDraft(service.deps.db);
      return (db) => submission.readSubmissionGround(db, 1, id);
    },
  },
  'menu-submission.submitMenu': {
    does: 'submit a menu',
    keys: `\`V#12\` / \`UNIT\`; ${MENU}, \`REVISION#…\`, \`LIVE#…\`; ${RECORD}; \`PENDING\`; what it is made of`,
    roundTrips: '4; more where the catalogue is not in memory',
    cost: '6.5 r, 18 w; 1 r per dish and food, 2 w per KB of the revision',
    call: async ({ service }) => {
      const id = await addDraft(service.deps.db);
      const known = await submission.readSubmissionGround(service.deps.db, 1, id);
      return (db) => submission.submitMenu(db, 1, id, { ...DOER, isMeant: always, known });
    },
  },
  'menu-transition.withdrawMenu': {
    does: 'withdraw a menu',
    keys: `${MENU}; ${RECORD}; \`PENDING\``,
    roundTrips: '2',
    cost: '2 r, 14 w',
    call: async ({ service }) => {
      const id = await addPending(service.deps.db);
      return (db) => transition.withdrawMenu(db, 1, id, DOER);
    },
  },
  'menu-transition.readReviewGround': {
    does: "read beside the caller's check what a review needs",
    keys: '`V#12` / `UNIT`; `V#12#MENU` / `STATE#…`; `V#12#RECORD` / `HEAD`',
    roundTrips: '1',
    cost: '4 r',
    call: async ({ service }) => {
      const id = await addPending(service.deps.db);
      return (db) => transition.readReviewGround(db, id);
    },
  },
  'menu-transition.reviewMenu': {
    does: 'review a menu',
    keys: `${MENU}, \`LIVE#…\`; ${RECORD}; \`PENDING\``,
    roundTrips: '2',
    cost: '1 r, 16 w',
    call: async ({ service }) => {
      const id = await addPending(service.deps.db);
      const judgement = { revision: 2, result: '通过', comment: '' } as const;
      const known = await transition.readReviewGround(service.deps.db, id);
      return (db) => transition.reviewMenu(db, id, judgement, { ...DOER, known });
    },
  },
  'menu-transition.retractMenu': {
    does: 'take down the live revision of a menu',
    keys: `\`V#12\` / \`UNIT\`; ${MENU}, \`LIVE#…\`; ${RECORD}`,
    roundTrips: '2',
    cost: '2 r, 14 w',
    call: async ({ service }) => {
      const id = await addPublished(service.deps.db);
      return (db) => transition.retractMenu(db, id, { comment: '停供', byPlatform: false }, DOER);
    },
  },
  'menu-transition.discardChanges': {
    does: 'discard the changes since the live revision',
    keys: `${MENU}, \`MENU#…\`, \`REVISION#…\``,
    roundTrips: '3',
    cost: '3 r, 8 w; 2 w more per KB',
    call: async ({ service }) => {
      const { db: warm } = service.deps;
      const id = await addPublished(warm);
      const { menu } = await getMenu(warm, 1, id);
      await warm.write(transition.moveSteps(menu, { ...menu, state: '草稿', version: menu.version + 1 }));
      return (db) => transition.discardChanges(db, 1, id, { now: NOW });
    },
  },
  'menu-removal.finishRevisionRemoval': {
    does: 'finish deleting the revisions of menus',
    keys: '`TASKS`; `V#12#MENU` / `REVISION#…`',
    roundTrips: '4; 1 more per revision',
    cost: '2 r, 3 w; 1 w per KB',
    call: async ({ service }) => {
      const { db: warm } = service.deps;
      const id = await addPublished(warm);
      await transition.retractMenu(warm, id, { comment: '停供', byPlatform: false }, DOER);
      await removal.deleteMenus(warm, 1, [id], always);
      const task = await newestTask(warm);
      return (db) => removal.finishRevisionRemoval(db, task, { isTimeUp: () => false });
    },
  },
  'menu-restore.restoreReviews': {
    does: 'give a unit review records that keep their numbers',
    keys: `\`V#12\` / \`UNIT\`; ${RECORD}`,
    roundTrips: '2',
    cost: '1 r, 8 w; 4 w per record',
    call: () => (db) => {
      const facts = { menu: 1, name: '第一周', revision: 1, action: '免审', uid: 'unit1', byPlatform: false } as const;
      return restoring.restoreReviews(db, 1, [{ number: 1000, ...facts, time: NOW, comment: '' }]);
    },
  },
};
