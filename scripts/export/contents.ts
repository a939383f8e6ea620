import { normaliseKey } from '../../lib/text/normal-form.ts';
import type { UnitCollection } from '../../tables/keys.ts';
import { inLanguage, type Text } from '../command/language.ts';
import { Problem } from '../start/problem.ts';
import type { Line, LineOf } from './line.ts';
import { isMember, type MemberLine } from './member-forms.ts';
import { readUnitFile } from './unit-file.ts';
import { words } from './words.ts';

/** The contents of a file. Members of collections are read only when they are needed. */
export interface Contents {
  readonly sha256: string;
  readonly unit: LineOf<'unit'>;
  /** Data string; empty where the unit has no icon. */
  readonly icon: string;
  readonly roles: readonly LineOf<'role'>[];
  /** The main user comes first. */
  readonly users: readonly LineOf<'user'>[];
  readonly marks: readonly LineOf<'mark'>[];
  readonly prices: readonly LineOf<'price'>[];
  readonly standards: readonly LineOf<'standard'>[];
  /** The number of members of each kind. */
  readonly members: ReadonlyMap<UnitCollection, number>;
}

/**
 * Reads a file to its end.
 * @throws Problem where it is not complete, or contradicts itself.
 */
export async function readContents(path: string): Promise<Contents> {
  const lines: Exclude<Line, MemberLine>[] = [];
  let sha256 = '';
  const members = new Map<UnitCollection, { count: number; last: number }>();
  for await (const line of readUnitFile(path, (sum) => (sha256 = sum))) {
    if (!isMember(line)) {
      lines.push(line);
      continue;
    }
    const { type, number } = line;
    const { count, last } = members.get(type) ?? { count: 0, last: 0 };
    if (number <= last) throw new Problem(words.disorder(path, type, number, last));
    members.set(type, { count: count + 1, last: number });
  }
  const of = <Type extends Exclude<Line, MemberLine>['type']>(type: Type) =>
    lines.filter((line): line is Extract<typeof line, LineOf<Type>> => line.type === type);
  const [unit] = of('unit');
  const [icon] = of('icon');
  if (!unit) throw new Problem(words.namesNoUnit(path));
  const people = { roles: of('role'), users: of('user') };
  const problem = findProblem(unit, people);
  if (problem) throw new Problem(words.wrongLine(path, [inLanguage(problem)]));
  const things = {
    marks: of('mark'),
    prices: of('price'),
    standards: of('standard'),
    members: new Map([...members].map(([type, { count }]) => [type, count])),
  };
  return { sha256, unit, icon: icon?.icon ?? '', ...people, ...things };
}

/** What does not fit together in roles and users. */
function findProblem(unit: LineOf<'unit'>, { roles, users }: Pick<Contents, 'roles' | 'users'>): Text | undefined {
  if (roles[0]?.number !== 1) return words.firstRole;
  if (roles.some(({ number }, index) => number <= (roles[index - 1]?.number ?? 0))) return words.rolesInDisorder;
  if (hasTwins(roles.map(({ roleName }) => roleName))) return words.sameRole;
  if (users[0]?.uid !== unit.account || users[0].role !== 1) return words.firstUser;
  const numbers = new Set([0, ...roles.map(({ number }) => number)]);
  const strange = users.find(({ role }) => !numbers.has(role));
  return strange && words.strangeRole(strange.uid, strange.role);
}

/** Whether two of the names count as the same. */
export function hasTwins(names: readonly string[]): boolean {
  return new Set(names.map(normaliseKey)).size < names.length;
}
