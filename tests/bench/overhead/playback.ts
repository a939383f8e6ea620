import { Database } from '../../../lib/table/database.ts';
import type { Item } from '../../../lib/table/steps.ts';

/**
 * A table that records what one call of the service got from it, and answers every call like it from the record. So a
 * benchmark measures the service without the store.
 */
export class Playback extends Database {
  readonly #tape: unknown[] = [];
  #position = 0;
  #isRecording = true;

  /** Ends the recording: from now on nothing reaches the store. */
  play(): void {
    this.#isRecording = false;
    this.#position = 0;
  }

  /** Goes back to the beginning, for the next call. */
  rewind(): void {
    this.#position = 0;
  }

  /** The record is of one call: no request needs a view of its own. */
  override forRequest(): Database {
    return this;
  }

  override getMany(...request: Parameters<Database['getMany']>): Promise<(Item | undefined)[]> {
    return this.#answer(() => super.getMany(...request));
  }

  override query(...request: Parameters<Database['query']>): Promise<Item[]> {
    return this.#answer(() => super.query(...request));
  }

  override write(...request: Parameters<Database['write']>): Promise<void> {
    return this.#answer(() => super.write(...request));
  }

  override update(...request: Parameters<Database['update']>): Promise<boolean> {
    return this.#answer(() => super.update(...request));
  }

  override removeIf(...request: Parameters<Database['removeIf']>): Promise<boolean> {
    return this.#answer(() => super.removeIf(...request));
  }

  override removeMany(...request: Parameters<Database['removeMany']>): Promise<void> {
    return this.#answer(() => super.removeMany(...request));
  }

  async #answer<T>(ask: () => Promise<T>): Promise<T> {
    const position = this.#position++;
    if (this.#isRecording) this.#tape[position] = await ask();
    // Calls ask in the same order each time, so this is the answer to this question.
    return this.#tape[position] as T;
  }
}
