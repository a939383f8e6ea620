import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';

/** Checks the parameters against the endpoint's input. The first caller checks; later ones get the same result. */
export function parseInput({ route, input }: Endpoint, exchange: Exchange) {
  const { parameters } = exchange;
  const isQuery = route.startsWith('GET ') || route.startsWith('DELETE ');
  exchange.parsed ??= input.safeParse(isQuery ? withoutEmpty(input, parameters) : parameters);
  return exchange.parsed;
}

/** The parameters without empty optional ones. An empty text stays where it means something, as in a list of ids. */
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
