import type { CallOptions } from '../../support/service.ts';
import type { Actual, Expected } from './answer.ts';
import type { Arguments, Meaning } from './arguments.ts';
import type { Draw } from './draw.ts';
import type { ModelCaller } from './gate.ts';
import type { ModelSession, World } from './world.ts';

/** What arguments are chosen for. */
export interface Scene {
  readonly world: World;
  /** The unit of whoever seems to call, whether he is let in or not. */
  readonly home: number;
  readonly uid: string;
  readonly session: ModelSession | undefined;
}

/** What a rule decides on. */
export interface Situation {
  readonly world: World;
  readonly caller: ModelCaller;
  readonly address: string;
}

/** A call of the service as the contract tells it. */
export interface Kind {
  readonly route: string;
  readonly weight: number;
  /** Whether sessions of units that are closed or have expired will do. */
  readonly isForAnyUnit?: boolean;
  /** Whether the same call, repeated after its answer was lost, may not do it twice. */
  readonly creates?: boolean;
  /** How often in a row it is made; once unless told otherwise. */
  readonly times?: number;
  choose(draw: Draw, scene: Scene): Arguments;
  /** How it is sent where that is not the usual way. */
  send?(sent: Arguments): CallOptions;
  /** What the file says that it answers in place of the envelope. */
  read?(file: Buffer): Actual['json'];
  /** What of the answer can be known; all of it unless told otherwise. */
  view?(json: Actual['json']): Actual['json'];
  /** Predicts the answer, and changes the world as the call does. */
  answer(situation: Situation, meaning: Meaning<Arguments>): Expected;
}

interface Declared<A extends Arguments> extends Omit<Kind, 'choose' | 'answer' | 'send'> {
  choose(draw: Draw, scene: Scene): A;
  send?(sent: A): CallOptions;
  answer(situation: Situation, meaning: Meaning<A>): Expected;
}

/** A kind of call; what its arguments mean reaches its answer with their types. */
export function defineKind<A extends Arguments>(declared: Declared<A>): Kind {
  // The interpreter hands `answer` and `send` exactly what `choose` made; here only the types are forgotten.
  return declared as unknown as Kind;
}
