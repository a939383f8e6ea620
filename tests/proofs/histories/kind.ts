import type { CallOptions } from '../../support/service/service.ts';
import type { Actual, Expected } from './answer.ts';
import type { Arguments, Meaning } from './arguments.ts';
import type { Draw } from './draw.ts';
import type { ModelCaller } from './gate.ts';
import type { ModelSession, World } from './world.ts';

/** The situation in which arguments are chosen. */
export interface Viewpoint {
  readonly world: World;
  /** The unit of the apparent caller, whether he is let in or not. */
  readonly home: number;
  readonly uid: string;
  readonly session: ModelSession | undefined;
}

/** What a rule decides about. */
export interface Situation {
  readonly world: World;
  readonly caller: ModelCaller;
  readonly address: string;
}

/** A call of the service by the rules of the contract. */
export interface Kind {
  readonly route: string;
  readonly weight: number;
  /** Whether sessions of closed or expired units are accepted. */
  readonly isForAnyUnit?: boolean;
  /** Whether a repetition of the same call, after a lost answer, must not do it twice. */
  readonly creates?: boolean;
  /** Whether it fails each time: it cannot succeed, or nobody can predict what it takes. */
  readonly onlyFails?: boolean;
  /** How often it is made in a row; once unless told otherwise. */
  readonly times?: number;
  choose(draw: Draw, viewpoint: Viewpoint): Arguments;
  /** How it is sent, if not in the usual way. */
  send?(sent: Arguments): CallOptions;
  /** What an answered file says. */
  read?(file: Buffer): Actual['json'];
  /** The predictable part of the answer; all of it unless told otherwise. */
  view?(json: Actual['json']): Actual['json'];
  /** Predicts the answer, and changes the world as the call does. */
  answer(situation: Situation, meaning: Meaning<Arguments>): Expected;
}

interface Declared<A extends Arguments> extends Omit<Kind, 'choose' | 'answer' | 'send'> {
  choose(draw: Draw, viewpoint: Viewpoint): A;
  send?(sent: A): CallOptions;
  answer(situation: Situation, meaning: Meaning<A>): Expected;
}

/** Defines a kind of call. The types of its arguments reach its `answer`. */
export function defineKind<A extends Arguments>(declared: Declared<A>): Kind {
  // `answer` and `send` get exactly what `choose` made. Only the types are forgotten here.
  return declared as unknown as Kind;
}
