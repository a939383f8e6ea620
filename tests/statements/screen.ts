import { hashScreenToken, makeScreenToken } from '../../lib/auth/screen-token.ts';
import type { ScreenContent } from '../../lib/domain/screen/screen.ts';
import { shownDays } from '../../lib/domain/screen/screen-view.ts';
import * as screens from '../../lib/store/screen/screen.ts';
import * as shown from '../../lib/store/screen/shown-screen.ts';
import type { Setup } from '../support/service/setup.ts';
import type { Patterns } from '../support/statements/pattern.ts';
import { newName, type Parameter, type Statements, value } from '../support/statements/statement.ts';

const create = (setup: Setup, token: string, form = 'wall') =>
  setup.succeed('PUT /api/screen', { name: setup.unique('大屏'), form }, token);

const newScreen = (form: string): Parameter => ({
  names: 'screen',
  make: async (setup, home) => Number((await create(setup, home.token, form)).id),
});
const newToken: Parameter = {
  names: 'nothing',
  make: async (setup, home) => String((await create(setup, home.token)).address).replace('/screen/', ''),
};

export const statements: Statements = {
  'GET /api/screen': { side: 'business', items: { business: [19, 20] }, parameters: {}, cost: [1, 6, 0] },
  'PUT /api/screen': {
    side: 'business',
    items: { business: [19, 20] },
    parameters: { name: newName('nothing', '大屏'), form: value('wall'), levels: value('["中体力"]') },
    ofItem: { 20: { form: value('led') } },
    operation: 'createScreen',
    cost: [3, 6, 14],
  },
  'DELETE /api/screen': {
    side: 'business',
    items: { business: [19, 20] },
    parameters: { id: newScreen('wall') },
    ofItem: { 20: { id: newScreen('led') } },
    operation: 'deleteScreen',
    cost: [3, 6, 12],
  },
  'GET /screen/{token}': { side: 'public', parameters: { token: newToken }, cost: [4, 6, 1] },
};

const content = () => {
  const token = makeScreenToken();
  const facts: ScreenContent = { name: '大屏', form: 'wall', levels: [], hash: hashScreenToken(token) };
  return { token, facts };
};

export const patterns: Patterns = {
  'screen.readScreensHead': {
    does: "read the head of a unit's screens",
    keys: '`V#12#SCREEN` / `HEAD`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => screens.readScreensHead(db, 1),
  },
  'screen.listScreens': {
    does: "list a unit's screens",
    keys: '`V#12#SCREEN` / `SCREEN#…`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: () => async (db) => {
      await screens.listScreens(db, 1);
    },
  },
  'screen.getScreen': {
    does: 'get a screen',
    keys: '`V#12#SCREEN` / `SCREEN#…`',
    roundTrips: '1',
    cost: '1 r',
    call: async ({ service }) => {
      const id = await screens.createScreen(service.deps.db, 1, content().facts);
      return (db) => screens.getScreen(db, 1, id);
    },
  },
  'screen.createScreen': {
    does: 'create a screen',
    keys: '`V#12` / `UNIT`; `V#12#SCREEN`: `HEAD`, `SCREEN#…`, row; `SCREEN#…`',
    roundTrips: '2',
    cost: '1 r, 10 w',
    call: () => (db) => screens.createScreen(db, 1, content().facts),
  },
  'screen.deleteScreen': {
    does: 'delete a screen',
    keys: '`V#12#SCREEN`: `HEAD`, `SCREEN#…`, row; `SCREEN#…`',
    roundTrips: '2',
    cost: '1 r, 8 w',
    call: async ({ service, now }) => {
      const id = await screens.createScreen(service.deps.db, 1, content().facts);
      return (db) => screens.deleteScreen(db, 1, id, { now, demand: () => {} });
    },
  },
  'screen.restoreScreens': {
    does: 'give a unit screens that keep their numbers',
    keys: '`V#12` / `UNIT`; `V#12#SCREEN`: `HEAD`, `SCREEN#…`, rows; `SCREEN#…`',
    roundTrips: '3',
    cost: '2 r, 10 w; 1 r, 6 w per screen',
    call: () => (db) => screens.restoreScreens(db, 1, [{ number: 1000, content: content().facts }]),
  },
  'shown-screen.openShownScreen': {
    does: 'find the screen of an address, and what is live on its days',
    keys: '`SCREEN#…`; `V#12` / `UNIT`; `V#12#SCREEN` / `SCREEN#…`; `V#12#MENU` / `LIVE#…`',
    roundTrips: '2; 1 more once in 10 minutes',
    cost: '4 r; 1 w once in 10 minutes, 1 r per 4 KB of what is live',
    call: async ({ service, now }) => {
      const { token, facts } = content();
      await screens.createScreen(service.deps.db, 1, facts);
      const days = shownDays(now, { timeZone: 'Asia/Shanghai', tomorrowFrom: '19:00' });
      await shown.openShownScreen(service.deps.db, hashScreenToken(token), { now, days });
      return (db) => shown.openShownScreen(db, hashScreenToken(token), { now, days });
    },
  },
  'shown-screen.readLiveRevisions': {
    does: 'read live revisions',
    keys: '`V#12#MENU` / `REVISION#…`',
    roundTrips: '0; 1 where anything is live, by size',
    cost: '0 r; 1 r per 4 KB of each, at most 380',
    call: () => (db) => shown.readLiveRevisions(db, 1, []),
  },
};
