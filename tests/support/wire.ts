import type { StoreSettings } from '../../lib/table/client.ts';

/** A value as the table's protocol has it: by its type. */
type Typed = Readonly<Record<string, unknown>>;
/** An item of such values. */
export type TypedItem = Readonly<Record<string, Typed>>;

/**
 * Asks an emulator something, and gives the text of the answer. Where tests read or write whole tables, the SDK would
 * take most of their time.
 */
export async function ask({ endpoint = '', region }: StoreSettings, operation: string, input: object): Promise<string> {
  const scope = `Credential=local/20260101/${region}/dynamodb/aws4_request`;
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
    authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none`,
    'x-amz-date': '20260101T000000Z',
  };
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(input) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation} failed: ${text}`);
  return text;
}

export function fromTyped(item: TypedItem): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toValue(value)]));
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
      return fromTyped(value as TypedItem);
    case 'S':
    case 'BOOL':
      return value;
    default:
      throw new Error(`the table holds a value of another type: ${type}`);
  }
}

/** What is absent is left out. */
export function toTyped(item: object): TypedItem {
  const present = Object.entries(item).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, typeOf(value)]));
}

function typeOf(value: unknown): Typed {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(typeOf) };
  if (typeof value === 'object') return { M: toTyped(value) };
  throw new Error(`the table takes no ${typeof value}`);
}
