import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Endpoint } from '../../../lib/http/endpoint.ts';
import { serve } from '../../../lib/http/serve.ts';
import type { Deps } from '../../../lib/runtime/deps.ts';
import { type Answer, readReply, type TestService } from './service.ts';

/** Sends an event to an endpoint, with other parts, another event or less time than `TestService.call` uses. */
export async function send(
  endpoint: Endpoint,
  event: APIGatewayProxyEventV2,
  getDeps: () => Deps,
  remainingMs = 120_000,
): Promise<Answer> {
  // Everything that the chain reads from the function's context.
  const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => remainingMs } as Context;
  return readReply(await serve(endpoint, getDeps)(event, context));
}

export function findEndpoint(service: TestService, route: string): Endpoint {
  const endpoint = service.endpoints.get(route);
  if (!endpoint) throw new Error(`no endpoint ${route}`);
  return endpoint;
}
