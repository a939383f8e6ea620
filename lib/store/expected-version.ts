import { AppError } from '../errors.ts';

/** Whether the caller expects this version of what is about to change. */
export type IsExpectedVersion = (version: number) => boolean;

/**
 * Requires the version that the caller expects; without `isExpectedVersion`, any version.
 * @throws AppError `changed_meanwhile`.
 */
export function requireExpectedVersion(version: number, isExpectedVersion: IsExpectedVersion | undefined): void {
  if (isExpectedVersion?.(version) === false) throw new AppError('changed_meanwhile');
}
