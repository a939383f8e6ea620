import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UnreadableAnswerError } from './faults.ts';

/** The SDK's client of the table. */
export type TableClient = DynamoDBDocumentClient;

/** How to reach the table. `table` is its name. */
export interface TableSettings {
  readonly table: string;
  readonly region: string;
  /** Set only where DynamoDB does not run in AWS. */
  readonly endpoint: string | undefined;
}

/** How long a connection may take to open. */
const CONNECTION_TIMEOUT_MS = 1000;
/** How long an answer may take to begin, and how long it may pause. */
const ANSWER_TIMEOUT_MS = 3000;

/** Matches the commands whose answers always have a list, even if it is empty. Only an answer that was cut off lacks it. */
const LIST_COMMANDS = /^(BatchGet|TransactGet|Query)/;

/** How long a call to AWS may take, and how often the SDK attempts it, with backoff and full jitter between attempts. */
export const CALL_LIMITS = {
  maxAttempts: 4,
  requestHandler: {
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: ANSWER_TIMEOUT_MS,
    // `requestTimeout` covers the time until the answer begins. Without this flag the SDK only logs a warning.
    throwOnRequestTimeout: true,
    socketTimeout: ANSWER_TIMEOUT_MS,
  },
};

/** Opens a DynamoDB client with the environment's credentials. `instrument` gets it first, to count calls or inject faults. */
export function openClient(
  { region, endpoint }: Omit<TableSettings, 'table'>,
  instrument: (client: TableClient) => void = () => {},
): TableClient {
  const sdk = new DynamoDBClient({ region, ...(endpoint === undefined ? {} : { endpoint }), ...CALL_LIMITS });
  // This middleware is inside the SDK's retry loop. So the SDK retries an unreadable answer like a broken connection.
  sdk.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const answer = await next(args).catch((fault) => {
          throw fault instanceof SyntaxError ? new UnreadableAnswerError(fault) : fault;
        });
        const { output = {} } = answer;
        const isListMissing = LIST_COMMANDS.test(commandName) && !('Responses' in output || 'Items' in output);
        if (isListMissing) throw new UnreadableAnswerError(output);
        return answer;
      },
    { step: 'deserialize', priority: 'high' },
  );
  const client = DynamoDBDocumentClient.from(sdk, { marshallOptions: { removeUndefinedValues: true } });
  instrument(client);
  return client;
}
