import * as analysis from '../../lib/store/analysis.ts';
import { SERVED_ONCE } from '../support/menus.ts';
import type { Patterns } from '../support/pattern.ts';

const content = { ...SERVED_ONCE, standard: 1 };

export const patterns: Patterns = {
  'analysis.readAnalysisGround': {
    does: 'what the analysis of any menu begins with',
    keys: '`V#12` / `UNIT`; `INGREDIENT` / `HEAD`',
    roundTrips: '1',
    cost: '2 r',
    call: () => (db) => analysis.readAnalysisGround(db, 1),
  },
  'analysis.readDraftGround': {
    does: 'the same with what tells the standards of a unit',
    keys: 'as above; `STANDARD` / `HEAD`',
    roundTrips: '1',
    cost: '3 r',
    call: () => (db) => analysis.readDraftGround(db, 1),
  },
  'analysis.gatherMenu': {
    does: 'all that the analysis of a menu is made of',
    keys: '`V#12#DISH`, `V#0#DISH` / `DISH#…`; `STANDARD` / `STANDARD#7`; `V#12`: `MARK#…`; `INGREDIENT`: rows, `CODE#…`; `INGREDIENT#CHUNK` / `FIGURES#…`',
    roundTrips: '3; 2 warm',
    cost: '5.5 r; 1 r per dish, 1 r per 4 KB of the standard and of all marks, foods as `ingredient.findIngredients`',
    call: async ({ service }) => {
      const ground = await analysis.readAnalysisGround(service.deps.db, 1);
      return (db) => analysis.gatherMenu(db, content, ground);
    },
  },
  'analysis.withStandard': {
    does: 'the standard of a menu that is not stored',
    keys: '`STANDARD`: rows of the blocks that changed',
    roundTrips: '1; 0 while standards stay as they are',
    cost: '1 r; rows of changed blocks',
    call: async ({ service }) => {
      const { standards } = await analysis.readDraftGround(service.deps.db, 1);
      return (db) => analysis.withStandard(db, 1, content, { standards, isNone: false });
    },
  },
  'analysis.findAssigned': {
    does: 'the standard of a menu, where its unit has it',
    keys: '`STANDARD` / `STANDARD#…`',
    roundTrips: '1; none where the menu names none',
    cost: '1 r; 1 r per 4 KB',
    call: () => (db) => analysis.findAssigned(db, 1, 1),
  },
};
