import { setTimeout as sleep } from 'node:timers/promises';
import { type Key, lineKey } from '../../tables/keys.ts';
import { lineOf } from '../../tables/place.ts';
import { LostRace } from './faults.ts';
import { RecentMap } from './recent-map.ts';
import type { TableRequest } from './request.ts';
import { waitWithJitter } from './retry.ts';
import { lineOfFirst, type Step, type Update } from './steps.ts';

/** What a turn lasts, in milliseconds: what this function has needed in its last ones, within bounds. */
const FIRST_TURN_MS = 36;
const SHORTEST_TURN_MS = 20;
const LONGEST_TURN_MS = 100;
/** Weight of the last turn in what the next one is to last. */
const WEIGHT = 0.2;
/** Who has lost in his turn tries again so often at any moment of so many milliseconds, before he books another. */
const CLOSE_TRIES = 2;
const CLOSE_MS = 150;
/** The furthest turn that is given. */
const MOST_AHEAD_MS = 10_000;
/** How long a function remembers that writers stand in a line, after a turn that it had to wait for. */
const CROWDED_MS = 3000;
const MOST_REMEMBERED = 1000;
/** Who need not wait for a turn waits a little, differently from who has lost at the same moment. */
const LONGEST_START_MS = 25;
/** How long a line that nobody stands in is kept, in seconds. */
const LINE_LIFE_S = 3600;

/** What of an item a change has made. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Changes an item and returns what of it is new; undefined where its condition does not hold. */
export type Change = (key: Key, change: Update) => Promise<Attributes | undefined>;

/**
 * Writers of the same items take turns once they have been in each other's way. The line is an item that says when the
 * next turn is free: whoever has lost a race books it and comes back then. Turns say when to try and guard nothing: what
 * is written still stands under its own conditions, so that a turn may be missed or a clock be wrong.
 */
export class Turns {
  /** Until when lines are crowded, as far as this function knows. */
  readonly #crowded = new RecentMap<string, number>(MOST_REMEMBERED);
  #length = FIRST_TURN_MS;

  /** The line to stand in before these steps, undefined where nobody stands in one. */
  findCrowded(steps: readonly Step[]): string | undefined {
    const now = Date.now();
    const isCrowded = (line: string) => (this.#crowded.get(line) ?? 0) > now;
    return lineOfFirst(steps.filter(({ key }) => isCrowded(lineOf(key))));
  }

  /**
   * Repeats a request's attempt while it loses races: in its turn where the others are known, after a while where not.
   * @throws AppError `changed_meanwhile` where it keeps losing, `unavailable` where it keeps being throttled.
   */
  async retryLostRaces<T>(attempt: () => Promise<T>, request: TableRequest, change: Change): Promise<T> {
    const { deadline } = request;
    for (let tries = 0, closeTries = 0; ; tries++) {
      try {
        return await (request.hasTurn ? this.#useTurn(attempt, request) : attempt());
      } catch (error) {
        if (!(error instanceof LostRace) || Date.now() > deadline) throw error;
        if (error.line === undefined) await waitWithJitter(tries);
        else {
          if (closeTries > 0) await stayClose();
          else if (!(await this.#wait(error.line, deadline, change))) throw error;
          request.hasTurn = true;
        }
        closeTries = closeTries > 0 ? closeTries - 1 : CLOSE_TRIES;
      }
    }
  }

  /** Waits for the next free turn of a line; false where there is none before the deadline. */
  async #wait(line: string, deadline: number, change: Change): Promise<boolean> {
    const last = Math.min(Date.now() + MOST_AHEAD_MS, deadline);
    const turn = await bookTurn(lineKey(line), Math.round(this.#length), last, change);
    if (turn === undefined) return false;
    const wait = turn - Date.now();
    if (wait > 0) this.#crowded.set(line, turn + CROWDED_MS);
    else this.#crowded.delete(line);
    await sleep(wait > 0 ? wait : Math.random() * LONGEST_START_MS);
    return true;
  }

  /** Learns from each turn what the next ones must last. */
  async #useTurn<T>(attempt: () => Promise<T>, request: TableRequest): Promise<T> {
    const began = Date.now();
    try {
      return await attempt();
    } finally {
      request.hasTurn = false;
      const needed = Math.min(Math.max(Date.now() - began, SHORTEST_TURN_MS), LONGEST_TURN_MS);
      this.#length += WEIGHT * (needed - this.#length);
    }
  }
}

/** Waits for another try soon after a turn in which somebody else has been faster. */
async function stayClose(): Promise<void> {
  await sleep(Math.random() * CLOSE_MS);
}

/** When the turn begins, in milliseconds since the epoch; undefined where that would be after `last`. */
async function bookTurn(key: Key, length: number, last: number, change: Change): Promise<number | undefined> {
  const booked = await change(key, standBehind(length, last));
  const now = Date.now();
  const free = Number(booked?.['free'] ?? 0);
  const hasBegun = free < now && (await change(key, beginLine(length, now))) !== undefined;
  return booked || hasBegun ? Math.max(free - length, now) : undefined;
}

/** A turn behind those that are booked already, unless it began after `last`. */
function standBehind(length: number, last: number): Update {
  return {
    set: '#free = if_not_exists(#free, :never) + :length, #ttl = :ttl',
    condition: 'attribute_not_exists(pk) OR #free <= :last',
    names: { '#free': 'free', '#ttl': 'ttl' },
    values: { ':length': length, ':never': 0, ':last': last, ':ttl': Math.ceil(last / 1000) + LINE_LIFE_S },
  };
}

/** The first turn of a line whose turns have passed, or are of somebody whose clock is wrong. */
function beginLine(length: number, now: number): Update {
  return {
    set: '#free = :after',
    condition: '#free < :now OR #free > :wrong',
    names: { '#free': 'free' },
    values: { ':after': now + length, ':now': now, ':wrong': now + 2 * MOST_AHEAD_MS },
  };
}
