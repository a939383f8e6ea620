import { vi } from 'vitest';

/** Lets pauses between tries be a hundredth of the longest, as chance could: they are a random part of it. */
export function shortenPauses(): void {
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
}
