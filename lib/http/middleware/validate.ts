import * as z from 'zod/mini';
import { AppError, type FieldProblem, type Problem } from '../../errors.ts';
import { type Endpoint, takesIdempotencyKey } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';
import { FileAnswer } from '../file-answer.ts';
import { readIdempotentRequest } from '../idempotency.ts';
import { Answer, NotModifiedAnswer } from '../reply.ts';

/**
 * Checks the parameters against the endpoint's input, and the handler's result against its output.
 * @throws AppError `invalid_input` or `payload_too_large` with every bad field; Error if the output is not as
 * declared, which is our defect.
 */
export function validate(endpoint: Endpoint): Middleware {
  return {
    before: ({ context: { exchange } }) => {
      exchange.input = checkInput(endpoint, exchange);
      if (takesIdempotencyKey(endpoint)) exchange.idempotentRequest = readIdempotentRequest(endpoint, exchange);
    },
    after: (request) => {
      request.response = checkOutput(endpoint, request.response);
    },
  };
}

type SentInput = Pick<Exchange, 'parameters' | 'repeatedNames' | 'files'>;

/** Parses parameters and files into an input. @throws AppError `invalid_input` or `payload_too_large` with every bad field. */
export function checkInput(endpoint: Endpoint, sent: SentInput): unknown {
  const parsed = parseInput(endpoint, sent);
  const fields = [
    ...sent.repeatedNames.map((field): FieldProblem => ({ field, problem: { code: 'repeated' } })),
    ...findUnwantedPassword(endpoint, sent),
    ...(parsed.error?.issues ?? []).map((issue) => toFieldProblem(issue, sent)),
    ...findMissingFile(endpoint, sent),
  ];
  if (fields.length > 0) throw new AppError(chooseReason(fields), { fields });
  return parsed.data;
}

function parseInput({ route, input }: Endpoint, { parameters }: SentInput) {
  const isQuery = route.startsWith('GET ') || route.startsWith('DELETE ');
  return input.safeParse(isQuery ? withoutEmptyParameters(input, parameters) : parameters);
}

/** Leaves out empty optional parameters. An empty text stays where it means something, as in a list of ids. */
function withoutEmptyParameters({ shape }: z.ZodMiniObject, parameters: Exchange['parameters']) {
  const entries = Object.entries(parameters).filter(([name, text]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const isEmpty = field !== undefined && /^\p{Zs}*$/u.test(text);
    return !isEmpty || !accepts(field, undefined) || accepts(field, text);
  });
  return Object.fromEntries(entries);
}

function accepts(field: z.core.$ZodType, value: string | undefined): boolean {
  return z.safeParse(field, value).success;
}

/** Finds a password that the call does not take: its sender would believe it set. Other unknown parameters are ignored. */
function findUnwantedPassword({ input }: Endpoint, { parameters }: SentInput): FieldProblem[] {
  const isUnwanted = Object.hasOwn(parameters, 'password') && !Object.hasOwn(input.shape, 'password');
  return isUnwanted ? [{ field: 'password', problem: { code: 'not_taken' } }] : [];
}

function findMissingFile({ isUploadOnly }: Endpoint, { files }: SentInput): FieldProblem[] {
  return isUploadOnly && files.length === 0 ? [{ field: 'files', problem: { code: 'required' } }] : [];
}

function checkOutput(endpoint: Endpoint, result: unknown): unknown {
  const { output, bareOutput } = endpoint;
  if (result instanceof NotModifiedAnswer) return result;
  if (result instanceof FileAnswer && endpoint.contentTypes.includes(result.type)) return result;
  const { facts } = Answer.of(result);
  if (facts.created && facts.body === undefined) return result;
  return new Answer({ ...facts, body: requireShape(endpoint, facts.isBare ? bareOutput : output, facts.body) });
}

function requireShape(endpoint: Endpoint, shape: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!shape && value === undefined) return undefined;
  const parsed = shape?.safeParse(value);
  if (parsed?.success) return parsed.data;
  throw new Error(`${endpoint.id} returned something else than it declares`, { cause: parsed?.error });
}

function toFieldProblem(issue: z.core.$ZodIssue, { parameters }: SentInput): FieldProblem {
  const field = issue.path.join('.');
  // Only checks of our own fields make custom issues, and their `problem` is a `Problem`.
  const problem = issue.code === 'custom' ? (issue.params?.['problem'] as Problem | undefined) : undefined;
  const isAbsent = !Object.hasOwn(parameters, String(issue.path[0]));
  return { field, problem: problem ?? { code: isAbsent ? 'required' : 'malformed' } };
}

function chooseReason(fields: readonly FieldProblem[]) {
  return fields.some(({ problem }) => 'code' in problem && problem.code === 'icon_too_large')
    ? 'payload_too_large'
    : 'invalid_input';
}
