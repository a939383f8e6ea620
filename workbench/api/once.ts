/** PUTs that set what they name: sent twice they do no more. */
const settings = ['/api/menu/dish', '/api/ingredient/mark', '/api/ingredient/price'];

/** The keys of calls that were sent and not answered, by what was sent. */
const unanswered = new Map<string, string>();

/**
 * Gives a call that creates something a key: whoever sends the same again, since nothing was answered, sends it under
 * the same key, and it is carried out once. Returns what is called once it is answered.
 */
export async function keepOnce(request: Request): Promise<() => void> {
  const { pathname } = new URL(request.url);
  const isForm = request.headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded') ?? false;
  if (request.method !== 'PUT' || !isForm || settings.includes(pathname)) return () => undefined;
  const sent = `${pathname} ${await request.clone().text()}`;
  // `crypto.randomUUID` is not there where the service has no TLS, as on a school's own machine.
  const key = unanswered.get(sent) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  unanswered.set(sent, key);
  request.headers.set('Idempotency-Key', key);
  return () => unanswered.delete(sent);
}
