import type { Problem } from '../../errors.ts';
import { comparableText, normaliseText } from '../../text/normal-form.ts';
import { isPlain } from './fields.ts';

/** A problem in JSON, with its path below the field. */
export interface JsonFinding {
  /** For instance `['轻体力', '蛋白质', 'min']` or `[0, 'key']`. */
  readonly path: readonly (string | number)[];
  readonly problem: Problem;
}

export type ReportProblem = (finding: JsonFinding) => void;

/** A token: a text, bracket, comma or colon, or a number or word between them. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
/** The maximum number of findings that are reported: a text can have thousands. */
const MAX_REPORTED = 20;
/** The maximum length of a reported path. No accepted value is deeper, but a text can have thousands of levels. */
const MAX_PATH_LENGTH = 4;

interface Level {
  /** The names that the object has had so far, as they are compared; undefined for a list. */
  readonly usedNames: Set<string> | undefined;
  /** The member that is being read, by its name or index; undefined where its name comes next. */
  member: string | number | undefined;
  /** The number of members that have been written. */
  writtenCount: number;
}

/**
 * Normalises all names in valid JSON text and removes members that are `null`: `null` counts as absent. If nothing must
 * change, the text stays as it was sent; numbers always stay as they were written. Names with forbidden characters, and
 * names that an object has twice, are reported: `JSON.parse` would silently take the last one.
 */
export function normaliseJson(text: string, reportProblem: ReportProblem): string {
  const output: string[] = [];
  const levels: Level[] = [];
  let findingCount = 0;
  const report = (problem: Problem, name?: string) => {
    findingCount += 1;
    if (findingCount > MAX_REPORTED) return;
    reportProblem({ path: [...pathTo(levels), ...(name === undefined ? [] : [name])], problem });
  };
  let isChanged = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === ',') {
      if (level) level.member = typeof level.member === 'number' ? level.member + 1 : undefined;
    } else if (token === '}' || token === ']') {
      output.push(token);
      levels.pop();
    } else if (level?.usedNames && level.member === undefined) {
      const { sent, name } = readName(token, level.usedNames, report);
      level.member = name;
      isChanged ||= sent !== name;
    } else if (token === 'null' && level?.usedNames) {
      isChanged = true;
    } else if (token !== ':') {
      if (level) output.push(beginMember(level));
      output.push(token);
      if (token === '{') levels.push({ usedNames: new Set(), member: undefined, writtenCount: 0 });
      if (token === '[') levels.push({ usedNames: undefined, member: 0, writtenCount: 0 });
    }
  }
  return isChanged ? output.join('') : text;
}

/** Reads a name and adds it to `usedNames`. `report` reports a problem of the object, or of its member with a name. */
function readName(token: string, usedNames: Set<string>, report: (problem: Problem, name?: string) => void) {
  const sent = String(JSON.parse(token));
  if (!isPlain(sent)) {
    report({ code: 'text' });
    return { sent, name: sent };
  }
  const name = normaliseText(sent);
  const compared = comparableText(name);
  if (usedNames.has(compared)) report({ code: 'repeated' }, name);
  usedNames.add(compared);
  return { sent, name };
}

/** Counts a member of the level, and returns what stands before its value: a comma, and in an object its name. */
function beginMember(level: Level): string {
  const comma = level.writtenCount > 0 ? ',' : '';
  level.writtenCount += 1;
  return level.usedNames ? `${comma}${JSON.stringify(level.member)}:` : comma;
}

/** Makes the path to the innermost level, or to its ancestor of the maximum depth. */
function pathTo(levels: readonly Level[]): (string | number)[] {
  return levels.slice(0, Math.min(levels.length - 1, MAX_PATH_LENGTH)).flatMap(({ member }) => member ?? []);
}
