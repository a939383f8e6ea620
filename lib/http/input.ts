import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';

/** The parameters as the endpoint's input takes them; checked once, whoever asks first. */
export function parseInput({ route, input }: Endpoint, exchange: Exchange) {
  const { parameters } = exchange;
  const isQuery = route.startsWith('GET ') || route.startsWith('DELETE ');
  exchange.parsed ??= input.safeParse(isQuery ? withoutEmpty(input, parameters) : parameters);
  return exchange.parsed;
}

/** An optional parameter that is sent empty is absent, unless being empty says something, as of a list of ids. */
function withoutEmpty({ shape }: z.ZodMiniObject, parameters: Exchange['parameters']): Exchange['parameters'] {
  const meant = Object.entries(parameters).filter(([name, text]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const isEmpty = field !== undefined && /^\p{Zs}*$/u.test(text);
    return !isEmpty || !accepts(field, undefined) || accepts(field, text);
  });
  return Object.fromEntries(meant);
}

function accepts(field: z.core.$ZodType, value: string | undefined): boolean {
  return z.safeParse(field, value).success;
}
