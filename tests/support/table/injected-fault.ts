import { makeTableFault } from './layer.ts';
import type { StoreCalls } from './store-calls.ts';

/** A fault to inject into the calls to the store. */
export interface InjectedFault {
  readonly kind: keyof typeof faultKinds;
  /** The index of the first command that fails, among those that the kind affects. */
  readonly commandIndex: number;
  /** The number of commands in a row that fail, if the service tries again by itself; otherwise one fails. */
  readonly repetitions: number;
}

function makeCancellation(code: string): Error {
  return makeTableFault('TransactionCanceledException', { reasons: [{ Code: code }] });
}

function makeThrottling(): Error {
  return makeTableFault('ProvisionedThroughputExceededException');
}

function makeConnectionLoss(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

const ANY = /^/;
const TRANSACTION = /^TransactWrite/;
const SINGLE_WRITE = /^(?:Update|Delete|Put)/;

/** The kinds of faults: the affected commands, whether the service tries again by itself, and the fault. */
const faultKinds = {
  'write not sent': { affects: TRANSACTION, isRetriedByService: false, when: 'before', make: makeConnectionLoss },
  'not sent': { affects: ANY, isRetriedByService: false, when: 'before', make: makeConnectionLoss },
  'answer lost': { affects: ANY, isRetriedByService: false, when: 'after', make: makeConnectionLoss },
  throttled: { affects: ANY, isRetriedByService: false, when: 'before', make: makeThrottling },
  conflict: {
    affects: TRANSACTION,
    isRetriedByService: true,
    when: 'before',
    make: () => makeCancellation('TransactionConflict'),
  },
  'busy table': {
    affects: TRANSACTION,
    isRetriedByService: true,
    when: 'before',
    make: () => makeCancellation('ThrottlingError'),
  },
  'busy item': {
    affects: SINGLE_WRITE,
    isRetriedByService: true,
    when: 'before',
    make: () => makeTableFault('TransactionConflictException'),
  },
} as const;

/** Runs an action with an injected fault, and returns its result. */
export async function withInjectedFault<T>(
  calls: StoreCalls,
  { kind, commandIndex, repetitions }: InjectedFault,
  action: () => Promise<T>,
): Promise<{ result: T }> {
  const { affects, isRetriedByService, when, make } = faultKinds[kind];
  const maxFaults = isRetriedByService ? repetitions : 1;
  let affectedCount = 0;
  let faultCount = 0;
  calls.fault = (command) => {
    if (!affects.test(command) || affectedCount++ < commandIndex || faultCount >= maxFaults) return undefined;
    faultCount += 1;
    return { when, error: make() };
  };
  try {
    return { result: await action() };
  } finally {
    calls.fault = () => undefined;
  }
}
