import Negotiator from 'negotiator';
import type { Deps } from '../../deps.ts';
import type { Language } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';

const languages: readonly Language[] = ['zh', 'en'];

/** Begins the exchange, and writes its one log line when it ends. */
export function context(endpoint: Endpoint, getDeps: () => Deps): Middleware {
  const finish = ({ context: { exchange } }: { context: { exchange?: Exchange } }) => {
    exchange?.deps.log.info('request', {
      requestId: exchange.requestId,
      route: endpoint.route,
      unit: exchange.caller?.vender,
      uid: exchange.caller?.uid,
      outcome: exchange.outcome,
      durationMs: Math.round(performance.now() - exchange.startedAt),
    });
  };
  return {
    before: (request) => {
      const { event } = request;
      const headers = new Map(
        Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value ?? '']),
      );
      request.context.exchange = {
        deps: getDeps(),
        requestId: event.requestContext?.requestId ?? request.context.awsRequestId,
        startedAt: performance.now(),
        language: chooseLanguage(headers.get('accept-language')),
        headers,
        address: event.requestContext?.http?.sourceIp ?? 'unknown',
        parameters: {},
        repeated: [],
        files: [],
        parsed: undefined,
        caller: undefined,
        input: undefined,
        prefetched: undefined,
        outcome: 'success',
      };
    },
    after: finish,
    onError: finish,
  };
}

/** Chinese unless the header prefers English. */
function chooseLanguage(header: string | undefined): Language {
  const preferred = new Negotiator({ headers: { 'accept-language': header } }).language([...languages]);
  return languages.find((language) => language === preferred) ?? 'zh';
}
