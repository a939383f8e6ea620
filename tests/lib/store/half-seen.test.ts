import { describe, expect, it } from 'vitest';
import { AppError } from '../../../lib/errors.ts';
import { findDishAndIcon } from '../../../lib/store/dish/dish.ts';
import { updateDish } from '../../../lib/store/dish/dish-change.ts';
import { placeDish } from '../../../lib/store/dish/dish-placement.ts';
import { createStandard, getStandard } from '../../../lib/store/standard.ts';
import { findUnit } from '../../../lib/store/unit/unit.ts';
import { createUnits, updateUnit } from '../../../lib/store/unit/unit-change.ts';
import { deleteUnit } from '../../../lib/store/unit-deletion.ts';
import { createUsers, deleteUser, findUidClaims, listUsersByUnit, updateUser } from '../../../lib/store/user/user.ts';
import type { Key } from '../../../tables/keys.ts';
import { dishContent } from '../../support/nouns/dish-content.ts';
import { ICON } from '../../support/nouns/units.ts';
import { atEachShift, CALL_MS, openHalfSeen } from './half-seen.ts';

const { db, late, atOnce } = await openHalfSeen();

interface School {
  readonly id: number;
  readonly account: string;
}

/** Whether each of two calls has succeeded. It has not if it was refused with a reason. */
interface Done {
  readonly first: boolean;
  readonly second: boolean;
}

interface Trial {
  readonly first: () => Promise<unknown>;
  readonly second: () => Promise<unknown>;
  readonly check: (done: Done) => Promise<void>;
}

let serial = 0;

async function createSchool(): Promise<School> {
  serial += 1;
  const facts = { account: `school${serial}`, name: `小学${serial}`, category: '小学', expire: '2099-12-31' };
  const id = await createUnits(db, [{ ...facts, passwordHash: 'old', systemRoleItems: [1] }], 1);
  return { id, account: facts.account };
}

/** Runs trials at each shift, while these items become visible later. */
async function shift(
  items: (key: Key) => boolean,
  begin: (school: School) => Promise<Trial>,
  ms?: number,
): Promise<void> {
  await atEachShift(async (together) => {
    atOnce();
    const trial = await begin(await createSchool());
    late(items, ms);
    const [first, second] = await together(trial.first, trial.second);
    atOnce();
    await trial.check({ first, second });
  });
}

const isClaim = ({ sk }: Key) => sk === 'UID';

async function readClaim(uid: string) {
  const [claim] = await findUidClaims(db, [uid]);
  return claim;
}

const person = (uid: string) => ({ uid, name: '李', phone: '', roleId: 0, passwordHash: 'old' });

function requireNotMain({ isMain }: { isMain: boolean }): void {
  if (isMain) throw new AppError('protected_main_account');
}

describe('a call that sees only half of a change does not undo it:', () => {
  it('a new password, while the account gets another name', async () => {
    await shift(isClaim, async ({ id, account }) => ({
      first: () => updateUser(db, id, account, { passwordHash: 'new' }),
      second: () => updateUnit(db, id, { account: `${account}-2` }),
      check: async ({ first, second }) => {
        expect(second).toBe(true);
        expect((await readClaim(`${account}-2`))?.hash).toBe(first ? 'new' : 'old');
      },
    }));
  });

  it('an account in other letters, while it gets a new password', async () => {
    await shift(isClaim, async ({ id, account }) => {
      const uid = account.toUpperCase();
      return {
        first: () => updateUnit(db, id, { account: uid }),
        second: () => updateUser(db, id, account, { passwordHash: 'new' }),
        check: async (done) => {
          expect(done).toEqual({ first: true, second: true });
          expect((await listUsersByUnit(db, id)).map((user) => user.uid)).toEqual([uid]);
          expect(await readClaim(uid)).toEqual({ uid, unit: id, hash: 'new', known: {} });
        },
      };
    });
  });

  it('who is the main account, while he is being deleted', async () => {
    const isUnit = ({ sk }: Key) => sk === 'UNIT';
    await shift(isUnit, async ({ id, account }) => {
      const uid = `${account}-2`;
      await createUsers(db, id, [person(uid)], 1);
      return {
        first: () => updateUnit(db, id, { account: uid }),
        second: () => deleteUser(db, id, uid, requireNotMain),
        check: async ({ first }) => {
          expect(first).toBe(true);
          expect((await findUnit(db, id))?.account).toBe(uid);
          expect((await listUsersByUnit(db, id)).map((user) => user.uid)).toContain(uid);
        },
      };
    });
  });

  it('a user who is created, while he becomes the main account', async () => {
    const isUser = ({ sk }: Key) => sk.startsWith('USER#');
    await shift(isUser, async ({ id, account }) => {
      const uid = `${account}-2`;
      return {
        first: () => createUsers(db, id, [person(uid)], 1),
        second: () => updateUnit(db, id, { account: uid }),
        check: async ({ second }) => {
          expect(second).toBe(true);
          expect((await findUnit(db, id))?.account).toBe(uid);
        },
      };
    });
  });

  it('a new standard of a unit, while the unit is being deleted', async () => {
    const isOfStandards = ({ pk }: Key) => pk === 'STANDARD';
    await shift(
      isOfStandards,
      async ({ id: unit }) => {
        let id = 0;
        return {
          first: async () => {
            id = await createStandard(db, { name: '标准', overflow: '0.5', vendors: [unit] });
          },
          second: () => deleteUnit(db, unit),
          check: async ({ first, second }) => {
            expect(second).toBe(true);
            if (first) expect((await getStandard(db, id)).vendors).toEqual([]);
          },
        };
      },
      3 * CALL_MS,
    );
  });

  it('the picture of a dish, while it moves to another unit', async () => {
    const isIcon = ({ sk }: Key) => sk.startsWith('ICON#');
    const another = `${ICON.split(',')[0]},${Buffer.from('another').toString('base64')}`;
    const other = await createSchool();
    const how = { now: 1, isTimeUp: () => false };
    await shift(isIcon, async ({ id: unit }) => {
      const placement = { content: dishContent('搬家', { hasIcon: true }), icon: ICON, units: [unit] };
      const [id = 0] = await placeDish(db, placement, () => false);
      let moved: readonly number[] = [];
      return {
        first: () => updateDish(db, id, { icon: { data: another, file: '' } }, { units: undefined, ...how }),
        second: async () => {
          moved = (await updateDish(db, id, {}, { units: [other.id], ...how })).placedIds;
        },
        check: async ({ first, second }) => {
          expect(second).toBe(true);
          expect((await findDishAndIcon(db, moved[0] ?? 0))?.icon).toBe(first ? another : ICON);
        },
      };
    });
  });
});
