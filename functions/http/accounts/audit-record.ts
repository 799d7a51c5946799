import type { AuditEntry } from '#shared/data/entities/organization/audit-entry.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';

/** An entry of the audit in the form of the API. `keyNames` are the names of org keys by their ids. */
export async function auditRecord(
  entry: AuditEntry,
  { keyring, keyNames }: { keyring: Keyring; keyNames: ReadonlyMap<string, string> },
) {
  const { id, createdAt, actorType, actorId, actorLabel, action, targetType, targetId, before, after } = entry;
  return {
    id,
    at: timestamp(createdAt),
    actor: { type: actorType, id: actorId, label: actorLabel ?? keyNames.get(actorId) ?? null },
    address: await addressOf(entry, keyring),
    action,
    target: { type: targetType, id: targetId },
    before: fieldsOf(before),
    after: fieldsOf(after),
  };
}

async function addressOf({ id, sealedAddress, address }: AuditEntry, keyring: Keyring): Promise<string | null> {
  return sealedAddress === null ? address : (await keyring.open('audit', id, sealedAddress)).reveal();
}

function fieldsOf(text: string | null): Record<string, unknown> | null {
  return text === null ? null : (parseJson(text) as Record<string, unknown>);
}
