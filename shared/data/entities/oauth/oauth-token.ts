import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { CODE_MS, REFRESH_TOKEN_MS, USED_CODE_MS } from '#shared/domain/oauth/lifetimes.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** What a person has decided, until the client exchanges its code. Found by the hash of the code. */
export interface AuthorizationCode {
  hash: string;
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  memberId: string;
  clientId: string;
  clientName: string | null;
  clientHost: string;
  redirectUri: string;
  codeChallenge: string;
  resource: string;
  agents: string[];
  scopes: Scope[];
  recipients: string[] | null;
  createdAt: number;
  /** The grant that it was exchanged for; absent before. */
  grantId?: string;
}

const decodeCode = rowDecoder<AuthorizationCode>({
  hash: 'string',
  organizationId: 'string',
  memberId: 'string',
  clientId: 'string',
  clientHost: 'string',
  redirectUri: 'string',
  codeChallenge: 'string',
  resource: 'string',
  agents: 'array',
  scopes: 'array',
  recipients: 'array?',
  createdAt: 'number',
});

/** A refresh token, found by its hash. */
export interface RefreshToken {
  hash: string;
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  grantId: string;
  clientId: string;
  createdAt: number;
  /** When it was used, and the hashes of the tokens that replaced it; absent before. */
  usedAt?: number;
  nextHash?: string;
  accessHash?: string;
}

const decodeRefreshToken = rowDecoder<RefreshToken>({
  hash: 'string',
  organizationId: 'string',
  grantId: 'string',
  clientId: 'string',
  createdAt: 'number',
  usedAt: 'number?',
  nextHash: 'string?',
  accessHash: 'string?',
});

function tokenKey(hash: string, kind: 'CODE' | 'REFRESH'): Key {
  return { pk: `${PREFIX.oauthToken}${hash}`, sk: kind };
}

export function insertCode(code: AuthorizationCode): Change {
  const expires_at = epochSeconds(code.createdAt + USED_CODE_MS);
  return insert({ ...tokenKey(code.hash, 'CODE'), ...code, expires_at });
}

/** A code, whether it was used or not: a second use has to be noticed. */
export function findCode(table: Table, hash: string): Promise<AuthorizationCode | undefined> {
  return getRow(table, decodeCode, tokenKey(hash, 'CODE'), { strong: true });
}

/** Whether a code is too old to be exchanged. `now` is in epoch milliseconds. */
export function isExpiredCode({ createdAt }: AuthorizationCode, now: number): boolean {
  return createdAt + CODE_MS <= now;
}

/** Uses a code: of several commits with this change one succeeds, and the others have to load it again. */
export function consumeCode({ hash }: AuthorizationCode, grantId: string): Change {
  const condition = { expression: 'attribute_not_exists(#grantId)', names: { '#grantId': 'grantId' } };
  return update(tokenKey(hash, 'CODE'), { set: { grantId } }, { condition, onConditionFailed: RETRY });
}

export function insertRefreshToken(token: RefreshToken): Change {
  const expires_at = epochSeconds(token.createdAt + REFRESH_TOKEN_MS);
  return insert({ ...tokenKey(token.hash, 'REFRESH'), ...token, expires_at });
}

/** A refresh token, whether it was used or not: a second use has to be noticed. */
export function findRefreshToken(table: Table, hash: string): Promise<RefreshToken | undefined> {
  return getRow(table, decodeRefreshToken, tokenKey(hash, 'REFRESH'), { strong: true });
}

/** Whether a refresh token was not used for too long. `now` is in epoch milliseconds. */
export function isExpiredRefreshToken({ createdAt }: RefreshToken, now: number): boolean {
  return createdAt + REFRESH_TOKEN_MS <= now;
}

/** Uses a refresh token: of several commits with this change one succeeds, and the others have to load it again. */
export function consumeRefreshToken(
  { hash }: RefreshToken,
  used: Required<Pick<RefreshToken, 'usedAt' | 'nextHash' | 'accessHash'>>,
): Change {
  const condition = { expression: 'attribute_not_exists(#usedAt)', names: { '#usedAt': 'usedAt' } };
  return update(tokenKey(hash, 'REFRESH'), { set: used }, { condition, onConditionFailed: RETRY });
}
