import { readFile } from 'node:fs/promises';
import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { localCredentials } from './local-credentials.ts';

const DEFINITION = new URL('../../tables/catering.table.json', import.meta.url);
const READY_LIMIT_S = 30;
/** An emulator answers at once or does not run. */
const TIMEOUT_MS = 5000;

/** The properties of the deployed table that an emulator supports, too. */
const TableResource = z.object({
  Properties: z.object({
    AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
    KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) })),
    BillingMode: z.literal('PAY_PER_REQUEST'),
    TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }),
  }),
});

/** Opens a client for the emulator at that address. */
export function openLocalClient(endpoint: string, region: string): DynamoDBClient {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = localCredentials;
  return new DynamoDBClient({
    endpoint,
    region,
    maxAttempts: 2,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { connectionTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, throwOnRequestTimeout: true },
  });
}

/**
 * Creates the table of `tables/catering.table.json` if it is missing, and waits until it can be used. A table that exists
 * is left as it is, even if it is still being created. It may be called again, and by several processes at once.
 */
export async function ensureTable(client: DynamoDBClient, name: string): Promise<void> {
  const definition: unknown = JSON.parse(await readFile(DEFINITION, 'utf8'));
  const { TimeToLiveSpecification, ...schema } = TableResource.parse(definition).Properties;
  try {
    await client.send(new CreateTableCommand({ TableName: name, ...schema }));
  } catch (error) {
    if (error instanceof ResourceInUseException) return;
    throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: READY_LIMIT_S, minDelay: 1, maxDelay: 1 }, { TableName: name });
  await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
}
