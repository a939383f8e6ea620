import { needsMainAccount } from '../../lib/auth/permissions.ts';
import { allReasons, type Reason } from '../../lib/errors.ts';
import { type Endpoint, takesIdempotencyKey } from '../../lib/http/endpoint.ts';

/** Lists all reasons for which an endpoint may fail: its declared ones, and those of every endpoint of its kind. */
export function listReasons(endpoint: Endpoint): Reason[] {
  const { route, callers, permission, allowsClosedUnits, logged, reasons } = endpoint;
  const possibleReasons = new Set<Reason>([...reasons, 'internal', 'unavailable']);
  // Even where a call takes no parameters, a repeated parameter is bad input.
  if (route !== '$default') possibleReasons.add('invalid_input');
  if (!route.startsWith('GET ')) possibleReasons.add('payload_too_large').add('unsupported_encoding');
  if (takesIdempotencyKey(endpoint)) possibleReasons.add('repeated_request');
  if (logged) possibleReasons.add('changed_meanwhile');
  if (callers !== 'public') possibleReasons.add('not_signed_in');
  if (callers !== 'public' && !allowsClosedUnits) possibleReasons.add('unit_closed').add('unit_expired');
  if (callers === 'admin' || callers === 'business') possibleReasons.add('wrong_side');
  if (permission !== undefined && permission !== 'session') {
    possibleReasons.add('missing_permission');
    const isForMain = [permission].flat().every((item) => needsMainAccount('business', item));
    if (isForMain && callers !== 'admin') possibleReasons.add('main_account_only');
  }
  return allReasons.filter((reason) => possibleReasons.has(reason));
}
