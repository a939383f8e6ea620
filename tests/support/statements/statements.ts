import { readdir } from 'node:fs/promises';
import type { Attachment } from '../files/attachment.ts';
import { platformOf } from '../service/platform.ts';
import type { School, Setup } from '../service/setup.ts';
import type { Patterns } from './pattern.ts';
import type { Statement, Statements, ValidCall } from './statement.ts';

/** The folder with a file for each noun. */
export const STATEMENTS = new URL('../../statements/', import.meta.url);

interface Stated {
  readonly statements?: Statements;
  readonly patterns?: Patterns;
}

/** The statements of every noun's file, in the order of the nouns. */
const stated: readonly Stated[] = await Promise.all(
  (await readdir(STATEMENTS)).toSorted().map((file): Promise<Stated> => import(new URL(file, STATEMENTS).href)),
);

/** The statements about all endpoints, by route. */
export const statements: Statements = Object.assign({}, ...stated.map((one) => one.statements));

/** The patterns of all store functions, by `noun.function`. */
export const patterns: Patterns = Object.assign({}, ...stated.map((one) => one.patterns));

/** The routes whose valid call answers 200: all but the one for unknown paths. */
export const answeredRoutes: readonly string[] = Object.keys(statements).filter((route) => route !== '$default');

/**
 * The statement about a route.
 * @throws Error where there is none.
 */
export function statementOf(route: string): Statement {
  const statement = statements[route];
  if (!statement) throw new Error(`nothing is stated of ${route}: tests/statements/ has a file for each noun`);
  return statement;
}

/** The unit from which a route is called by default. */
export function homeOf(setup: Setup, route: string): School {
  return statementOf(route).side === 'admin' ? platformOf(setup) : setup.school;
}

/** New parameters with which a caller of `home` succeeds; `item` is the only one that he holds. */
export async function makeParameters(route: string, setup: Setup, home: School, item = 0) {
  const made: Record<string, string | number | Attachment> = {};
  const { parameters, ofItem } = statementOf(route);
  for (const [name, { make }] of Object.entries({ ...parameters, ...ofItem?.[item] })) {
    const given = await make(setup, home);
    if (given !== undefined) made[name] = given;
  }
  return made;
}

/**
 * A new valid call of a route.
 * @throws Error where it has no statement.
 */
export async function prepareCall(setup: Setup, route: string): Promise<ValidCall> {
  const { side, call } = statementOf(route);
  if (call) return call(setup);
  const home = homeOf(setup, route);
  const parameters = await makeParameters(route, setup, home);
  return side === 'public' ? { parameters } : { token: home.token, parameters };
}
