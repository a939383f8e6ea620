import { digestPassword } from '../../../lib/auth/password.ts';
import type { TableClient } from '../../../lib/table/client.ts';
import { FunctionInstance, type Parameters } from '../../proofs/instance.ts';
import { LIGHT_COST, startService } from '../../support/service/service.ts';
import { Setup } from '../../support/service/setup.ts';
import type { Looseness } from '../../support/table/loose-table.ts';
import { Spending, type SpendingFigures } from './spending.ts';

/** A call as a writer makes it. */
interface Writing {
  readonly route: string;
  readonly parameters: Parameters;
}

/** What writers do repeatedly. The calls depend on their number. */
interface Work {
  /** Creates what the calls need. */
  readonly prepare: (setup: Setup) => Promise<(number: number) => Writing>;
  /** Whether the platform's administrator does it. */
  readonly isOfPlatform?: boolean;
}

/** The results of a crowd's calls. */
export interface CrowdFigures extends SpendingFigures {
  /** Milliseconds of each call that succeeded, ascending. */
  readonly times: readonly number[];
  /** How often each unsuccessful answer was given. */
  readonly refused: ReadonlyMap<string, number>;
}

/** What a crowd will do. */
export interface CrowdPlan {
  readonly work: WorkName;
  readonly writers: number;
  /** Whether to begin another call, by the number of calls begun so far. */
  readonly goesOn: (begun: number) => boolean;
  readonly looseness: Looseness;
  /** Called when all are done. */
  readonly inspect?: (setup: Setup) => Promise<void>;
}

const THINGS = 10;
const PASSWORD = digestPassword('123456');
const any = (ids: readonly number[]) => ids[Math.floor(Math.random() * ids.length)] ?? 0;
const many = async <T>(make: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  while (made.length < THINGS) made.push(await make());
  return made;
};
const newDish = (number: number) => ({ route: 'PUT /api/dish', parameters: { name: `菜 ${number}`, mark: '素菜' } });
const newMark = (number: number) => ({
  route: 'PUT /api/ingredient/mark',
  parameters: { nutrient: `自编 ${number}`, mark: '常用' },
});
const rename = (id: number, number: number) => ({ route: 'POST /api/dish', parameters: { id, name: `改 ${number}` } });

/** The work of writers in one unit, or of the whole platform, at the same time. */
export const works = {
  'dishes are created': { prepare: async () => newDish },
  'dishes are created, edited and deleted, marks set': {
    prepare: async (setup) => {
      const ids = await many(() => setup.createDish());
      const gone = await many(() => setup.createDish());
      return (number) => {
        const id = number % 40 === 0 ? gone.pop() : undefined;
        if (id !== undefined) return { route: 'DELETE /api/dish', parameters: { ids: id } };
        const kinds = [newDish, newMark, (one: number) => rename(any(ids), one)];
        return (kinds[number % kinds.length] ?? newDish)(number);
      };
    },
  },
  'one dish is edited': {
    prepare: async (setup) => {
      const id = await setup.createDish();
      return (number) => rename(id, number);
    },
  },
  'marks are set': { prepare: async () => newMark },
  'users are created': {
    prepare: async (setup) => {
      const roleId = await setup.createRole([25]);
      return (number) => ({
        route: 'PUT /api/user',
        parameters: { uid: `厨师${number}`, name: '李师傅', password: PASSWORD, roleId },
      });
    },
  },
  'roles are created': {
    prepare: async () => (number) => ({
      route: 'PUT /api/role',
      parameters: { roleName: `营养师 ${number}`, items: '25' },
    }),
  },
  'roles are edited': {
    prepare: async (setup) => {
      const ids = await many(() => setup.createRole([25]));
      return (number) => ({ route: 'POST /api/role', parameters: { roleId: any(ids), roleName: `主厨 ${number}` } });
    },
  },
  'sessions are begun': {
    prepare: async (setup) => {
      const people = await many(() => setup.createUser());
      return (number) => {
        const { uid = '', password = '' } = people[number % people.length] ?? {};
        return { route: 'POST /api/login', parameters: { uid, password: digestPassword(password) } };
      };
    },
  },
  'units are created': {
    isOfPlatform: true,
    prepare: async () => (number) => ({
      route: 'PUT /api/vender',
      parameters: {
        account: `学校${number}`,
        password: PASSWORD,
        name: `第 ${number} 小学`,
        category: '小学',
        expire: '2099-12-31',
      },
    }),
  },
  'standards are assigned': {
    isOfPlatform: true,
    prepare: async (setup) => {
      const ids = await many(() => setup.createStandard());
      const other = await setup.createSchool();
      return (number) => {
        const vendors = number % 2 === 0 ? setup.school.id : `${setup.school.id},${other.id}`;
        return { route: 'POST /api/nutrition', parameters: { id: any(ids), name: `标准 ${number}`, vendors } };
      };
    },
  },
} as const satisfies Record<string, Work>;

export type WorkName = keyof typeof works;

/**
 * Runs writers at the same time on a table of their own. Each is a running function that shares only the table with the
 * others, and calls again as soon as it has an answer.
 */
export async function gather({ work, writers, goesOn, looseness, inspect }: CrowdPlan): Promise<CrowdFigures> {
  const service = await startService(LIGHT_COST, looseness);
  const setup = await Setup.begin(service);
  const { prepare, isOfPlatform = false }: Work = works[work];
  const nextCall = await prepare(setup);
  const spending = new Spending();
  const token = isOfPlatform ? setup.admin : setup.school.token;
  const observer = { observe: (client: TableClient) => spending.observe(client) };
  const instances = Array.from({ length: writers }, () => new FunctionInstance(service, observer, token));
  const times: number[] = [];
  const refused = new Map<string, number>();
  let begun = 0;
  const keepWriting = async (instance: FunctionInstance) => {
    while (goesOn(begun)) {
      begun += 1;
      const { route, parameters } = nextCall(begun);
      const from = performance.now();
      const { status, text } = await instance.call(route, parameters);
      if (status === 200) times.push(performance.now() - from);
      else refused.set(text, (refused.get(text) ?? 0) + 1);
    }
  };
  try {
    await Promise.all(instances.map(keepWriting));
    await inspect?.(setup);
    return { ...spending.figures, times: times.sort((a, b) => a - b), refused };
  } finally {
    await service.stop();
  }
}
