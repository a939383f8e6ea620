import { newSession, type Session } from '../../../lib/domain/user/session.ts';
import { User } from '../../../lib/domain/user/user.ts';
import { createDeps } from '../../../lib/runtime/deps.ts';
import type { DishContent } from '../../../lib/store/dish/dish-placement.ts';
import { placeDishes } from '../../../lib/store/dish/dish-placement.ts';
import { changeMarks } from '../../../lib/store/ingredient/mark.ts';
import { changePrices } from '../../../lib/store/ingredient/price.ts';
import { createStandard } from '../../../lib/store/standard.ts';
import { createUnit } from '../../../lib/store/unit/unit-change.ts';
import { createRole } from '../../../lib/store/user/role.ts';
import { startSession } from '../../../lib/store/user/session.ts';
import { createUser } from '../../../lib/store/user/user.ts';
import type { Database } from '../../../lib/table/database.ts';
import { loadStarter } from '../../../scripts/command/starter.ts';
import { userKey } from '../../../tables/keys.ts';
import { startService, type TestService } from '../service/service.ts';

/** The number of members of each collection without the catalogue: two pages of 20. */
const MEMBERS = 40;
/** Enough codes that every bucket of marks, and of prices, has some. */
const CODES = 40;
const NOW = Date.UTC(2026, 8, 1);

/** The state for which costs are stated, see tables/access-patterns.md. Unit 1 is the school. */
export class Reference {
  readonly service: TestService;
  /** The time of everything created here, in milliseconds since the epoch. */
  readonly now = NOW;
  readonly session: Session;
  /** A role of the school, which both its other users have. */
  readonly roleId: number;
  #made = 0;

  private constructor(service: TestService, session: Session, roleId: number) {
    this.service = service;
    this.session = session;
    this.roleId = roleId;
  }

  static async build(): Promise<Reference> {
    const service = await startService();
    const { db } = service.deps;
    await loadStarter(db);
    for (let made = 1; made <= MEMBERS; made++) await addUnit(db, made);
    const roleId = await createRole(db, 1, { roleName: '厨师', roleItems: [25, 26, 27] });
    for (const uid of ['user1', 'user2'])
      await createUser(db, 1, { uid, name: uid, phone: '', roleId, hash: 'none' }, NOW);
    for (let made = 1; made <= MEMBERS; made++) {
      await createStandard(db, { name: `标准${made}`, vendors: [1], overflow: '0.5' });
      await placeDishes(db, { content: dish(`菜${made}`), icon: '', units: [1] }, () => false);
    }
    const codes = Array.from({ length: CODES }, (_, index) => String(index));
    await changeMarks(db, 1, new Map(codes.map((code) => [code, '常用'])));
    await changePrices(db, 1, new Map(codes.map((code, index) => [code, `${index}.50`])));
    const main = User.parse(await db.get(userKey(1, 'unit1')));
    const session = newSession('session', main, NOW);
    await startSession(db, 1, session);
    return new Reference(service, session, roleId);
  }

  /** The database of a function that has just started: nothing is in memory yet. */
  openCold(table = this.service.deps.env.table): Database {
    return createDeps({ ...this.service.deps.env, table }, (client) => this.service.storeCalls.observe(client)).db;
  }

  /** Adds a unit with only its main user. */
  addUnit(): Promise<number> {
    this.#made += 1;
    return addUnit(this.service.deps.db, MEMBERS + this.#made);
  }
}

/** A dish of two ingredients. */
export function dish(name: string): DishContent {
  const ingredient = [
    { key: '012001x', value: '100', isMain: true },
    { key: '045301', value: '20' },
  ];
  return { name, ingredient, mark: '素菜', poly: '炒', month: [9], iconFile: '', hasIcon: false, modify: NOW };
}

function addUnit(db: Database, number: number): Promise<number> {
  const unit = { account: `unit${number}`, name: `第${number}小学`, category: '小学', expire: '2099-12-31' };
  return createUnit(db, { ...unit, hash: 'none', allItems: [25, 26, 27] }, NOW);
}
