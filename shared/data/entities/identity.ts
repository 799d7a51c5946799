import { AppError } from '../../domain/errors.ts';
import type { AgentSummary } from '../../domain/events.ts';
import { handleSchema } from '../../domain/handle.ts';
import { isId } from '../../domain/ids.ts';
import { type Change, insert, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { newestFirst } from '../record-list.ts';
import { storedPairs } from '../stored-pairs.ts';
import { PREFIX } from '../table.ts';
import { getRow, getRows, type Key, type Table } from '../table-client.ts';

/** A mailbox as its agent's row keeps it. */
export interface IdentityMailbox {
  id: string;
  address: string;
  isDefault: boolean;
  /** The organization's own domain that it is on; none: the stage's mail domain. */
  domainId?: string;
  /** None: it came with the agent. */
  createdAt?: number;
}

/** An agent. Its handle is unique on the whole service. See: docs/contract/identities.md#identity-record. */
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
  createdAt: number;
  updatedAt: number;
  version: number;
}

const decodeIdentity = rowDecoder<Identity>({
  id: 'string',
  organizationId: 'string',
  handle: 'string',
  status: 'string',
  mailboxes: 'object',
  metadata: 'object',
  createdAt: 'number',
  version: 'number',
});

export function identityKey(organizationId: string, id: string): Key {
  return { pk: `${PREFIX.identity}${organizationId}`, sk: id };
}

function rowOf(identity: Identity) {
  const { organizationId, id, metadata } = identity;
  return { ...identityKey(organizationId, id), ...identity, metadata: storedPairs(metadata) };
}

/** Where an agent is found by whoever knows its handle or its id, but not its organization. */
interface IdentityLocator {
  identityId: string;
  organizationId: string;
}

const decodeIdentityLocator = rowDecoder<IdentityLocator>({ identityId: 'string', organizationId: 'string' });

/** No handle looks like an id, so both are kept under one prefix. */
function whereaboutsKey(handleOrId: string): Key {
  return { pk: `${PREFIX.handle}${handleOrId}`, sk: 'HANDLE' };
}

/** The identity, the guard that keeps its handle unique and finds it, and the row that finds it by its id. */
export function insertIdentity(identity: Identity): Change[] {
  return [
    insert(
      { ...whereaboutsKey(identity.handle), identityId: identity.id, organizationId: identity.organizationId },
      () => new AppError('identity.handle_taken'),
    ),
    insert({ ...whereaboutsKey(identity.id), identityId: identity.id, organizationId: identity.organizationId }),
    insert(rowOf(identity)),
  ];
}

/** Strongly consistent: a suspension holds from the next request on. */
export async function findIdentity(table: Table, organizationId: string, id: string): Promise<Identity | undefined> {
  if (!isId('agent', id)) return undefined;
  return getRow(table, decodeIdentity, identityKey(organizationId, id), { strong: true });
}

async function findAnywhere(table: Table, handleOrId: string): Promise<Identity | undefined> {
  const where = await getRow(table, decodeIdentityLocator, whereaboutsKey(handleOrId), { strong: true });
  return where && findIdentity(table, where.organizationId, where.identityId);
}

/** An agent of any organization. What is no handle reads as absent. */
export async function findIdentityByHandle(table: Table, handle: string): Promise<Identity | undefined> {
  return handleSchema.safeParse(handle).success ? findAnywhere(table, handle) : undefined;
}

/** An agent of any organization. */
export async function findIdentityById(table: Table, id: string): Promise<Identity | undefined> {
  return isId('agent', id) ? findAnywhere(table, id) : undefined;
}

export function identitiesBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst(table, decodeIdentity, { pk: `${PREFIX.identity}${organizationId}`, kind: 'agent' }, before);
}

/** Agents of possibly many organizations, in no order; what is missing is left out. */
export function findIdentities(table: Table, wanted: readonly { organizationId: string; identityId: string }[]) {
  const keys = wanted.map(({ organizationId, identityId }) => identityKey(organizationId, identityId));
  return getRows(table, decodeIdentity, keys, { strong: true });
}

/** The identity as it is to be; `version` one more than what was read. */
export function replaceIdentity(identity: Identity): Change {
  return replaceVersion(rowOf(identity));
}

export function agentSummary(identity: Identity): AgentSummary {
  return { id: identity.id, handle: identity.handle, display_name: identity.displayName };
}
