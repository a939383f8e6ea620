import { makeTableFault, type TableOperation } from '../../support/table/layer.ts';

/** The process has ended: nobody sees this error, and nothing comes after it. */
export class ProcessGone extends Error {
  override readonly name = 'ProcessGone';
}

/** How a call to the store fails, and what follows. */
export interface FaultKind {
  readonly name: string;
  /** Whether the store carries out the first struck call. */
  readonly when: 'before' | 'after';
  /** Whether later calls fail in the same way, without being carried out. */
  readonly lasts: boolean;
  /** Whether the process ends with it, so that nobody gets an answer. */
  readonly dies: boolean;
  /** Whether the service recovers by trying again, so that the caller must not notice. */
  readonly isOvercome: boolean;
  /** What the client throws after its own retries; undefined where such a call cannot fail like this. */
  readonly errorFor: (operation: TableOperation) => Error | undefined;
}

function cancelled(code: string): Error {
  return makeTableFault('TransactionCanceledException', { reasons: [{ Code: 'None' }, { Code: code }] });
}

const isTransaction = (operation: TableOperation) => operation === 'TransactWriteItems';
const isRead = (operation: TableOperation) => ['BatchGetItem', 'Query', 'TransactGetItems'].includes(operation);

const errors = {
  gone: () => new ProcessGone('the process has ended'),
  throttling: () => makeTableFault('ProvisionedThroughputExceededException'),
  'a throttled item': (operation: TableOperation) =>
    isTransaction(operation) ? cancelled('ThrottlingError') : undefined,
  // A running transaction does not refuse reads.
  TransactionConflict: (operation: TableOperation) => {
    if (isRead(operation)) return undefined;
    return isTransaction(operation) ? cancelled('TransactionConflict') : makeTableFault('TransactionConflictException');
  },
  timeout: () => Object.assign(new Error('no answer in time'), { name: 'TimeoutError' }),
  'HTTP 500': () => makeTableFault('InternalServerError', { status: 500 }),
} as const satisfies Record<string, FaultKind['errorFor']>;

function kind(name: keyof typeof errors, how: Partial<Omit<FaultKind, 'errorFor'>> = {}): FaultKind {
  const { when = 'before', lasts = false } = how;
  const title = `${name}, ${when === 'after' ? 'carried out' : 'not carried out'}, ${lasts ? 'for ever' : 'once'}`;
  return { name: title, when, lasts, dies: false, isOvercome: false, errorFor: errors[name], ...how };
}

function death(when: FaultKind['when']): FaultKind {
  return kind('gone', { name: `the process dies ${when} the call`, when, lasts: true, dies: true });
}

/** Every way in which a call fails. A refused call was not carried out; a call without an answer may have been. */
export const faultKinds: readonly FaultKind[] = [
  death('before'),
  death('after'),
  kind('throttling'),
  kind('throttling', { lasts: true }),
  kind('a throttled item', { isOvercome: true }),
  kind('a throttled item', { lasts: true }),
  kind('TransactionConflict', { isOvercome: true }),
  kind('TransactionConflict', { lasts: true }),
  kind('timeout'),
  kind('timeout', { when: 'after' }),
  kind('timeout', { when: 'after', lasts: true }),
  kind('timeout', { lasts: true }),
  kind('HTTP 500'),
  kind('HTTP 500', { when: 'after' }),
  kind('HTTP 500', { when: 'after', lasts: true }),
  kind('HTTP 500', { lasts: true }),
];
