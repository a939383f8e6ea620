import { badField } from '../../errors.ts';
import { type Endpoint, takesIfMatch } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';
import { FileAnswer } from '../file-answer.ts';
import { Answer, NotModifiedAnswer } from '../reply.ts';

/** The header's name in messages. Headers are looked up by their names in lower case. */
const IF_MATCH = 'If-Match';
const MAX_IF_MATCH_LENGTH = 1000;
const FIRST_VERSION = 1;

/**
 * Handles conditional requests. Before the handler it reads `If-Match` and `If-None-Match`. Afterwards it sets the
 * `ETag` of the answer, or answers `NotModifiedAnswer` if the client has a copy with that `ETag`.
 * @throws AppError `invalid_input` if `If-Match` is not `*` or a list of ETags.
 */
export function conditional(endpoint: Endpoint): Middleware {
  return {
    before: ({ context: { exchange } }) => {
      const { headers } = exchange;
      if (takesIfMatch(endpoint)) exchange.isExpectedVersion = readIfMatch(headers.get(IF_MATCH.toLowerCase()));
      // Weak ETags, which compressed files may have, are compared like strong ones.
      const tags = (headers.get('if-none-match') ?? '').split(/\s*,\s*/).map(toOpaque);
      exchange.isCachedByClient = (etag) => tags.includes(toOpaque(etag));
    },
    after: (request) => {
      const { response, context } = request;
      request.response =
        response instanceof FileAnswer
          ? answerFile(response, context.exchange)
          : answerVersion(endpoint, response, context.exchange);
    },
  };
}

/** Returns whether `If-Match` allows a version. Without the header it allows all; a weak ETag allows none. */
function readIfMatch(header: string | undefined): (version: number) => boolean {
  if (header === undefined || header.trim() === '*') return () => true;
  const tags = header.split(',').map((tag) => tag.trim());
  const isValid = header.length <= MAX_IF_MATCH_LENGTH && tags.every((tag) => /^(W\/)?"[!#-~]*"$/.test(tag));
  if (!isValid) throw badField(IF_MATCH, { code: 'etags' });
  return (version) => tags.includes(toETag(version));
}

function answerFile(file: FileAnswer, { isCachedByClient }: Exchange): FileAnswer | NotModifiedAnswer {
  // A 304 has no policy, because browsers would replace the policy of their copy by it.
  const { 'content-security-policy': _, ...headers } = file.headers;
  const { etag } = headers;
  return etag !== undefined && isCachedByClient(etag) ? new NotModifiedAnswer(headers) : file;
}

function answerVersion(endpoint: Endpoint, response: unknown, exchange: Exchange): unknown {
  const version = findVersion(endpoint, response);
  if (version === undefined) return response;
  const etag = toETag(version);
  if (endpoint.isConditional && exchange.isCachedByClient(etag)) return new NotModifiedAnswer({ etag });
  exchange.replyHeaders = { etag };
  return response;
}

/** Finds the version of the thing that was read or changed, or of the one new thing; undefined for several. */
function findVersion({ isVersioned }: Endpoint, response: unknown): number | undefined {
  const { version, created } = Answer.of(response).facts;
  const isOneNewThing = created && /^[^,]+$/.test(created.ids);
  return version ?? (isVersioned && isOneNewThing ? FIRST_VERSION : undefined);
}

function toETag(version: number): string {
  return `"${version}"`;
}

/** Returns an ETag without the mark of a weak one. */
function toOpaque(etag: string): string {
  return etag.replace(/^W\//, '');
}
