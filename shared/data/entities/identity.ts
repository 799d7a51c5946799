import { AppError } from '../../domain/errors.ts';
import type { AgentSummary } from '../../domain/events.ts';
import { isId } from '../../domain/ids.ts';
import { type Change, insert, replaceVersion } from '../change.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/** An agent. Its handle is unique on the whole service. Rule: shapes, Identities. */
export interface Identity {
  id: string;
  organizationId: string;
  handle: string;
  displayName: string;
  description: string | null;
  status: 'active' | 'suspended';
  suspendedAt: number | null;
  suspendedReason: string | null;
  mailboxes: { id: string; address: string; isDefault: boolean }[];
  publiclyDiscoverable: boolean;
  metadata: Record<string, string>;
  createdAt: number;
  updatedAt: number;
  version: number;
}

export function identityKey(organizationId: string, id: string): Key {
  return { pk: `${PREFIX.identity}${organizationId}`, sk: id };
}

/** The identity and the guard that keeps its handle unique and finds it. */
export function insertIdentity(identity: Identity): Change[] {
  return [
    insert(
      {
        pk: `${PREFIX.handle}${identity.handle}`,
        sk: 'HANDLE',
        identityId: identity.id,
        organizationId: identity.organizationId,
      },
      () => new AppError('identity.handle_taken'),
    ),
    insert({ ...identityKey(identity.organizationId, identity.id), ...identity }),
  ];
}

/** Strongly consistent: a suspension holds from the next request on. */
export async function findIdentity(table: Table, organizationId: string, id: string): Promise<Identity | undefined> {
  if (!isId('agent', id)) return undefined;
  return getRow<Identity>(table, identityKey(organizationId, id), { strong: true });
}

export function identitiesBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst<Identity>(table, { pk: `${PREFIX.identity}${organizationId}`, kind: 'agent' }, before);
}

/** The identity as it is to be; `version` one more than what was read. */
export function replaceIdentity(identity: Identity): Change {
  return replaceVersion({ ...identityKey(identity.organizationId, identity.id), ...identity });
}

export function agentSummary(identity: Identity): AgentSummary {
  return { id: identity.id, handle: identity.handle, display_name: identity.displayName };
}
