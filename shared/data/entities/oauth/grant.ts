import { isId } from '#shared/domain/ids/ids.ts';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { type Change, insert, RETRY, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * What a person has allowed a client of the OAuth authorization server to do.
 *
 * See: docs/contract/oauth.md#grants.
 */
export interface Grant {
  id: string;
  organizationId: string;
  clientId: string;
  /** What the client calls itself. */
  clientName: string | null;
  /** The host that the person saw. */
  clientHost: string;
  /** The ids of the agents that the client may act for; at least one. */
  agents: string[];
  scopes: Scope[];
  /** The addresses and domains that it may write to; null for anyone. */
  recipients: string[] | null;
  /** The resource that its access tokens are for. */
  resource: string;
  /** The person who has allowed it. */
  memberId: string;
  createdAt: number;
  /** When the client last got an access token. */
  lastUsedAt: number | null;
  revokedAt: number | null;
}

const decodeGrant = rowDecoder<Grant>({
  id: 'string',
  organizationId: 'string',
  clientId: 'string',
  clientHost: 'string',
  agents: 'array',
  scopes: 'array',
  recipients: 'array?',
  resource: 'string',
  memberId: 'string',
  createdAt: 'number',
});

function grantKey(organizationId: string, id: string): Key {
  return { pk: `${PREFIX.grant}${organizationId}`, sk: id };
}

export function insertGrant(grant: Grant): Change {
  return insert({ ...grantKey(grant.organizationId, grant.id), ...grant });
}

/** A grant by a strongly consistent read, so that a revocation is effective for the next request. */
export async function findOAuthGrant(table: Table, organizationId: string, id: string): Promise<Grant | undefined> {
  if (!isId('grant', id)) return undefined;
  return getRow(table, decodeGrant, grantKey(organizationId, id), { strong: true });
}

/** Grants before a time (exclusive), newest first. */
export function grantsBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst(table, decodeGrant, { pk: `${PREFIX.grant}${organizationId}`, kind: 'grant' }, before);
}

/** Notes that the client got an access token. The operation runs again if the grant was revoked meanwhile. */
export function updateGrantUsed(grant: Grant, now: number): Change {
  return changeLiveGrant(grant, { lastUsedAt: now });
}

/** Revokes a grant. The operation runs again if it was revoked meanwhile, so that one event says so. */
export function updateGrantRevoked(grant: Grant, now: number): Change {
  return changeLiveGrant(grant, { revokedAt: now });
}

function changeLiveGrant({ organizationId, id }: Grant, set: Partial<Grant>): Change {
  const condition = {
    expression: '#revokedAt = :never',
    names: { '#revokedAt': 'revokedAt' },
    values: { ':never': null },
  };
  return update(grantKey(organizationId, id), { set }, { condition, onConditionFailed: RETRY });
}
