import { idTime, makeId, randomPart } from '#shared/domain/ids/ids.ts';
import {
  AUDIT_MS,
  type AuditActor,
  type AuditedFields,
  type AuditTarget,
  auditedText,
  SERVICE_ACTOR,
} from '#shared/domain/organization/audit.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import type { Row, Table } from '../../table-client.ts';

/**
 * Who changed what, when and from where. Its commit is that of the change. Rows are only ever inserted: nothing changes
 * or removes one, but its time-to-live.
 *
 * See: docs/contract/audit.md; docs/decisions/0090-the-audit.md.
 */
export interface AuditEntry {
  id: string;
  organizationId: string;
  /** Epoch milliseconds. No two entries of an organization have the same. */
  createdAt: number;
  actorType: AuditActor['type'];
  actorId: string;
  actorLabel: string | null;
  /** The network address of the caller, encrypted for the entry. Null if there is none, or it is in `address`. */
  sealedAddress: string | null;
  /** The same in the clear: of the vault, which may not use the key of the stage. */
  address: string | null;
  action: string;
  targetType: AuditTarget;
  targetId: string;
  /** Fields of the target as JSON: before the change, and after it. */
  before: string | null;
  after: string | null;
}

const decodeEntry = rowDecoder<AuditEntry>({
  id: 'string',
  organizationId: 'string',
  createdAt: 'number',
  actorType: 'string',
  actorId: 'string',
  actorLabel: 'string?',
  sealedAddress: 'string?',
  address: 'string?',
  action: 'string',
  targetType: 'string',
  targetId: 'string',
  before: 'string?',
  after: 'string?',
});

function partition(organizationId: string): string {
  return `${PREFIX.audit}${organizationId}`;
}

/**
 * A new entry. Its key is its time, so that no two of an organization have the same one, which paging needs. Of two
 * changes in one millisecond, the second is decided again.
 */
export function insertAuditEntry(entry: AuditEntry): Change {
  const { organizationId, createdAt } = entry;
  const expires_at = epochSeconds(createdAt + AUDIT_MS);
  return insert({ pk: partition(organizationId), sk: idTime('audit', createdAt), ...entry, expires_at }, RETRY);
}

/** A change that the service has made without a request, as an entry. `fields` are those that it shows. */
export interface ServiceChange {
  readonly organizationId: string;
  readonly action: string;
  readonly target: AuditTarget;
  readonly targetId: string;
  readonly fields: readonly string[];
  readonly before: AuditedFields;
  readonly after: AuditedFields;
}

/** The entry of what a job of the service has changed at a time, in epoch milliseconds. */
export function insertServiceEntry(change: ServiceChange, now: number): Change {
  const { organizationId, action, target, targetId, fields } = change;
  return insertAuditEntry({
    id: makeId('audit', now, randomPart()),
    organizationId,
    createdAt: now,
    actorType: SERVICE_ACTOR.type,
    actorId: SERVICE_ACTOR.id,
    actorLabel: SERVICE_ACTOR.label,
    sealedAddress: null,
    address: null,
    action,
    targetType: target,
    targetId,
    before: auditedText(change.before, fields),
    after: auditedText(change.after, fields),
  });
}

/** Entries of an organization before a time (exclusive), newest first, without those that have expired. */
export async function* auditEntriesBefore(
  table: Table,
  organizationId: string,
  before: number | undefined,
  now: number,
): AsyncGenerator<Row<AuditEntry>> {
  const list = { pk: partition(organizationId), kind: 'audit' } as const;
  for await (const entry of newestFirst(table, decodeEntry, list, before)) {
    if (entry.createdAt + AUDIT_MS <= now) return;
    yield entry;
  }
}
