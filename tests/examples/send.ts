import type { Endpoint } from '../../lib/http/endpoint.ts';
import type { ExampleRequest, Person } from '../../scripts/reference/texts/documentation.ts';
import type { Answer, CallOptions } from '../support/service.ts';
import type { World } from './world.ts';

const BOUNDARY = 'example';
const FILE_NAME = 'marks.csv';

/** Sends an example request; what `options` has takes the place of its own. */
export async function sendExample(
  { service, tokens }: World,
  endpoint: Endpoint,
  request: ExampleRequest,
  options: CallOptions = {},
): Promise<Answer> {
  const { parameters = {}, times = 1 } = request;
  const token = tokens.get(request.as ?? usualPerson(endpoint));
  const all = { token, ...(request.file === undefined ? {} : toUpload(request.file)), ...options };
  const headers = { ...(request.file === undefined ? {} : UPLOAD_HEADERS), ...request.headers, ...options.headers };
  let answer = await service.call(endpoint.route, parameters, { ...all, headers });
  for (let sent = 1; sent < times; sent++) answer = await service.call(endpoint.route, parameters, { ...all, headers });
  return answer;
}

/** Who sends a request that names nobody. */
function usualPerson({ side }: Endpoint): Person {
  if (side === 'public') return 'nobody';
  return side === 'admin' ? 'admin' : 'hongqi';
}

const UPLOAD_HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

function toUpload(text: string): CallOptions {
  const head = `Content-Disposition: form-data; name="files"; filename="${FILE_NAME}"\r\nContent-Type: text/csv`;
  return { rawBody: `--${BOUNDARY}\r\n${head}\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n` };
}
