import type { TestService } from './service.ts';

/** An item with all its attributes. */
export type DumpedItem = Readonly<Record<string, unknown>>;

/** A value as the table's protocol has it: by its type. */
type Typed = Readonly<Record<string, unknown>>;

interface Page {
  readonly Items: readonly Readonly<Record<string, Typed>>[];
  readonly LastEvaluatedKey?: Readonly<Record<string, Typed>>;
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
  const items = pages.flatMap(({ Items }) => Items.map(toItem)).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  seen.set(service, { text, items });
  return items;
}

/** The pages of a scan as they come over the wire. */
async function scan({ deps: { env } }: TestService): Promise<string[]> {
  const scope = `Credential=local/20260101/${env.region}/dynamodb/aws4_request`;
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.Scan',
    authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none`,
    'x-amz-date': '20260101T000000Z',
  };
  const texts: string[] = [];
  for (let from: Page['LastEvaluatedKey'] | 'begin' = 'begin'; from; ) {
    const start = from === 'begin' ? {} : { ExclusiveStartKey: from };
    const body = JSON.stringify({ TableName: env.table, ConsistentRead: true, ...start });
    const response = await fetch(env.endpoint ?? '', { method: 'POST', headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`the table cannot be read: ${text}`);
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

function toItem(typed: Readonly<Record<string, Typed>>): DumpedItem {
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, toValue(value)]));
}

function toValue(typed: Typed): unknown {
  const [[type, value] = ['', undefined]] = Object.entries(typed);
  switch (type) {
    case 'N':
      return Number(value);
    case 'NULL':
      return null;
    case 'B':
      return Uint8Array.from(Buffer.from(String(value), 'base64'));
    case 'L':
      return (value as Typed[]).map(toValue);
    case 'M':
      return toItem(value as Record<string, Typed>);
    case 'S':
    case 'BOOL':
      return value;
    default:
      throw new Error(`the table holds a value of another type: ${type}`);
  }
}

function keyOf({ pk, sk }: DumpedItem): string {
  return `${pk}\n${sk}`;
}
