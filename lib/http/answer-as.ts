import type { Caller } from '../auth/caller.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { FileAnswer } from './file-answer.ts';
import { requireAdmitted } from './middleware/admit.ts';
import { readQuery } from './middleware/decode-body.ts';
import { checkInput } from './middleware/validate.ts';
import { Answer } from './reply.ts';

type CallContext = Omit<Call<unknown, Caller>, 'input'>;

/** Returns the file that a GET with this query answers to the caller of the context. It runs within another call. */
export async function answerFileAs(endpoint: Endpoint, query: string, context: CallContext): Promise<FileAnswer> {
  const answer = await handleAs(endpoint, readQuery(query), context);
  if (answer instanceof FileAnswer) return answer;
  throw new Error(`${endpoint.id} answers no file`);
}

/** Returns the body that a GET with these parameters answers to the caller of the context: only what the document declares. */
export async function answerBodyAs(
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>>,
  context: CallContext,
): Promise<unknown> {
  const answer = await handleAs(endpoint, { parameters, repeatedNames: [] }, context);
  const { body, isBare } = Answer.of(answer).facts;
  return isBare ? endpoint.bareOutput?.parse(body) : endpoint.output?.parse(body);
}

async function handleAs(endpoint: Endpoint, decoded: ReturnType<typeof readQuery>, context: CallContext) {
  requireAdmitted(endpoint, context.caller);
  const input = checkInput(endpoint, { ...decoded, files: [] });
  return endpoint.handle({ ...context, input });
}
