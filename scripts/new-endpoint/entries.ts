import { Problem } from '../start/problem.ts';
import type { Draft } from './options.ts';
import { namesOf } from './templates.ts';

/** The longest line of a file. */
const LINE_MAX = 120;

/** What an endpoint adds to a file of its noun. */
interface Entry {
  readonly path: string;
  /** The file with this entry alone, for a noun without such a file. */
  readonly alone: string;
  /**
   * Adds the entry at the end of the file.
   * @throws Problem where the file does not have the form of such files.
   */
  readonly addTo: (text: string) => string;
}

/** The entries of an endpoint: a statement, a text of the reference, and a call of the model. */
export function listEntries(draft: Draft): readonly Entry[] {
  return [toStatement(draft), toText(draft), toKind(draft)];
}

/** A statement with cost 0, which no call has. */
function toStatement(draft: Draft): Entry {
  const { statements: path, id, route } = namesOf(draft);
  const operation = draft.method === 'GET' ? '' : `\n    operation: '${id}',`;
  const entry = `  '${route}': {
    side: 'any',
    parameters: {},${operation}
    // At the most: round trips, read and write units. tests/tables/budgets.test.ts tells what it takes.
    cost: [0, 0, 0],
  },
`;
  return {
    path,
    alone: `import type { Statements } from '../support/statements/statement.ts';

export const statements: Statements = {
${entry}};
`,
    addTo: (text) => addAtEnd(path, text, entry, ['export const statements: ', '\n};\n']),
  };
}

/** A text that promises nothing yet. */
function toText(draft: Draft): Entry {
  const { texts: path, id } = namesOf(draft);
  const entry = `    ${id}: {
      // What the call promises, what absent and empty parameters mean.
      description: { zh: '', en: '' },
      examples: { one: {} },
    },
`;
  return {
    path,
    alone: `import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  // What the calls of this noun are about, in a few words.
  about: { zh: '', en: '' },
  operations: {
${entry}  },
};
`,
    addTo: (text) => addAtEnd(path, text, entry, ['export const documentation: ', '\n  },\n};\n']),
  };
}

/** A call that the model cannot answer yet. */
function toKind(draft: Draft): Entry {
  const { kinds: path, id, route } = namesOf(draft);
  const entry = `const ${id} = defineKind({
  route: '${route}',
  weight: 1,
  choose: () => ({}),
  answer: () => {
    throw new Error('${id}: tell what it answers, and what it changes');
  },
});

`;
  return {
    path,
    alone: `import { defineKind, type Kind } from '../kind.ts';

${entry}${renderList([id])}`,
    addTo: (text) => {
      const [list, names] = /export const kinds: readonly Kind\[\] = \[([^\]]*)\];\n$/.exec(text) ?? [];
      if (list === undefined || names === undefined) throw unlike(path);
      const known = names.split(',').map((name) => name.trim());
      return text.replace(list, () => `${entry}${renderList([...known.filter((name) => name !== ''), id])}`);
    },
  };
}

function renderList(kinds: readonly string[]): string {
  const line = `export const kinds: readonly Kind[] = [${kinds.join(', ')}];`;
  if (line.length <= LINE_MAX) return `${line}\n`;
  return `export const kinds: readonly Kind[] = [\n${kinds.map((kind) => `  ${kind},\n`).join('')}];\n`;
}

/** The text with the entry at the end of the object with this start and end. */
function addAtEnd(path: string, text: string, entry: string, [start, end]: readonly [string, string]): string {
  const place = text.indexOf(end, text.indexOf(start)) + 1;
  if (!text.includes(start) || place === 0) throw unlike(path);
  return `${text.slice(0, place)}${entry}${text.slice(place)}`;
}

function unlike(path: string): Problem {
  return new Problem(`${path} is not written as the files beside it are`);
}
