/** PUTs that set a value. Sending them twice has no further effect. */
const repeatablePaths = ['/api/menu/dish', '/api/ingredient/mark', '/api/ingredient/price'];

/** The keys of unanswered calls, by path and form. */
const keyByCall = new Map<string, string>();

/** Adds a key to a call that creates something, the same until it is answered. Returns a function that forgets it. */
export async function addIdempotencyKey(request: Request): Promise<() => void> {
  const { pathname } = new URL(request.url);
  const isForm = request.headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded') ?? false;
  if (request.method !== 'PUT' || !isForm || repeatablePaths.includes(pathname)) return () => undefined;
  const content = `${pathname} ${await request.clone().text()}`;
  // `crypto.randomUUID` needs TLS, which a school's own machine may lack.
  const key = keyByCall.get(content) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  keyByCall.set(content, key);
  request.headers.set('Idempotency-Key', key);
  return () => keyByCall.delete(content);
}
