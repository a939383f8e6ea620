import { closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { codeOf } from './problem.ts';

const MOST_BYTES = 10 * 1024 * 1024;
/** The number of older files. The newest of them ends in `.1`. */
const MOST_FILES = 5;

/**
 * A log file with a limited size. When it is full, it becomes `.1`, the former `.1` becomes `.2`, and the oldest is
 * removed.
 */
export class RotatingLog {
  readonly path: string;
  readonly #mostBytes: number;
  #file: number;
  #bytes: number;

  /** Begins a new file, so that each run has its own. */
  constructor(path: string, mostBytes = MOST_BYTES) {
    this.path = path;
    this.#mostBytes = mostBytes;
    this.#file = this.#open();
    this.#bytes = fstatSync(this.#file).size;
    if (this.#bytes > 0) this.#rotate();
  }

  /** Writes at once, so that nothing is lost if the process is killed. */
  write(chunk: Uint8Array): void {
    if (this.#bytes > 0 && this.#bytes + chunk.length > this.#mostBytes) this.#rotate();
    for (let done = 0; done < chunk.length; ) done += writeSync(this.#file, chunk, done);
    this.#bytes += chunk.length;
  }

  close(): void {
    closeSync(this.#file);
  }

  #open(): number {
    return openSync(this.path, 'a', 0o600);
  }

  #rotate(): void {
    closeSync(this.#file);
    rmSync(`${this.path}.${MOST_FILES}`, { force: true });
    for (let number = MOST_FILES - 1; number >= 1; number--)
      move(`${this.path}.${number}`, `${this.path}.${number + 1}`);
    move(this.path, `${this.path}.1`);
    this.#file = this.#open();
    this.#bytes = 0;
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
