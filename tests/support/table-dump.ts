import { fromAttributes } from '../../lib/table/attributes.ts';
import type { TestService } from './service.ts';
import { ask } from './wire.ts';

/** An item with all its attributes. */
export type DumpedItem = Readonly<Record<string, unknown>>;

interface Page {
  readonly Items: readonly object[];
  readonly LastEvaluatedKey?: object;
}

/** By table, what was found in it last, as text and as items. */
const seen = new WeakMap<TestService, { readonly text: string; readonly items: readonly DumpedItem[] }>();

/**
 * Every item of the table, in the order of their keys. Tests look at it before and after whatever is to change nothing:
 * of a table as it was they get the same items, which are told to be equal in no time.
 */
export async function dumpTable(service: TestService): Promise<readonly DumpedItem[]> {
  const texts = await scan(service);
  const text = texts.join('\n');
  const last = seen.get(service);
  if (last?.text === text) return last.items;
  const pages = texts.map((page): Page => JSON.parse(page));
  const items = pages.flatMap(({ Items }) => Items.map(fromAttributes)).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  seen.set(service, { text, items });
  return items;
}

/** The pages of a scan as they come over the wire. */
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

/** Where a page ends that is not the last. */
function readNext(text: string): Page['LastEvaluatedKey'] {
  if (!text.includes('"LastEvaluatedKey"')) return undefined;
  const page: Page = JSON.parse(text);
  return page.LastEvaluatedKey;
}

function keyOf({ pk, sk }: DumpedItem): string {
  return `${pk}\n${sk}`;
}
