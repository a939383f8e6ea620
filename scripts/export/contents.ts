import { normaliseKey } from '../../lib/text/normal-form.ts';
import { Problem } from '../start/problem.ts';
import type { Line, LineOf } from './record.ts';
import { readUnitFile } from './unit-file.ts';

/** What a file says but its dishes, which are read when they are needed. */
export interface Contents {
  readonly sha256: string;
  readonly unit: LineOf<'unit'>;
  /** Data string; empty where the unit has none. */
  readonly icon: string;
  readonly roles: readonly LineOf<'role'>[];
  /** The main user first. */
  readonly users: readonly LineOf<'user'>[];
  readonly marks: readonly LineOf<'mark'>[];
  readonly standards: readonly LineOf<'standard'>[];
  readonly dishes: number;
}

/** Reads a file to its end. @throws Problem where it is not whole, or what it says does not fit together. */
export async function readContents(path: string): Promise<Contents> {
  const lines: Exclude<Line, LineOf<'dish'>>[] = [];
  let sha256 = '';
  let dishes = 0;
  let lastDish = 0;
  for await (const line of readUnitFile(path, (sum) => (sha256 = sum))) {
    if (line.type !== 'dish') {
      lines.push(line);
      continue;
    }
    if (line.number <= lastDish) throw new Problem(`${path}: dish ${line.number} comes behind dish ${lastDish}`);
    lastDish = line.number;
    dishes++;
  }
  const of = <Type extends Line['type']>(type: Type) =>
    lines.filter((line): line is Extract<typeof line, LineOf<Type>> => line.type === type);
  const [unit] = of('unit');
  const [icon] = of('icon');
  if (!unit) throw new Problem(`${path} names no unit`);
  const people = { roles: of('role'), users: of('user') };
  const problem = findProblem(unit, people);
  if (problem) throw new Problem(`${path}: ${problem}`);
  const things = { marks: of('mark'), standards: of('standard'), dishes };
  return { sha256, unit, icon: icon?.icon ?? '', ...people, ...things };
}

/** What of roles and users does not fit together. */
function findProblem(unit: LineOf<'unit'>, { roles, users }: Pick<Contents, 'roles' | 'users'>): string | undefined {
  if (roles[0]?.number !== 1) return 'the first role is not the system role';
  if (roles.some(({ number }, index) => number <= (roles[index - 1]?.number ?? 0))) return 'the roles are in disorder';
  if (hasTwins(roles.map(({ roleName }) => roleName))) return 'two roles have the same name';
  if (users[0]?.uid !== unit.account || users[0].role !== 1) return 'the first user is not the main account';
  const numbers = new Set([0, ...roles.map(({ number }) => number)]);
  const strange = users.find(({ role }) => !numbers.has(role));
  return strange && `${strange.uid} has role ${strange.role}, which there is not`;
}

/** Whether two of the names count as the same. */
export function hasTwins(names: readonly string[]): boolean {
  return new Set(names.map(normaliseKey)).size < names.length;
}
