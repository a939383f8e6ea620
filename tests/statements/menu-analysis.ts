import type { WholeMenu } from '../../lib/domain/menu/menu.ts';
import * as analysis from '../../lib/store/menu/analysis.ts';
import * as shown from '../../lib/store/menu/shown-menu.ts';
import { SERVED_ONCE } from '../support/nouns/menus.ts';
import type { Patterns } from '../support/statements/pattern.ts';

const content = { ...SERVED_ONCE, standard: 1 };

/** The content of a menu of unit 1. */
const DRAFT = {
  ...{ version: 1, planVersion: 1, size: 1, modify: 1, vender: 1, number: 1 },
  ...{ name: content.name, start: content.start, days: content.days, revision: 0 },
  state: '草稿',
} as const;

export const patterns: Patterns = {
  'shown-menu.readShownGround': {
    does: "read beside the caller's check what showing a menu needs",
    keys: '`V#12#MENU`: `STATE#…`, `MENU#…`, `REVISION#…`; `V#12` / `UNIT`; `INGREDIENT` / `HEAD`',
    roundTrips: '1',
    cost: '4 r; 1 r per 4 KB of the revision that is asked for',
    call: () => (db) => shown.readShownGround(db, { id: 1_000_001 }),
  },
  'shown-menu.gatherShown': {
    does: 'gather all data of a menu or of its revision',
    keys: '`V#12#MENU` / `REVISION#…`; as below of a draft',
    roundTrips: '3; 2 warm, 1 of a revision',
    cost: '7 r; as below, 1 r per 4 KB of a revision',
    call: async ({ service }) => {
      const { db: warm } = service.deps;
      const ground = await shown.readShownGround(warm, { id: 1_000_001 });
      const menu: WholeMenu = { menu: DRAFT, content, names: new Map() };
      return (db) => shown.gatherShown(db, { id: 1_000_001 }, { ...ground, menu });
    },
  },
  'analysis.readAnalysisGround': {
    does: "read beside the caller's check what any analysis needs",
    keys: '`V#12` / `UNIT`; `INGREDIENT` / `HEAD`',
    roundTrips: '1',
    cost: '2 r',
    call: () => (db) => analysis.readAnalysisGround(db, 1),
  },
  'analysis.readDraftGround': {
    does: 'read that and the head of the standards',
    keys: 'as above; `STANDARD` / `HEAD`',
    roundTrips: '1',
    cost: '3 r',
    call: () => (db) => analysis.readDraftGround(db, 1),
  },
  'analysis.gatherMenu': {
    does: 'gather all data for the analysis of a menu',
    keys: '`V#12#DISH`, `V#0#DISH` / `DISH#…`; `STANDARD` / `STANDARD#7`; `V#12`: `MARK#…`, `PRICES…`; `INGREDIENT`: rows, `CODE#…`; `INGREDIENT#CHUNK` / `FIGURES#…`',
    roundTrips: '3; 2 warm',
    cost: '6.5 r; 1 r per dish, 1 r per 4 KB of the standard, of all marks and of all prices, foods as `ingredient.findIngredients`',
    call: async ({ service }) => {
      const ground = await analysis.readAnalysisGround(service.deps.db, 1);
      return (db) => analysis.gatherMenu(db, content, ground);
    },
  },
  'analysis.withStandard': {
    does: 'find the standard of an unsaved menu',
    keys: '`STANDARD`: rows of the blocks that changed',
    roundTrips: '1; 0 while standards stay as they are',
    cost: '1 r; rows of changed blocks',
    call: async ({ service }) => {
      const { standards } = await analysis.readDraftGround(service.deps.db, 1);
      return (db) => analysis.withStandard(db, 1, content, { standards, isNone: false });
    },
  },
  'analysis.findServed': {
    does: 'find those dishes of a menu that its unit may serve',
    keys: '`V#12#DISH`, `V#0#DISH` / `DISH#…`',
    roundTrips: '1',
    cost: '1 r; 1 r per dish or per 4 KB of one',
    call: () => (db) => analysis.findServed(db, 1, content),
  },
  'analysis.findAssigned': {
    does: 'find the standard of a menu, if its unit has it',
    keys: '`STANDARD` / `STANDARD#…`',
    roundTrips: '1; none where the menu names none',
    cost: '1 r; 1 r per 4 KB',
    call: () => (db) => analysis.findAssigned(db, 1, 1),
  },
};
