import type { Caller } from '../auth/caller.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { FileAnswer } from './file-answer.ts';
import { demandAdmitted } from './middleware/admit.ts';
import { readQuery } from './middleware/decode-body.ts';
import { checkInput } from './middleware/validate.ts';

/** The file that a GET with this query answers to the caller, within another call. */
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
