import { DescribeTableCommand, DynamoDBClient, DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { StoreSettings } from '../../../lib/table/client.ts';
import { Connection } from '../../../lib/table/connection.ts';
import { TableFault } from '../../../lib/table/table-fault.ts';
import type { TableOperation } from '../../../lib/table/wire.ts';

const commands = {
  BatchGetItem: BatchGetCommand,
  BatchWriteItem: BatchWriteCommand,
  DeleteItem: DeleteCommand,
  DescribeTable: DescribeTableCommand,
  GetItem: GetCommand,
  PutItem: PutCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  TransactGetItems: TransactGetCommand,
  TransactWriteItems: TransactWriteCommand,
  UpdateItem: UpdateCommand,
} as const satisfies Record<TableOperation, unknown>;

/**
 * Opens the table with the AWS SDK as its documentation shows it. In naive builds this replaces `lib/table/client.ts`.
 */
export function openClient(settings: StoreSettings) {
  const { region, endpoint } = settings;
  const sdk = DynamoDBDocumentClient.from(new DynamoDBClient({ region, ...(endpoint ? { endpoint } : {}) }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const send = async (operation: TableOperation, input: object): Promise<unknown> => {
    try {
      // biome-ignore lint/suspicious/noExplicitAny: the client's overloads take one command at a time
      return await sdk.send(new (commands[operation] as any)(input));
    } catch (fault) {
      throw fault instanceof DynamoDBServiceException ? toTableFault(fault) : fault;
    }
  };
  return { send, connection: new Connection(settings) };
}

function toTableFault({ name, message, $metadata, ...facts }: DynamoDBServiceException): TableFault {
  const { CancellationReasons: reasons } = facts as { CancellationReasons?: { Code?: string }[] };
  return new TableFault(name, { message, status: $metadata.httpStatusCode ?? 500, reasons });
}
