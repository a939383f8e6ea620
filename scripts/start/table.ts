import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { localCredentials } from './local-credentials.ts';
import { describeError, Problem } from './problem.ts';
import { words } from './words.ts';

const DEFINITION = new URL('../../tables/catering.table.json', import.meta.url);
const ACTIVE_LIMIT_MS = 30_000;
const POLL_MS = 200;
/** An emulator answers at once or does not run. */
const TIMEOUT_MS = 5000;

/** The properties of the deployed table that an emulator supports, too. */
const TableResource = z.object({
  Properties: z.object({
    AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
    KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) })),
    BillingMode: z.literal('PAY_PER_REQUEST'),
    TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
  }),
});
type Definition = z.output<typeof TableResource>['Properties'];

/** A client for the emulator at that address. */
export function openLocalClient(endpoint: string, region: string): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region,
    maxAttempts: 2,
    credentials: {
      accessKeyId: localCredentials.AWS_ACCESS_KEY_ID,
      secretAccessKey: localCredentials.AWS_SECRET_ACCESS_KEY,
    },
    requestHandler: { connectionTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, throwOnRequestTimeout: true },
  });
}

/**
 * Creates the table of `tables/catering.table.json` if it is missing, and waits until it can be used. It may be called
 * again, and by several processes at once.
 * @throws Problem where a table of that name has other keys, or does not become ready.
 */
export async function ensureTable(client: DynamoDBClient, name: string): Promise<void> {
  const definition = TableResource.parse(JSON.parse(await readFile(DEFINITION, 'utf8'))).Properties;
  if (!(await isActive(client, name, definition))) {
    await createTable(client, name, definition);
    await waitUntilActive(client, name, definition);
  }
  await enableTtl(client, name, definition);
}

async function createTable(client: DynamoDBClient, name: string, definition: Definition): Promise<void> {
  const { AttributeDefinitions, KeySchema, BillingMode } = definition;
  try {
    await client.send(new CreateTableCommand({ TableName: name, AttributeDefinitions, KeySchema, BillingMode }));
  } catch (error) {
    // Somebody else was faster, with the same definition.
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}

async function waitUntilActive(client: DynamoDBClient, name: string, definition: Definition): Promise<void> {
  const deadline = Date.now() + ACTIVE_LIMIT_MS;
  while (!(await isActive(client, name, definition))) {
    if (Date.now() > deadline) throw new Problem(words.notReady(name, ACTIVE_LIMIT_MS / 1000));
    await sleep(POLL_MS);
  }
}

/** Whether the table exists and is ready. */
async function isActive(client: DynamoDBClient, name: string, definition: Definition): Promise<boolean> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    const keys = (schema: { AttributeName?: string | undefined }[]) => schema.map((key) => key.AttributeName).join();
    if (keys(Table?.KeySchema ?? []) !== keys(definition.KeySchema)) {
      throw new Problem(words.foreignTable(name, keys(definition.KeySchema)));
    }
    return Table?.TableStatus === 'ACTIVE';
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

/** Switches time to live on. An emulator without it only keeps expired items: nothing relies on their removal. */
async function enableTtl(client: DynamoDBClient, name: string, definition: Definition): Promise<void> {
  const wanted = definition.TimeToLiveSpecification;
  if (!wanted?.Enabled) return;
  try {
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
    if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) return;
    await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: wanted }));
  } catch (error) {
    const isThereAlready = /already enabled/i.test(describeError(error));
    const isUnsupported = error instanceof Error && error.name === 'UnknownOperationException';
    if (!isThereAlready && !isUnsupported) throw error;
  }
}
