import { fromAttributes } from '../../../lib/table/attributes.ts';
import { ask } from '../table/wire.ts';
import type { TestService } from './service.ts';

/** An item with all its attributes. */
export type DumpedItem = Readonly<Record<string, unknown>>;

interface Page {
  readonly Items: readonly object[];
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
 * nothing or little. Unchanged items are the same objects each time: they are compared at once.
 */
export async function dumpTable(service: TestService): Promise<readonly DumpedItem[]> {
  const texts = await scan(service);
  const text = texts.join('\n');
  const last = seen.get(service);
  if (last?.text === text) return last.items;
  const byText = new Map<string, DumpedItem>();
  for (const item of texts.flatMap((page) => read(page).Items)) {
    const one = JSON.stringify(item);
    byText.set(one, last?.byText.get(one) ?? fromAttributes(item));
  }
  const items = [...byText.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  seen.set(service, { text, items, byText });
  return items;
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
  return text.includes('"LastEvaluatedKey"') ? read(text).LastEvaluatedKey : undefined;
}

function read(page: string): Page {
  return JSON.parse(page);
}

function keyOf({ pk, sk }: DumpedItem): string {
  return `${pk}\n${sk}`;
}
