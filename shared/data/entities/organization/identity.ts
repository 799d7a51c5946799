import { AppError } from '#shared/domain/errors/errors.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import type { AgentSummary } from '#shared/domain/log/events.ts';
import { handleSchema } from '#shared/domain/organization/handle.ts';
import { type Change, check, insert, RETRY, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { storedPairs } from '../../stored-pairs.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';

/** A mailbox as the row of its identity stores it. */
export interface IdentityMailbox {
  id: string;
  address: string;
  isDefault: boolean;
  /** The organization's domain that the address is on; absent on the stage's mail domain. */
  domainId?: string;
  /** Absent for the mailbox that was created with the identity. */
  createdAt?: number;
}

/** The public key that an agent's proofs are verified with. See: docs/contract/vault.md#keypairs. */
export interface Keypair {
  /** The raw 32 bytes of an Ed25519 public key, in base64. */
  publicKey: string;
  createdAt: number;
  updatedAt: number;
}

/**
 * The record of an agent. Its handle is unique in the whole service. See: docs/contract/identities.md#identity-record.
 */
export interface Identity {
  id: string;
  organizationId: string;
  handle: string;
  displayName: string;
  description: string | null;
  status: 'active' | 'suspended';
  suspendedAt: number | null;
  suspendedReason: string | null;
  mailboxes: IdentityMailbox[];
  publiclyDiscoverable: boolean;
  metadata: Record<string, string>;
  /** In this row, because authentication reads it anyway; absent if the agent has none. */
  keypair?: Keypair;
  /** Leases of the vault with another generation are revoked; absent means 0. */
  leaseGeneration?: number;
  /** Credentials with scopes that were made in another generation have ended: each suspension begins one. Absent: 0. */
  tokenGeneration?: number;
  createdAt: number;
  updatedAt: number;
  version: number;
}

export const decodeIdentity = rowDecoder<Identity>({
  id: 'string',
  organizationId: 'string',
  handle: 'string',
  status: 'string',
  mailboxes: 'array',
  metadata: 'object',
  createdAt: 'number',
  version: 'number',
});

/** The address of the default mailbox, if there is one. */
export function defaultAddress({ mailboxes }: Pick<Identity, 'mailboxes'>): string | null {
  return mailboxes.find(({ isDefault }) => isDefault)?.address ?? null;
}

export function identityKey(organizationId: string, id: string): Key {
  return { pk: `${PREFIX.identity}${organizationId}`, sk: id };
}

function rowOf(identity: Identity) {
  const { organizationId, id, metadata } = identity;
  return { ...identityKey(organizationId, id), ...identity, metadata: storedPairs(metadata) };
}

/** Finds an identity by its handle or id, for callers that do not know its organization. */
export interface IdentityLocator {
  identityId: string;
  organizationId: string;
  /** With it, what is about the agent can be read at the same time as its identity. Releases until 0.2.0 store none. */
  handle?: string;
}

const decodeIdentityLocator = rowDecoder<IdentityLocator>({ identityId: 'string', organizationId: 'string' });

/** No handle has the form of an id, so both can have one prefix. */
function locatorKey(handleOrId: string): Key {
  return { pk: `${PREFIX.handle}${handleOrId}`, sk: 'HANDLE' };
}

/** A new identity, and the rows that find it by handle and by id. The former keeps the handle unique. */
export function insertIdentity(identity: Identity): Change[] {
  const { id, organizationId, handle } = identity;
  const locator: IdentityLocator = { identityId: id, organizationId, handle };
  return [
    insert({ ...locatorKey(handle), ...locator }, () => new AppError('identity.handle_taken')),
    insert({ ...locatorKey(id), ...locator }),
    insert(rowOf(identity)),
  ];
}

/** An identity by a strongly consistent read, so that a suspension is effective for the next request. */
export async function findIdentity(table: Table, organizationId: string, id: string): Promise<Identity | undefined> {
  if (!isId('agent', id)) return undefined;
  return getRow(table, decodeIdentity, identityKey(organizationId, id), { strong: true });
}

/** Where an agent of any organization is, by its handle or id. A text that is neither finds none. */
export async function locateIdentity(
  table: Table,
  target: { handle: string } | { identityId: string },
): Promise<IdentityLocator | undefined> {
  if ('identityId' in target) {
    if (!isId('agent', target.identityId)) return undefined;
    return getRow(table, decodeIdentityLocator, locatorKey(target.identityId), { strong: true });
  }
  const { handle } = target;
  if (!handleSchema.safeParse(handle).success) return undefined;
  const locator = await getRow(table, decodeIdentityLocator, locatorKey(handle), { strong: true });
  return locator && { ...locator, handle };
}

/** An identity of any organization, by its handle. A text that is not a valid handle finds none. */
export async function findIdentityByHandle(table: Table, handle: string): Promise<Identity | undefined> {
  const locator = await locateIdentity(table, { handle });
  return locator && findIdentity(table, locator.organizationId, locator.identityId);
}

/** An identity of any organization, by its id. */
export async function findIdentityById(table: Table, identityId: string): Promise<Identity | undefined> {
  const locator = await locateIdentity(table, { identityId });
  return locator && findIdentity(table, locator.organizationId, locator.identityId);
}

export function identitiesBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst(table, decodeIdentity, { pk: `${PREFIX.identity}${organizationId}`, kind: 'agent' }, before);
}

/** Those of the wanted identities that exist, in no particular order. They may belong to several organizations. */
export function findIdentities(table: Table, wanted: readonly { organizationId: string; identityId: string }[]) {
  const keys = wanted.map(({ organizationId, identityId }) => identityKey(organizationId, identityId));
  return getRows(table, decodeIdentity, keys, { strong: true });
}

/** Replaces an identity. `version` must be one more than was read. */
export function replaceIdentity(identity: Identity): Change {
  return replaceVersion(rowOf(identity));
}

/** Writes nothing, but the commit fails if the agent was suspended since it was read. */
export function checkActive({ organizationId, id }: Pick<Identity, 'organizationId' | 'id'>): Change {
  const active = { expression: '#status = :active', names: { '#status': 'status' }, values: { ':active': 'active' } };
  return check(identityKey(organizationId, id), active, () => new AppError('identity.suspended'));
}

/** Writes nothing, but the operation decides again if anything about the agent has changed since it was read. */
export function checkUnchanged({ organizationId, id, version }: Identity): Change {
  const unchanged = { expression: '#version = :seen', names: { '#version': 'version' }, values: { ':seen': version } };
  return check(identityKey(organizationId, id), unchanged, RETRY);
}

export function agentSummary(identity: Identity): AgentSummary {
  return { id: identity.id, handle: identity.handle, display_name: identity.displayName };
}
