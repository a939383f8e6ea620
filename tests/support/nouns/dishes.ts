import { expect } from 'vitest';
import { LAST_NUMBER } from '../../../lib/domain/values/id.ts';
import { putStep } from '../../../lib/table/steps.ts';
import { dishPartition, headKey, tasksPartition } from '../../../tables/keys.ts';
import type { Answer, TestService } from '../service/service.ts';
import { type DumpedItem, dumpTable } from '../service/table-dump.ts';
import { addUnit, pictureVersion, success } from './units.ts';

/** Dish ids: unit × this + number in the unit. */
export const FACTOR = 1_000_000;

/** Gives a unit the state of one that has used its last number and has no dishes any more. */
export async function useUpNumbers({ deps }: TestService, unit: number): Promise<void> {
  await deps.db.write([putStep({ ...headKey(dishPartition(unit)), next: LAST_NUMBER + 1, total: 0, blocks: {} })]);
}

/** The required fields of a new dish. */
export const plainDish = { name: '番茄炒蛋', mark: '荤菜' };

/** A dish with every field. */
export const fullDish = {
  name: '红烧豆腐',
  mark: '素菜',
  poly: '烧',
  month: '3,1,2',
  meals: 'dinner,lunch',
  icon: 'tofu.png',
  ingredient: '[{"key":"031301","value":120.5,"isMain":true},{"key":"own-1","value":3,"isMain":false}]',
};

/** The answer about `plainDish`, or about another dish with its differences. */
export function dishRecord(unit: number, number: number, rest: Readonly<Record<string, unknown>> = {}) {
  return {
    id: unit * FACTOR + number,
    name: plainDish.name,
    vender: unit,
    icon: '',
    iconVersion: pictureVersion(rest['icon']),
    ingredient: [] as unknown[],
    marks: plainDish.mark,
    poly: '',
    month: [] as number[],
    modify: expect.any(Number),
    ...rest,
  };
}

/** The answer about `fullDish`, without its id, unit and time. */
export const fullDishRecord = {
  name: fullDish.name,
  marks: fullDish.mark,
  poly: fullDish.poly,
  month: [1, 2, 3],
  meals: ['lunch', 'dinner'],
  icon: fullDish.icon,
  ingredient: [
    { key: '031301', value: 120.5, isMain: true },
    { key: 'own-1', value: 3, isMain: false },
  ],
};

/** A data string of exactly this many characters. */
export function makeIcon(characters: number): string {
  const prefix = 'data:image/png;base64,';
  const length = characters - prefix.length;
  if (length % 4 !== 0) throw new Error(`no base64 of ${length} characters`);
  return prefix + 'A'.repeat(length);
}

export function dishPage(content: unknown[], total: number, { pageNo = 0, pageSize = 20 } = {}) {
  const totalPages = Math.ceil(total / pageSize);
  return success({ content, number: pageNo, size: pageSize, totalElements: total, totalPages });
}

/** Calls a service about dishes, and reads its table. */
export class DishBench {
  readonly service: TestService;
  readonly admin: string;

  constructor(service: TestService, admin: string) {
    this.service = service;
    this.admin = admin;
  }

  call(route: string, parameters: Readonly<Record<string, string | number>>, token = this.admin): Promise<Answer> {
    return this.service.call(route, parameters, { token });
  }

  /** The body of a call that must succeed. */
  async succeed(route: string, parameters: Readonly<Record<string, string | number>>, token = this.admin) {
    const { status, text, json } = await this.call(route, parameters, token);
    if (status !== 200) throw new Error(`${route} answered ${text}`);
    return json;
  }

  /** The dish as it is answered by its id. */
  async getById(id: number, token = this.admin) {
    return (await this.call('GET /api/dish', { id }, token)).json;
  }

  /** All dishes of a unit, newest first. */
  async list(unit: number) {
    return (await this.succeed('GET /api/dish', { vender: unit, pageSize: 200 })).body.content;
  }

  /** Makes a dish and returns its id. */
  async add(unit: number, facts: Readonly<Record<string, string>> = {}): Promise<number> {
    const { status, text, headers } = await this.call('PUT /api/dish', { ...plainDish, ...facts, vendors: unit });
    if (status !== 200) throw new Error(`PUT /api/dish answered ${text}`);
    return Number(headers['catering-ids']);
  }

  /** Creates units and returns their ids, ascending. At once they would only race for the next id. */
  async addUnits(count: number, prefix: string): Promise<number[]> {
    const units: number[] = [];
    for (let index = 0; index < count; index++) units.push(await addUnit(this.service, `${prefix}${index}`));
    return units;
  }

  /** The ids of all dishes with that name, or of all dishes, in all units, ascending. */
  async ids(named?: string): Promise<number[]> {
    const items = await dumpTable(this.service);
    const dishes = items.filter(({ sk, name }) => String(sk).startsWith('DISH#') && (named ?? name) === name);
    return dishes.map(({ vender, number }) => Number(vender) * FACTOR + Number(number)).sort((a, b) => a - b);
  }

  /**
   * Reads what follows from the dishes of all units, and what is stored in addition to them. Unless a change is running,
   * both are equal.
   */
  async readBothSides() {
    const items = await dumpTable(this.service);
    const listItems = (prefix: string) =>
      items.filter(({ pk, sk }) => /^V#\d+#DISH$/.test(String(pk)) && String(sk).startsWith(prefix));
    const dishes = listItems('DISH#');
    const toName = ({ pk }: DumpedItem, number: unknown) => `${pk} ${number}`;
    const toRowText = (row: DumpedItem) =>
      `${toName(row, row['number'])} ${row['name']} ${row['mark']} ${row['poly']} ${row['hasIcon']}`;
    const heads = listItems('HEAD').filter(({ total }) => total !== 0);
    const counts = new Map<string, number>();
    for (const { pk } of dishes) counts.set(String(pk), (counts.get(String(pk)) ?? 0) + 1);
    const units = new Set(items.filter(({ sk }) => sk === 'UNIT').map(({ id }) => dishPartition(Number(id))));
    const sum = (blocks: unknown) =>
      Object.values(blocks as Record<string, [number, number]>).reduce((a, [n]) => a + n, 0);
    return {
      implied: {
        rows: dishes.map(toRowText).sort(),
        icons: dishes
          .filter(({ hasIcon }) => hasIcon)
          .map((dish) => toName(dish, dish['number']))
          .sort(),
        heads: [...counts].map(([pk, count]) => `${pk} ${count} ${count}`).sort(),
        orphans: [] as unknown[],
        beyondNext: [] as unknown[],
        tasks: [] as unknown[],
      },
      stored: {
        rows: listItems('ROW#').map(toRowText).sort(),
        icons: listItems('ICON#')
          .map((icon) => toName(icon, Number(String(icon['sk']).slice('ICON#'.length))))
          .sort(),
        heads: heads.map(({ pk, total, blocks }) => `${pk} ${total} ${sum(blocks)}`).sort(),
        orphans: dishes.filter(({ pk }) => !units.has(String(pk))),
        beyondNext: dishes.filter(({ pk, number }) => {
          const head = heads.find((candidate) => candidate['pk'] === pk);
          return Number(number) >= Number(head?.['next'] ?? 0);
        }),
        tasks: items.filter(({ pk }) => pk === tasksPartition),
      },
    };
  }

  async expectSound(): Promise<void> {
    const { implied, stored } = await this.readBothSides();
    expect(stored).toEqual(implied);
  }
}
