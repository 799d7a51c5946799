import { recordKeyUse } from '#shared/data/direct-writes/key-use.ts';
import { findGrant, type KeyGrant, type Login } from '#shared/data/entities/organization/api-key.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { isFullLogin, versionOfLogin } from '#shared/data/entities/organization/login-token.ts';
import { decodeMemberSettings, memberSettingsKey } from '#shared/data/entities/organization/member-settings.ts';
import { readWithMembership } from '#shared/data/entities/organization/membership.ts';
import { decodeUser, userKey } from '#shared/data/entities/organization/user.ts';
import type { Table } from '#shared/data/table-client.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { unauthorized } from '#shared/domain/errors/errors.ts';
import { hashApiKey, isWellFormedApiKey } from '#shared/domain/organization/api-key.ts';
import { ROLE_OF_KEYS } from '#shared/domain/organization/role.ts';
import { SESSION_MS, sessionIdOf } from '#shared/domain/organization/session.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import { logger } from '../log.ts';
import type { Actor } from './actor.ts';
import { authenticateScoped, scopedFinderOf } from './scoped-credential.ts';
import type { Presented } from './scoped-grant.ts';

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** What is known of a caller as soon as its credential is found. */
export interface KnownCaller {
  readonly organizationId: string;
  readonly keyId: string;
  /** The identity of an agent key; null for an org key. */
  readonly identityId: string | null;
}

/** What a request needs of a caller apart from its actor. */
export type ReadMeanwhile<T> = (caller: KnownCaller) => Promise<T>;

/**
 * Finds the actor of an API key, a login token or a credential with scopes. They are read with strong consistency and
 * never cached, so a revoked key fails at the next request.
 *
 * See: docs/contract/authentication.md#keys; RFC 6750, section 2.1.
 */
export async function authenticate(table: Table, header: string | undefined, presented: Presented): Promise<Actor> {
  const { actor } = await authenticateWhile(table, header, presented, () => Promise.resolve());
  return actor;
}

/**
 * Does the same, and calls `readMeanwhile` while the identity of an agent key is read, because each further round of
 * reads delays the response. The error of the authentication goes first. A login token can still turn out to be
 * invalid, and then it must not count against the limits of its organization, so `readMeanwhile` follows.
 */
export async function authenticateWhile<T>(
  table: Table,
  header: string | undefined,
  presented: Presented,
  readMeanwhile: ReadMeanwhile<T>,
): Promise<{ actor: Actor; read: T }> {
  const { now } = presented;
  const key = BEARER.exec(header?.trim() ?? '')?.[1];
  if (key === undefined || !isWellFormedApiKey(key)) throw unauthorized('no well-formed key');
  const keyHash = hashApiKey(key);
  const find = scopedFinderOf(key);
  if (find !== undefined) return authenticateScoped(table, { find, keyHash, presented }, readMeanwhile);
  const grant = await findGrant(table, keyHash);
  if (grant === undefined) throw unauthorized('the key was never issued, or is revoked');
  const found = actorOfGrant(table, { ...grant, keyHash }, now);
  if (grant.login !== undefined) return { actor: await found, read: await readMeanwhile(grant) };
  const recorded = recordUse(table, grant.organizationId, grant.keyId, now);
  const [actor, read] = await allInOrder([found, readMeanwhile(grant), recorded]);
  return { actor, read };
}

/**
 * Finds the actor of a credential again by its hash, with the same reads: for connections that outlive the request that
 * has authenticated them. A credential with scopes has none.
 */
export async function authenticateHash(table: Table, keyHash: string, now: number): Promise<Actor> {
  const grant = await findGrant(table, keyHash);
  if (grant === undefined) throw unauthorized('the key was never issued, or is revoked');
  return actorOfGrant(table, { ...grant, keyHash }, now);
}

type HashedGrant = KeyGrant & { keyHash: string };

async function actorOfGrant(table: Table, grant: HashedGrant, now: number): Promise<Actor> {
  if (grant.login !== undefined) return authenticateLogin(table, grant, grant.login, now);
  const { keyId, keyHash, organizationId, identityId } = grant;
  const organization = { id: organizationId, name: grant.organizationName, slug: grant.organizationSlug };
  if (identityId === null) return { kind: 'org', role: ROLE_OF_KEYS, keyId, keyHash, organization };
  const identity = await findIdentity(table, organizationId, identityId);
  if (identity === undefined) throw unauthorized('the agent of the key does not exist');
  return { kind: 'agent', keyId, keyHash, organization, identity };
}

/**
 * A login token is valid until it expires, its user's password changes, or the user is no member any more. The role is
 * read with the user, so a new one is effective for the next request. Between an administrative role and another one,
 * the token ends.
 */
async function authenticateLogin(table: Table, grant: HashedGrant, login: Login, now: number): Promise<Actor> {
  const { userId, expiresAt } = login;
  const { keyId, keyHash, organizationId } = grant;
  if (expiresAt <= now) throw unauthorized('the login has expired');
  const member = { userId, organizationId, isFull: isFullLogin(login) };
  const settingsKey = memberSettingsKey(organizationId);
  const { lookup, membership } = await readWithMembership(table, member, [userKey(userId), settingsKey]);
  const user = lookup(decodeUser, userKey(userId));
  if (user === undefined || user.passwordVersion !== versionOfLogin(login))
    throw unauthorized('the password of the login has changed');
  if (membership === undefined) throw unauthorized('the person of the login is not a member, or in another way');
  return {
    kind: 'org',
    role: membership.role,
    keyId,
    keyHash,
    session: {
      id: sessionIdOf(keyHash, expiresAt - SESSION_MS),
      userId,
      email: user.email,
      passwordVersion: user.passwordVersion,
      lacksSecondFactor:
        lookup(decodeMemberSettings, settingsKey)?.requireSecondFactor === true && user.hasSecondFactor !== true,
    },
    organization: { id: organizationId, name: grant.organizationName, slug: grant.organizationSlug },
  };
}

/** When this process last recorded a use of each key: only the first use in an hour costs a write. */
const recordedAt = new Map<string, number>();
const MAX_RECORDED_KEYS = 10_000;

async function recordUse(table: Table, organizationId: string, keyId: string, now: number): Promise<void> {
  if (now - (recordedAt.get(keyId) ?? 0) < HOUR) return;
  if (recordedAt.size >= MAX_RECORDED_KEYS) recordedAt.clear();
  recordedAt.set(keyId, now);
  // A failed write must not fail the request. It can conflict with a revocation of the key, which the SDK does not
  // retry.
  await recordKeyUse(table, organizationId, keyId, now).catch((error: unknown) => {
    logger.warn('use of a key not recorded', { key_id: keyId, error: error as Error });
  });
}
