import { preferredLanguages } from 'negotiator/lib/language.js';
import type { Deps } from '../../deps.ts';
import type { Language } from '../../errors.ts';
import { RecentMap } from '../../recent-map.ts';
import { RequestTable } from '../../store/request.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';

const languages: readonly Language[] = ['zh', 'en'];

/** Browsers send few different headers, and each of them with every call. */
const MOST_REMEMBERED = 50;
const chosen = new RecentMap<string | undefined, Language>(MOST_REMEMBERED);

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
      ...exchange.table.usage,
    });
  };
  return {
    before: (request) => {
      const { event } = request;
      const headers = lowerNames(event.headers ?? {});
      const deps = getDeps();
      const table = new RequestTable(deps.db);
      request.context.exchange = {
        deps: { ...deps, db: table.db },
        table,
        requestId: event.requestContext?.requestId ?? request.context.awsRequestId,
        invocationId: request.context.awsRequestId,
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
        once: undefined,
        isMeant: () => true,
        etag: undefined,
        outcome: 'success',
      };
    },
    after: finish,
    onError: finish,
  };
}

function lowerNames(headers: Readonly<Record<string, string | undefined>>): Map<string, string> {
  const lowered = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) lowered.set(name.toLowerCase(), value ?? '');
  return lowered;
}

/** Chinese unless the header prefers English. */
function chooseLanguage(header: string | undefined): Language {
  const known = chosen.get(header);
  if (known) return known;
  const [preferred] = preferredLanguages(header, languages);
  const language = languages.find((one) => one === preferred) ?? 'zh';
  chosen.set(header, language);
  return language;
}
