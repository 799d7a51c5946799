import * as routes from '#shared/contract/routes/accounts.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { findApiKeys } from '#shared/data/entities/organization/api-key.ts';
import { type AuditEntry, auditEntriesBefore } from '#shared/data/entities/organization/audit-entry.ts';
import { collect } from '#shared/data/table-client.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { auditRecord } from './audit-record.ts';

/** Names of keys never change and keys stay listed, so entries have no copy of them. */
export const listAudit = operation(routes.listAudit, async ({ actor, table, now, keyring: loadKeyring }, { query }) => {
  const { id: organizationId } = actor.organization;
  const read = new BoundedRead(auditEntriesBefore(table, organizationId, query.before, now));
  const isWanted = ({ actorId, action, targetId }: AuditEntry) =>
    (query.actor ?? actorId) === actorId &&
    (query.action ?? action) === action &&
    (query.target ?? targetId) === targetId;
  const [entries, keyring] = await Promise.all([collect(read, query.limit, isWanted), loadKeyring()]);
  const keyIds = entries.flatMap(({ actorType, actorId }) => (actorType === 'api_key' ? [actorId] : []));
  const keys = await findApiKeys(table, organizationId, keyIds);
  const keyNames = new Map(keys.map(({ id, name }) => [id, name]));
  const records = entries.map((entry) => auditRecord(entry, { keyring, keyNames }));
  return replyPage({ entries: await Promise.all(records) }, read);
});
