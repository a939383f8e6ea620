import { setTimeout as sleep } from 'node:timers/promises';
import { type Key, lineKey } from '../../tables/keys.ts';
import { lineOf } from '../../tables/place.ts';
import { LostRace } from './faults.ts';
import { RecentMap } from './recent-map.ts';
import type { TableRequest } from './request.ts';
import { waitWithJitter } from './retry.ts';
import { lineOfFirst, type Step, type Update } from './steps.ts';

/** How long a turn lasts, in milliseconds. It follows the last turns of this function, within bounds. */
const FIRST_TURN_MS = 36;
const SHORTEST_TURN_MS = 20;
const LONGEST_TURN_MS = 100;
/** The weight of the last turn in the length of the next. */
const WEIGHT = 0.2;
/**
 * A writer who loses in his turn tries again this often, and waits at most so many milliseconds each time, before he
 * books another turn.
 */
const CLOSE_TRIES = 2;
const CLOSE_MS = 150;
/** The most time until a turn begins. */
const MOST_AHEAD_MS = 10_000;
/** For how long a function takes a line for crowded after it had to wait for its turn. */
const CROWDED_MS = 3000;
const MOST_REMEMBERED = 1000;
/** A writer whose turn comes at once still waits a little, so that two who have lost together do not meet again. */
const LONGEST_START_MS = 25;
/** How long a line is kept after its last turn, in seconds. */
const LINE_LIFE_S = 3600;

/** The attributes that a change has given an item. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Changes an item and returns its changed attributes; undefined where its condition does not hold. */
export type ChangeInPlace = (key: Key, change: Update) => Promise<Attributes | undefined>;

/**
 * Lets writers of the same items take turns after they have been in each other's way. The line is an item that tells
 * when the next turn is free. A writer who has lost a race books that turn and comes back then. Turns only say when to
 * try: each write still has its own conditions, so a missed turn or a wrong clock does no harm.
 */
export class Turns {
  /** For each line until when it is crowded, as far as this function knows. */
  readonly #crowded = new RecentMap<string, number>(MOST_REMEMBERED);
  #length = FIRST_TURN_MS;

  /** The crowded line of these steps; undefined where there is none. */
  findCrowded(steps: readonly Step[]): string | undefined {
    const now = Date.now();
    const isCrowded = (line: string) => (this.#crowded.get(line) ?? 0) > now;
    return lineOfFirst(steps.filter(({ key }) => isCrowded(lineOf(key))));
  }

  /**
   * Repeats an attempt of a request while it loses races: in its turn where the line is known, otherwise after a pause.
   * @throws AppError `changed_meanwhile` where it keeps losing, `unavailable` where it keeps being throttled.
   */
  async retryLostRaces<T>(attempt: () => Promise<T>, request: TableRequest, change: ChangeInPlace): Promise<T> {
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
  async #wait(line: string, deadline: number, change: ChangeInPlace): Promise<boolean> {
    const last = Math.min(Date.now() + MOST_AHEAD_MS, deadline);
    const turn = await bookTurn(lineKey(line), Math.round(this.#length), last, change);
    if (turn === undefined) return false;
    const wait = turn - Date.now();
    if (wait > 0) this.#crowded.set(line, turn + CROWDED_MS);
    else this.#crowded.delete(line);
    await sleep(wait > 0 ? wait : Math.random() * LONGEST_START_MS);
    return true;
  }

  /** Learns from each turn how long the next ones must last. */
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

/** Waits a little for another try, after a turn in which somebody else was faster. */
async function stayClose(): Promise<void> {
  await sleep(Math.random() * CLOSE_MS);
}

/**
 * Books a turn and tells when it begins, in milliseconds since the epoch; undefined where it would begin after `last`.
 */
async function bookTurn(key: Key, length: number, last: number, change: ChangeInPlace): Promise<number | undefined> {
  const booked = await change(key, standBehind(length, last));
  const now = Date.now();
  const free = Number(booked?.['free'] ?? 0);
  const hasBegun = free < now && (await change(key, beginLine(length, now))) !== undefined;
  return booked || hasBegun ? Math.max(free - length, now) : undefined;
}

/** Takes the turn after those that are booked, unless it would begin after `last`. */
function standBehind(length: number, last: number): Update {
  return {
    set: '#free = if_not_exists(#free, :never) + :length, #ttl = :ttl',
    condition: 'attribute_not_exists(pk) OR #free <= :last',
    names: { '#free': 'free', '#ttl': 'ttl' },
    values: { ':length': length, ':never': 0, ':last': last, ':ttl': Math.ceil(last / 1000) + LINE_LIFE_S },
  };
}

/** Takes the first turn of a line whose turns are over, or were booked with a wrong clock. */
function beginLine(length: number, now: number): Update {
  return {
    set: '#free = :after',
    condition: '#free < :now OR #free > :wrong',
    names: { '#free': 'free' },
    values: { ':after': now + length, ':now': now, ':wrong': now + 2 * MOST_AHEAD_MS },
  };
}
