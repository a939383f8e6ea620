import { readdir } from 'node:fs/promises';
import type { Attachment } from './attachment.ts';
import type { Patterns } from './pattern.ts';
import { platformOf } from './platform.ts';
import type { School, Stage } from './stage.ts';
import type { Statement, Statements, ValidCall } from './statement.ts';

/** A file for each noun. */
export const STATEMENTS = new URL('../statements/', import.meta.url);

interface Stated {
  readonly statements?: Statements;
  readonly patterns?: Patterns;
}

/** What every noun's file states, in the order of their names. */
const stated: readonly Stated[] = await Promise.all(
  (await readdir(STATEMENTS)).toSorted().map((file): Promise<Stated> => import(new URL(file, STATEMENTS).href)),
);

/** By route: every endpoint of the service. */
export const statements: Statements = Object.assign({}, ...stated.map((one) => one.statements));

/** By `noun.function`: every function of the store. */
export const patterns: Patterns = Object.assign({}, ...stated.map((one) => one.patterns));

/** The routes whose valid call answers 200: all but the one for unknown paths. */
export const answeredRoutes: readonly string[] = Object.keys(statements).filter((route) => route !== '$default');

/** What is stated of a route. @throws Error where it is nothing. */
export function statementOf(route: string): Statement {
  const statement = statements[route];
  if (!statement) throw new Error(`nothing is stated of ${route}: tests/statements/ has a file for each noun`);
  return statement;
}

/** The unit from which a route is called where nothing else is asked for. */
export function homeOf(stage: Stage, route: string): School {
  return statementOf(route).side === 'admin' ? platformOf(stage) : stage.school;
}

/** Parameters with which a caller of `home` has success, made anew; `item`: the only one that he holds. */
export async function makeParameters(route: string, stage: Stage, home: School, item = 0) {
  const made: Record<string, string | number | Attachment> = {};
  const { parameters, ofItem } = statementOf(route);
  for (const [name, { make }] of Object.entries({ ...parameters, ...ofItem?.[item] })) {
    const given = await make(stage, home);
    if (given !== undefined) made[name] = given;
  }
  return made;
}

/** The valid call of a route, made anew. @throws Error where nothing is stated of it. */
export async function prepareCall(stage: Stage, route: string): Promise<ValidCall> {
  const { side, call } = statementOf(route);
  if (call) return call(stage);
  const home = homeOf(stage, route);
  const parameters = await makeParameters(route, stage, home);
  return side === 'public' ? { parameters } : { token: home.token, parameters };
}
