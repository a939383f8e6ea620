import { faultNamed } from './layer.ts';
import type { StoreCalls } from './store-calls.ts';

/** What goes wrong at the store, and at which of a call's commands. */
export interface Trouble {
  readonly at: number;
  readonly way: keyof typeof ways;
  /** How often in a row. */
  readonly times: number;
}

function cancelled(code: string): Error {
  return faultNamed('TransactionCanceledException', { reasons: [{ Code: code }] });
}

function throttled(): Error {
  return faultNamed('ProvisionedThroughputExceededException');
}

function lost(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

const ANY = /^/;
const TRANSACTION = /^TransactWrite/;
const SINGLE_WRITE = /^(?:Update|Delete|Put)/;

/** For each way: the affected commands, whether the service recovers by itself, and what happens. */
const ways = {
  'write lost': { befalls: TRANSACTION, isOvercome: false, when: 'after', make: lost },
  'write not sent': { befalls: TRANSACTION, isOvercome: false, when: 'before', make: lost },
  'not sent': { befalls: ANY, isOvercome: false, when: 'before', make: lost },
  'answer lost': { befalls: ANY, isOvercome: false, when: 'after', make: lost },
  throttled: { befalls: ANY, isOvercome: false, when: 'before', make: throttled },
  conflict: { befalls: TRANSACTION, isOvercome: true, when: 'before', make: () => cancelled('TransactionConflict') },
  'busy table': { befalls: TRANSACTION, isOvercome: true, when: 'before', make: () => cancelled('ThrottlingError') },
  'busy item': {
    befalls: SINGLE_WRITE,
    isOvercome: true,
    when: 'before',
    make: () => faultNamed('TransactionConflictException'),
  },
} as const;

/** Runs an action with the trouble, and returns whether the trouble happened. */
export async function withTrouble<T>(
  calls: StoreCalls,
  trouble: Trouble,
  action: () => Promise<T>,
): Promise<{ result: T; hasStruck: boolean }> {
  const { befalls: affects, isOvercome: isRepeated, when, make } = ways[trouble.way];
  const times = isRepeated ? trouble.times : 1;
  // Most calls have only one writing command.
  const at = affects === ANY ? trouble.at : Math.max(0, trouble.at - 5);
  let seen = 0;
  let struck = 0;
  calls.fault = (command) => {
    if (!affects.test(command) || seen++ < at || struck >= times) return undefined;
    struck += 1;
    return { when, error: make() };
  };
  try {
    return { result: await action(), hasStruck: struck > 0 };
  } finally {
    calls.fault = () => undefined;
  }
}
