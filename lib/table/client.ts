import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UnreadableAnswer } from './faults.ts';

/** The SDK's client of the table. */
export type TableClient = DynamoDBDocumentClient;

/** Where the table is and how to reach it. */
export interface StoreSettings {
  readonly table: string;
  readonly region: string;
  /** Set only where the table is not in the cloud. */
  readonly endpoint: string | undefined;
}

/** The longest time until an answer begins, and the longest pause within it, in milliseconds. */
const ANSWER_MS = 3000;

/** Reads, which answer even that nothing is there. */
const READS = /^(BatchGet|TransactGet|Query)/;

/** How long a call to AWS may take, and how often it is tried. The SDK's tries have full jitter between them. */
export const CONNECTION_LIMITS = {
  maxAttempts: 4,
  requestHandler: {
    connectionTimeout: 1000,
    requestTimeout: ANSWER_MS,
    // The limit of a request ends where its answer begins, and without this it only warns.
    throwOnRequestTimeout: true,
    socketTimeout: ANSWER_MS,
  },
};

/**
 * Opens the client of the table, with the credentials of the environment. `observe` gets it before its first call, to
 * count calls or to inject faults.
 */
export function openClient(
  { region, endpoint }: Omit<StoreSettings, 'table'>,
  observe: (client: TableClient) => void = () => {},
): TableClient {
  const sdk = new DynamoDBClient({ region, ...(endpoint === undefined ? {} : { endpoint }), ...CONNECTION_LIMITS });
  // It stands within the SDK's tries: what cannot be read is tried again as a broken connection is.
  sdk.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const answer = await next(args).catch((fault) => {
          throw fault instanceof SyntaxError ? new UnreadableAnswer(fault) : fault;
        });
        const { output = {} } = answer;
        const isEmpty = READS.test(commandName) && !('Responses' in output || 'Items' in output);
        if (isEmpty) throw new UnreadableAnswer(output);
        return answer;
      },
    { step: 'deserialize', priority: 'high' },
  );
  const client = DynamoDBDocumentClient.from(sdk, { marshallOptions: { removeUndefinedValues: true } });
  observe(client);
  return client;
}
