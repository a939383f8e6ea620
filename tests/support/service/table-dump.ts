import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { openClient, type TableClient } from '../../../lib/table/client.ts';
import type { TestService } from './service.ts';

/** An item with all its attributes. */
export type DumpedItem = Readonly<Record<string, unknown>>;

const clients = new WeakMap<TestService, TableClient>();

/**
 * Every item of the table, in the order of their keys. Tests compare it before and after a call that should change
 * nothing or little. `without` is a partition that is left out.
 */
export async function dumpTable(service: TestService, without = 'none'): Promise<readonly DumpedItem[]> {
  const { env } = service.deps;
  const client = clients.get(service) ?? openClient(env);
  clients.set(service, client);
  const items: DumpedItem[] = [];
  const filter = { FilterExpression: 'pk <> :without', ExpressionAttributeValues: { ':without': without } };
  for await (const { Items = [] } of paginateScan(
    { client },
    { TableName: env.table, ConsistentRead: true, ...filter },
  )) {
    items.push(...Items);
  }
  return items.sort((a, b) => (toKeyText(a) < toKeyText(b) ? -1 : 1));
}

function toKeyText({ pk, sk }: DumpedItem): string {
  return `${pk}\n${sk}`;
}
