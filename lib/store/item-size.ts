/** Bytes of an item's keys and of the figures that every member has, about. */
const OVERHEAD = 100;

/** Bytes of an item with this content, as the store counts them: some more than less. */
export function itemSize(content: Readonly<Record<string, unknown>>): number {
  return OVERHEAD + sizeOf(content);
}

/** The same of an icon, which is an item of its own; undefined where there is none. */
export function iconSize(icon: string): number | undefined {
  return icon === '' ? undefined : itemSize({ icon });
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + sizeOf(one) + 1, 3);
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1;
  return Object.entries(value).reduce((sum, [name, one]) => sum + Buffer.byteLength(name) + sizeOf(one) + 1, 3);
}
