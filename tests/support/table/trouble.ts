import { makeTableFault } from './layer.ts';
import type { StoreCalls } from './store-calls.ts';

/** A fault of the store, and the index of the command of a call at which it happens. */
export interface Trouble {
  readonly at: number;
  readonly way: keyof typeof ways;
  /** The number of times in a row. */
  readonly times: number;
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

/** The ways: the affected commands, whether the service recovers by itself, and the fault. */
const ways = {
  'write lost': { affects: TRANSACTION, isRepeated: false, when: 'after', make: makeConnectionLoss },
  'write not sent': { affects: TRANSACTION, isRepeated: false, when: 'before', make: makeConnectionLoss },
  'not sent': { affects: ANY, isRepeated: false, when: 'before', make: makeConnectionLoss },
  'answer lost': { affects: ANY, isRepeated: false, when: 'after', make: makeConnectionLoss },
  throttled: { affects: ANY, isRepeated: false, when: 'before', make: makeThrottling },
  conflict: {
    affects: TRANSACTION,
    isRepeated: true,
    when: 'before',
    make: () => makeCancellation('TransactionConflict'),
  },
  'busy table': {
    affects: TRANSACTION,
    isRepeated: true,
    when: 'before',
    make: () => makeCancellation('ThrottlingError'),
  },
  'busy item': {
    affects: SINGLE_WRITE,
    isRepeated: true,
    when: 'before',
    make: () => makeTableFault('TransactionConflictException'),
  },
} as const;

/** Runs an action with the trouble, and returns whether the trouble happened. */
export async function withTrouble<T>(
  calls: StoreCalls,
  trouble: Trouble,
  action: () => Promise<T>,
): Promise<{ result: T; hasStruck: boolean }> {
  const { affects, isRepeated, when, make } = ways[trouble.way];
  const times = isRepeated ? trouble.times : 1;
  // Most calls have only one writing command.
  const at = affects === ANY ? trouble.at : Math.max(0, trouble.at - 5);
  let seenCount = 0;
  let faultCount = 0;
  calls.fault = (command) => {
    if (!affects.test(command) || seenCount++ < at || faultCount >= times) return undefined;
    faultCount += 1;
    return { when, error: make() };
  };
  try {
    return { result: await action(), hasStruck: faultCount > 0 };
  } finally {
    calls.fault = () => undefined;
  }
}
