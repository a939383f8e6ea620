import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Where the table is and how to reach it. */
export interface StoreSettings {
  readonly table: string;
  readonly region: string;
  /** Set only where the table is not in the cloud. */
  readonly endpoint: string | undefined;
}

/** How often the SDK tries one call: it repeats throttled and failed ones with jitter. */
const MAX_ATTEMPTS = 4;
const CONNECTION_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 3000;

/** Opens the one client of the table. `observe` sees it before its first call, to count calls or to inject faults. */
export function openClient(
  settings: StoreSettings,
  observe: (client: DynamoDBClient) => void = () => {},
): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  observe(client);
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
