/** A value as DynamoDB's JSON has it: what it is, and its text. */
type Attribute = Readonly<Record<string, unknown>>;

/** A record as DynamoDB's JSON has it, without what is undefined. */
export function toAttributes(record: object): Record<string, Attribute> {
  const attributes: [string, Attribute][] = [];
  for (const [name, value] of Object.entries(record)) {
    if (value !== undefined) attributes.push([name, toAttribute(value)]);
  }
  return Object.fromEntries(attributes);
}

/** The record that DynamoDB's JSON tells of. */
export function fromAttributes(attributes: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, fromAttribute(value)]));
}

/** @throws TypeError for a value that the service does not store: a set, a date, a number that is none. */
function toAttribute(value: unknown): Attribute {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      return { N: String(checked(value)) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      return value === null ? { NULL: true } : containerOf(value);
    default:
      throw new TypeError(`a ${typeof value} is not stored`);
  }
}

function containerOf(value: object): Attribute {
  if (Array.isArray(value)) return { L: value.filter((entry) => entry !== undefined).map(toAttribute) };
  if (value instanceof Uint8Array) return { B: toBase64(value) };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return { M: toAttributes(value) };
  throw new TypeError(`a ${value.constructor.name} is not stored`);
}

/** @throws TypeError for a value of a kind that the service does not store. */
function fromAttribute(attribute: unknown): unknown {
  for (const [kind, value] of Object.entries(attribute ?? {})) {
    switch (kind) {
      case 'S':
      case 'BOOL':
        return value;
      case 'N':
        return checked(Number(value));
      case 'M':
        return fromAttributes(value);
      case 'L':
        return value.map(fromAttribute);
      case 'B':
        return fromBase64(value);
      case 'NULL':
        return null;
      default:
        throw new TypeError(`values of the kind ${kind} are not known`);
    }
  }
  throw new TypeError('a value without a kind');
}

/** A number that is told without loss. */
function checked(value: number): number {
  if (Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  throw new TypeError(`the number ${value} is not stored`);
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function fromBase64(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  return new Uint8Array(buffer, byteOffset, byteLength);
}
