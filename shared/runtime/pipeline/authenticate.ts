import { recordKeyUse } from '../../data/direct-writes/key-use.ts';
import { findGrant, type KeyGrant } from '../../data/entities/api-key.ts';
import { findIdentity } from '../../data/entities/identity.ts';
import { findUser } from '../../data/entities/user.ts';
import type { Table } from '../../data/table-client.ts';
import { hashApiKey, isWellFormedApiKey } from '../../domain/api-key.ts';
import { AppError } from '../../domain/errors.ts';
import { HOUR } from '../../domain/time.ts';
import { logger } from '../log.ts';
import type { Actor } from './actor.ts';

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/**
 * Finds who a key acts as. Keys are read strongly and cached nowhere: a revoked key is dead with the next call.
 *
 * See: docs/contract/authentication.md#keys; RFC 6750, section 2.1.
 */
export async function authenticate(table: Table, header: string | undefined, now: number): Promise<Actor> {
  const key = BEARER.exec(header?.trim() ?? '')?.[1];
  if (key === undefined || !isWellFormedApiKey(key)) throw new AppError('auth.unauthorized');
  const grant = await findGrant(table, hashApiKey(key));
  if (grant === undefined) throw new AppError('auth.unauthorized');
  if (grant.login !== undefined) return authenticateLogin(table, grant, grant.login, now);
  const organization = { id: grant.organizationId, name: grant.organizationName, slug: grant.organizationSlug };
  const noted = noteUseOncePerHour(table, grant.organizationId, grant.keyId, now);
  if (grant.identityId === null) {
    await noted;
    return { kind: 'org', keyId: grant.keyId, organization };
  }
  const [identity] = await Promise.all([findIdentity(table, grant.organizationId, grant.identityId), noted]);
  if (identity === undefined) throw new AppError('auth.unauthorized');
  return { kind: 'agent', keyId: grant.keyId, organization, identity };
}

/** A login token is good for its time, and while its person's password is the one it was given for. */
async function authenticateLogin(
  table: Table,
  grant: KeyGrant,
  login: NonNullable<KeyGrant['login']>,
  now: number,
): Promise<Actor> {
  const user = login.expiresAt > now ? await findUser(table, login.userId) : undefined;
  if (user?.passwordVersion !== login.passwordVersion) throw new AppError('auth.unauthorized');
  return {
    kind: 'org',
    keyId: grant.keyId,
    userId: user.id,
    organization: { id: grant.organizationId, name: grant.organizationName, slug: grant.organizationSlug },
  };
}

/** Keys this process has noted, so that only the first use in an hour costs a write. */
const notedAt = new Map<string, number>();
const MAX_RECORDED = 10_000;

async function noteUseOncePerHour(table: Table, organizationId: string, keyId: string, now: number): Promise<void> {
  if (now - (notedAt.get(keyId) ?? 0) < HOUR) return;
  if (notedAt.size >= MAX_RECORDED) notedAt.clear();
  notedAt.set(keyId, now);
  // Telemetry: no request fails for it. A revocation of the same key, for one, is a conflict that the SDK does not retry.
  await recordKeyUse(table, organizationId, keyId, now).catch((error: unknown) => {
    logger.warn('use of a key not noted', { key_id: keyId, error: error as Error });
  });
}
