import type { Caller } from '../auth/caller.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { FileAnswer } from './file-answer.ts';
import { requireAdmitted } from './middleware/admit.ts';
import { readQuery } from './middleware/decode-body.ts';
import { checkInput } from './middleware/validate.ts';
import { Answer } from './reply.ts';

// A call can answer what the GET of another endpoint answers to a caller: so a link prints what its maker may see.

/** The call within which the other endpoint runs, and the caller who is answered. */
type OuterCall = Omit<Call<unknown, Caller>, 'input'>;

/** Returns the file that the endpoint answers to this query. @throws Error if it answers none. */
export async function answerFileForCaller(endpoint: Endpoint, query: string, outer: OuterCall): Promise<FileAnswer> {
  const answer = await handleForCaller(endpoint, readQuery(query), outer);
  if (answer instanceof FileAnswer) return answer;
  throw new Error(`${endpoint.id} answers no file`);
}

/** Returns the body that the endpoint answers to these parameters. It has only what the document declares. */
export async function answerBodyForCaller(
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>>,
  outer: OuterCall,
): Promise<unknown> {
  const answer = await handleForCaller(endpoint, { parameters, repeatedNames: [] }, outer);
  const { body, isBare } = Answer.of(answer).facts;
  return isBare ? endpoint.bareOutput?.parse(body) : endpoint.output?.parse(body);
}

async function handleForCaller(endpoint: Endpoint, decoded: ReturnType<typeof readQuery>, outer: OuterCall) {
  if (!endpoint.route.startsWith('GET ')) throw new Error(`${endpoint.id} is no GET: its write would lack a log entry`);
  requireAdmitted(endpoint, outer.caller);
  const input = checkInput(endpoint, { ...decoded, files: [] });
  return endpoint.handle({ ...outer, input });
}
