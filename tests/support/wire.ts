import type { StoreSettings } from '../../lib/table/client.ts';

/**
 * Asks an emulator something, and gives the text of the answer: whole tables are compared as texts before they are
 * read.
 */
export async function ask({ endpoint = '', region }: StoreSettings, operation: string, input: object): Promise<string> {
  const scope = `Credential=local/20260101/${region}/dynamodb/aws4_request`;
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
    authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none`,
    'x-amz-date': '20260101T000000Z',
  };
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(input) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation} failed: ${text}`);
  return text;
}
