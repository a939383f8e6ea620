import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { openClient } from '../../lib/table/client.ts';
import type { TestService } from './service.ts';

/** An item with all its attributes. */
export type DumpedItem = Readonly<Record<string, unknown>>;

/** Every item of the table, in the order of their keys. */
export async function dumpTable(service: TestService): Promise<DumpedItem[]> {
  const { env } = service.deps;
  const client = openClient(env);
  const items: DumpedItem[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const start = from ? { ExclusiveStartKey: from } : {};
    const part = await client.send(new ScanCommand({ TableName: env.table, ConsistentRead: true, ...start }));
    items.push(...(part.Items ?? []));
    from = part.LastEvaluatedKey;
  } while (from);
  client.destroy();
  return items.sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
}

function keyOf({ pk, sk }: DumpedItem): string {
  return `${pk}\n${sk}`;
}
