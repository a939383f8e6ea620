import { fromAttributes } from '../../../lib/table/attributes.ts';
import { ask } from '../table/wire.ts';
import type { TestService } from './service.ts';

/** An item with all its attributes. */
export type DumpedItem = Readonly<Record<string, unknown>>;

interface Page {
  readonly LastEvaluatedKey?: object;
}

/** The last content of a table: as text, and its items by their texts. */
interface Seen {
  readonly text: string;
  readonly items: readonly DumpedItem[];
  readonly byText: ReadonlyMap<string, DumpedItem>;
}

const seen = new WeakMap<TestService, Seen>();

/**
 * Every item of the table, in the order of their keys. Tests compare it before and after a call that should change
 * nothing or little. Unchanged items are the same objects each time: they are parsed once and compared at once.
 */
export async function dumpTable(service: TestService): Promise<readonly DumpedItem[]> {
  const texts = await scan(service);
  const text = texts.join('\n');
  const last = seen.get(service);
  if (last?.text === text) return last.items;
  const byText = new Map(
    texts.flatMap(itemsOf).map((one) => [one, last?.byText.get(one) ?? fromAttributes(JSON.parse(one))]),
  );
  const items = [...byText.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  seen.set(service, { text, items, byText });
  return items;
}

/**
 * The beginnings and ends of objects, and the ends of lists. Strings, in which such characters mean nothing, are
 * matched as a whole.
 */
const MARKS = /"(?:[^"\\]|\\.)*"|[{}\]]/g;

/** The texts of the items in a page. */
function itemsOf(page: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  MARKS.lastIndex = page.indexOf('"Items":[') + '"Items":['.length;
  for (let mark = MARKS.exec(page); mark; mark = MARKS.exec(page)) {
    if (mark[0] === ']' && depth === 0) return items;
    if (mark[0] === '{' && depth++ === 0) from = mark.index;
    if (mark[0] === '}' && --depth === 0) items.push(page.slice(from, mark.index + 1));
  }
  throw new Error(`a page whose items do not end: ${page.slice(0, 100)}`);
}

/** The raw pages of a scan. */
async function scan({ deps: { env } }: TestService): Promise<string[]> {
  const texts: string[] = [];
  for (let from: Page['LastEvaluatedKey'] | 'begin' = 'begin'; from; ) {
    const start = from === 'begin' ? {} : { ExclusiveStartKey: from };
    const text = await ask(env, 'Scan', { TableName: env.table, ConsistentRead: true, ...start });
    texts.push(text);
    from = readNext(text);
  }
  return texts;
}

/** The end of a page that is not the last. */
function readNext(text: string): Page['LastEvaluatedKey'] {
  if (!text.includes('"LastEvaluatedKey"')) return undefined;
  const page: Page = JSON.parse(text);
  return page.LastEvaluatedKey;
}

function keyOf({ pk, sk }: DumpedItem): string {
  return `${pk}\n${sk}`;
}
