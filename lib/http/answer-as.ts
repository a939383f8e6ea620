import type { Caller } from '../auth/caller.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { FileAnswer } from './file-answer.ts';
import { demandAdmitted } from './middleware/admit.ts';
import { readQuery } from './middleware/decode-body.ts';
import { checkInput } from './middleware/validate.ts';

/** Runs a GET endpoint with this query for the caller, within another call, and returns the file that it answers. */
export async function answerAs(
  endpoint: Endpoint,
  caller: Caller,
  query: string,
  call: Omit<Call<unknown, undefined>, 'input' | 'caller'>,
): Promise<FileAnswer> {
  demandAdmitted(endpoint, caller);
  const input = checkInput(endpoint, { ...readQuery(query), files: [] });
  const answer = await endpoint.handle({ ...call, input, caller });
  if (answer instanceof FileAnswer) return answer;
  throw new Error(`${endpoint.id} answers no file`);
}
