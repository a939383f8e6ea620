import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';

/** The parameters as the endpoint's input takes them; checked once, whoever asks first. */
export function parseInput(endpoint: Endpoint, exchange: Exchange) {
  exchange.parsed ??= endpoint.input.safeParse(exchange.parameters);
  return exchange.parsed;
}
