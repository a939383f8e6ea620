/** A value in DynamoDB's JSON, under the name of its type. */
interface Attribute {
  readonly S?: string;
  /** The text of a number. */
  readonly N?: string;
  readonly BOOL?: boolean;
  readonly NULL?: true;
  readonly M?: Attributes;
  readonly L?: readonly Attribute[];
  /** Bytes in base64. */
  readonly B?: string;
}

/** A record in DynamoDB's JSON. */
type Attributes = Readonly<Record<string, Attribute>>;

/**
 * A record for DynamoDB, without undefined members.
 * @throws TypeError for a value that the service does not store.
 */
export function toAttributes(record: object): Attributes {
  const attributes: Record<string, Attribute> = {};
  for (const [name, value] of Object.entries(record)) {
    if (value !== undefined) put(attributes, name, toAttribute(value));
  }
  return attributes;
}

/**
 * Makes DynamoDB's JSON, as it was parsed, the record itself: a record built beside it takes twice the time.
 * @throws TypeError for a value of a type that the service does not store.
 */
export function fromAttributes(parsed: object): Record<string, unknown> {
  const record = parsed as Record<string, unknown>;
  for (const name of Object.keys(record)) record[name] = fromAttribute(record[name] as Attribute);
  return record;
}

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

function fromAttribute(attribute: Attribute): unknown {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return checked(Number(attribute.N));
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.M !== undefined) return fromAttributes(attribute.M);
  if (attribute.L !== undefined) return attribute.L.map(fromAttribute);
  if (attribute.B !== undefined) return fromBase64(attribute.B);
  if (attribute.NULL !== undefined) return null;
  throw new TypeError(`values of the kind ${Object.keys(attribute).join()} are not stored`);
}

/** Sets a member, even one named like something that every object has, such as `__proto__`. */
function put(attributes: Record<string, Attribute>, name: string, value: Attribute): void {
  if (name === '__proto__')
    Object.defineProperty(attributes, name, { value, enumerable: true, configurable: true, writable: true });
  else attributes[name] = value;
}

/** A number that loses nothing on the way. */
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
