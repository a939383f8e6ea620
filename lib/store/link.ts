import { randomUUID } from 'node:crypto';
import { linkKey } from '../../tables/keys.ts';
import { LINK_LIFE_S, Link } from '../domain/link.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../table/database.ts';
import { insertStep } from '../table/steps.ts';

/** Creates a link at `now` (milliseconds since the epoch). Of a token that exists already, throws `changed_meanwhile`. */
export async function createLink(db: Database, tokenHash: string, link: Omit<Link, 'opening' | 'ttl'>, now: number) {
  const ttl = Math.floor(now / 1000) + LINK_LIFE_S;
  await db.retryLostRaces(() => db.write([insertStep({ ...linkKey(tokenHash), ...link, ttl })]));
}

/** Reads a link; throws `link_not_found` where none can be opened at `now`: it is absent, opened or expired. */
export async function getLink(db: Database, tokenHash: string, now: number): Promise<Link> {
  const item = await db.get(linkKey(tokenHash));
  const link = item && Link.parse(item);
  if (!link || link.opening !== undefined || link.ttl <= now / 1000) throw new AppError('link_not_found');
  return link;
}

/**
 * Opens a link, or throws `link_not_found` where it has been opened or has expired. One conditional write decides which
 * caller was first. By the random id, a retry of the SDK recognises its own write when only the answer was lost.
 */
export async function openLink(db: Database, tokenHash: string, now: number): Promise<void> {
  const isFirst = await db.update(linkKey(tokenHash), {
    set: { opening: randomUUID() },
    condition: '#ttl > :now AND (attribute_not_exists(#opening) OR #opening = :opening)',
    values: { ':now': Math.floor(now / 1000) },
  });
  if (!isFirst) throw new AppError('link_not_found');
}
