import * as z from 'zod/mini';
import { AppError } from '../../errors.ts';

/** The change of a thing. Parts that are absent or undefined stay. Null takes away an optional part. */
export type Change<T> = {
  readonly [Part in keyof T]?: T[Part] | undefined | (undefined extends T[Part] ? null : never);
};

/** Input of the change of a thing: each part, which a call may leave out. */
export type ChangeFields<T> = { readonly [Part in keyof T]-?: z.ZodMiniType<Change<T>[Part]> };

/** Makes the schema of the change of a thing with these parts, as it is stored. */
export function makeChangeSchema<T>(shape: { readonly [Part in keyof T]-?: z.ZodMiniType<T[Part]> }) {
  const parts = Object.entries<z.ZodMiniType>(shape).map(([part, schema]) => {
    return [part, z.optional(schema instanceof z.ZodMiniOptional ? z.nullable(schema) : schema)];
  });
  // `fromEntries` loses the names of the parts.
  return z.object(Object.fromEntries(parts)) as z.ZodMiniType<Change<T>>;
}

/** Returns the thing after a change. */
export function withChange<T extends object>(thing: T, change: Change<T>): T {
  const changedParts = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...thing, ...Object.fromEntries(changedParts.map(([part, value]) => [part, value ?? undefined])) };
}

/** Returns the time of a change at `now`. It is later than the last change, even if both are in the same millisecond. */
export function nextModify({ modify }: { readonly modify: number }, now: number): number {
  return Math.max(now, modify + 1);
}

/** Whether the thing has all values of the change already. Such a change is not written. */
export function isUnchanged<T extends object>(thing: T, change: Change<T>): boolean {
  return isSame(thing, withChange(thing, change));
}

/** Whether two things are equal. The order of their parts does not count, and undefined is absent. */
export function isSame(one: object, other: object): boolean {
  return toCanonicalText(one) === toCanonicalText(other);
}

function toCanonicalText(thing: object): string {
  return JSON.stringify(thing, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Whether the caller expects this version of what is about to change. */
export type IsExpectedVersion = (version: number) => boolean;

/** Requires the version that the caller expects, if any. @throws AppError `changed_meanwhile`. */
export function requireExpectedVersion(version: number, isExpectedVersion: IsExpectedVersion | undefined): void {
  if (isExpectedVersion?.(version) === false) throw new AppError('changed_meanwhile');
}
