import { digestPassword } from '../../../lib/auth/password.ts';
import { loadIngredients } from '../../../scripts/command/load-foods.ts';
import { ADMIN, type Answer, type TestService } from './service.ts';

/** A unit with its main account signed in. */
export interface School {
  readonly id: number;
  readonly name: string;
  readonly account: string;
  readonly password: string;
  readonly token: string;
}

/** A user of a school, not signed in. */
export interface Person {
  readonly uid: string;
  readonly name: string;
  readonly password: string;
  readonly roleId: number;
}

/** A food of the catalogue, and the ingredients of a dish made of it. */
const RICE = {
  code: '012001x',
  name: '稻米（代表值）',
  category: '谷类及制品',
  edible: '100',
  nutrients: { energyKcal: '346', protein: '7.9' },
  traces: [],
};
const RICE_DISH = JSON.stringify([{ key: RICE.code, value: 100, isMain: true }]);

/** The first school of every set-up. */
const SCHOOL = { account: 'hongqi', name: '红旗小学' };

type Facts = Readonly<Record<string, string | number | boolean>>;

/**
 * The set-up of a test: the service with the platform's administrator signed in and one school. It creates more of
 * everything by calling endpoints.
 */
export class Setup {
  readonly service: TestService;
  readonly admin: string;
  readonly school: School;
  #count = 0;

  private constructor(service: TestService, admin: string, school: School) {
    this.service = service;
    this.admin = admin;
    this.school = school;
  }

  /** Makes a set-up of an existing school. */
  static from(service: TestService, admin: string, school: School): Setup {
    return new Setup(service, admin, school);
  }

  static async begin(service: TestService): Promise<Setup> {
    const admin = await service.signIn(ADMIN.uid, ADMIN.password);
    return new Setup(service, admin, await createSchool({ service, admin }, SCHOOL));
  }

  /** Continues the set-up of a table that was set up before. */
  static async resume(service: TestService): Promise<Setup> {
    const admin = await service.signIn(ADMIN.uid, ADMIN.password);
    const password = makePassword(SCHOOL.account);
    const token = await service.signIn(SCHOOL.account, password);
    const { vender } = readBody(await service.call('GET /api/me', {}, { token }));
    return new Setup(service, admin, { ...SCHOOL, id: Number(vender), password, token });
  }

  /** When further schools are created, in milliseconds since the epoch; absent: now. They owe no menus of earlier weeks. */
  foundation: number | undefined;

  /** A new word each time. */
  unique(prefix: string): string {
    this.#count += 1;
    return `${prefix}${this.#count}`;
  }

  createSchool(facts: Facts = {}): Promise<School> {
    const account = this.unique('school');
    return createSchool(this, { account, name: `小学 ${account}`, ...facts });
  }

  /** Creates a role of the school. Without items it may do nothing. */
  async createRole(items: readonly number[] = [], school: School = this.school): Promise<number> {
    const roleName = this.unique('角色');
    return this.create('PUT /api/role', { roleName, items: items.join(',') }, school.token);
  }

  /** Creates a user of the school. Unless a role is given, his may do nothing. */
  async createUser(roleId?: number, school: School = this.school): Promise<Person> {
    const uid = this.unique('user');
    const person = { uid, name: `用户 ${uid}`, password: `${uid}-password`, roleId: roleId ?? 0 };
    const role = roleId ?? (await this.createRole([], school));
    const password = digestPassword(person.password);
    await this.succeed('PUT /api/user', { uid, name: person.name, password, roleId: role }, school.token);
    return { ...person, roleId: role };
  }

  /** Creates a nutrition standard assigned to the school; for the platform, to the set-up's school. */
  async createStandard(school: School = this.school): Promise<number> {
    const standard = { name: this.unique('标准'), vendors: school.id || this.school.id, overflow: '0.5' };
    await this.succeed('PUT /api/nutrition', standard, this.admin);
    const page = await this.succeed('GET /api/nutrition', { pageSize: 1 }, this.admin);
    return Number(page.content[0].id);
  }

  /** Creates a dish of the school. */
  async createDish(facts: Facts = {}, school: School = this.school): Promise<number> {
    const dish = { name: this.unique('菜'), mark: '素菜', ingredient: RICE_DISH, ...facts };
    await this.succeed('PUT /api/dish', dish, school.token);
    const page = await this.succeed('GET /api/dish', { pageSize: 1 }, school.token);
    return Number(page.content[0].id);
  }

  /** Adds an ingredient to the catalogue and returns its code. */
  async loadRice(): Promise<string> {
    await loadIngredients(this.service.deps.db, [RICE]);
    return RICE.code;
  }

  /** Calls an endpoint that creates one thing, and returns the thing's id. */
  async create(route: string, parameters: Facts, token: string): Promise<number> {
    return readId(await this.service.call(route, parameters, { token }));
  }

  /** The body of a call that must succeed. */
  async succeed(route: string, parameters: Facts, token: string) {
    return readBody(await this.service.call(route, parameters, { token }));
  }
}

type Founder = Pick<Setup, 'service' | 'admin'> & Partial<Pick<Setup, 'foundation'>>;

async function createSchool({ service, admin, foundation }: Founder, facts: Facts & { account: string; name: string }) {
  const password = makePassword(facts.account);
  const unit = { category: '小学', expire: '2099-12-31', ...facts, password: digestPassword(password) };
  const { stoppedAt } = service;
  service.stoppedAt = foundation ?? stoppedAt;
  const id = readId(await service.call('PUT /api/vender', unit, { token: admin }));
  service.stoppedAt = stoppedAt;
  const login = await service.call('POST /api/login', { uid: facts.account, password: unit.password });
  // Nobody can sign in at a unit that has expired.
  const token = login.status === 403 ? '' : readBody(login).token;
  return { id, name: facts.name, account: facts.account, password, token };
}

const makePassword = (account: string) => `${account}-password`;

function readBody(answer: Answer) {
  if (answer.status !== 200) throw new Error(`a call that must succeed answered ${answer.text}`);
  return answer.json.body;
}

/** The id of the only thing that a call has created. */
function readId(answer: Answer): number {
  readBody(answer);
  return Number(answer.headers['catering-ids']);
}
