import type { Endpoint } from '../../lib/http/endpoint.ts';
import type { ExampleRequest, Person } from '../../scripts/reference/texts/documentation.ts';
import { Attachment } from '../support/files/attachment.ts';
import { bookOf } from '../support/files/sheets.ts';
import type { Answer, CallOptions } from '../support/service/service.ts';
import type { World } from './world.ts';

/** The name under which text is uploaded. */
const TEXT_NAME = 'marks.csv';

/** Sends an example request. `options` replace its own. */
export async function sendExample(
  { service, tokens }: World,
  endpoint: Endpoint,
  request: ExampleRequest,
  options: CallOptions = {},
): Promise<Answer> {
  const { times = 1 } = request;
  const parameters = { ...request.parameters, ...(request.file === undefined ? {} : { files: toFile(request.file) }) };
  const all = { token: tokens.get(request.as ?? usualPerson(endpoint)), ...options };
  const headers = { ...request.headers, ...options.headers };
  let answer = await service.call(endpoint.route, parameters, { ...all, headers });
  for (let sent = 1; sent < times; sent++) answer = await service.call(endpoint.route, parameters, { ...all, headers });
  return answer;
}

/** The sender of a request that names none. */
function usualPerson({ side }: Endpoint): Person {
  if (side === 'public') return 'nobody';
  return side === 'admin' ? 'admin' : 'hongqi';
}

function toFile(file: NonNullable<ExampleRequest['file']>): Attachment {
  if (typeof file === 'string') return new Attachment(TEXT_NAME, file);
  if ('base64' in file) return new Attachment(file.name, Buffer.from(file.base64, 'base64'));
  return new Attachment(file.name, bookOf(Object.entries(file.sheets)));
}
