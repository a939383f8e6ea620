import { digestPassword, FULL_COST, hashDigest } from '../../../lib/auth/password.ts';
import { systemRoleId } from '../../../lib/domain/user/role.ts';
import { createUser } from '../../../lib/store/user/user.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { Setup } from '../../support/service/setup.ts';
import { median } from '../median.ts';
import { clock } from './probe.ts';

const SIGN_INS = 80;
const WARM_UPS = 5;

/** How long a sign-in with a wrong password takes: medians, in milliseconds. */
export interface SignInTimes {
  /** If somebody has the uid. */
  readonly known: number;
  /** If nobody has the uid. */
  readonly unknown: number;
}

/**
 * Measures both kinds of sign-ins alternately, with the real store. Each has a uid and an address of its own, so that
 * none is locked.
 */
export async function measureSignIn(): Promise<SignInTimes> {
  const service = await startService(FULL_COST);
  try {
    const uids = await createUsers(service, WARM_UPS + SIGN_INS);
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (const [index, uid] of uids.entries()) {
      const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const kind of order) {
        const tried = kind === 'known' ? uid : `nobody${index}`;
        const time = await clock(() => failToSignIn(service, tried, `198.51.100.${index}`));
        if (index >= WARM_UPS) times[kind].push(time / 1000);
      }
    }
    return { known: median(times.known), unknown: median(times.unknown) };
  } finally {
    await service.stop();
  }
}

/** Creates users of one unit and returns their uids. They share a hash, since making one takes as long as a sign-in. */
async function createUsers(service: TestService, count: number): Promise<string[]> {
  const { school } = await Setup.set(service);
  const hash = await hashDigest(digestPassword('right'));
  const uids = Array.from({ length: count }, (_, index) => `person${index}`);
  for (const uid of uids) {
    await createUser(
      service.deps.db,
      school.id,
      { uid, name: uid, phone: '', roleId: systemRoleId(school.id), hash },
      Date.now(),
    );
  }
  return uids;
}

async function failToSignIn(service: TestService, uid: string, address: string): Promise<void> {
  const { status, text } = await service.call(
    'POST /api/login',
    { uid, password: digestPassword('wrong') },
    { address },
  );
  if (status !== 401) throw new Error(`${uid} was answered ${text}`);
}
