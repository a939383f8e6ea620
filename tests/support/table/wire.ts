import type { StoreSettings } from '../../../lib/table/client.ts';
import { headersOf, lineTo } from './direct-line.ts';

/**
 * Sends an operation to an emulator, and returns the text of the answer: whole tables are compared as texts before they
 * are parsed.
 */
export async function ask({ endpoint = '' }: StoreSettings, operation: string, input: object): Promise<string> {
  const target = `DynamoDB_20120810.${operation}`;
  const line = lineTo(endpoint);
  const { status, text } = line
    ? await line.ask(target, JSON.stringify(input))
    : await askByFetch(endpoint, target, JSON.stringify(input));
  if (status !== 200) throw new Error(`${operation} failed: ${text}`);
  return text;
}

async function askByFetch(endpoint: string, target: string, body: string) {
  const response = await fetch(endpoint, { method: 'POST', headers: headersOf(target), body });
  return { status: response.status, text: await response.text() };
}
