import * as routes from '#shared/contract/routes/approvals.ts';
import { putApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { findUserByEmail, membershipsOf } from '#shared/data/entities/organization/user.ts';
import type { Table } from '#shared/data/table-client.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { requestedSettings, settingsRecord } from './settings-record.ts';

export const setApprovalSettings = operation(
  routes.setApprovalSettings,
  async ({ actor, table, now }, { query, body }) => {
    const organizationId = actor.organization.id;
    const named = await namedIdentity(routes.setApprovalSettings, { actor, table }, query.identity_id);
    const scope = named?.id ?? null;
    const settings = { ...requestedSettings(body), updatedAt: now };
    await requireMembers(table, organizationId, settings.approvers);
    return write((tx) => {
      tx.put(putApprovalSettings(organizationId, scope, settings));
      return reply(settingsRecord(scope, settings));
    });
  },
);

const MAX_READS = 10;

/** Throws if an approver is no member: no one could decide, and the address would look like a safeguard. */
async function requireMembers(table: Table, organizationId: string, addresses: readonly string[]): Promise<void> {
  await mapWithLimit(addresses, MAX_READS, async (address) => {
    const user = await findUserByEmail(table, address);
    const memberships = user === undefined ? [] : await membershipsOf(table, user.id);
    if (memberships.some((one) => one.organizationId === organizationId)) return;
    throw invalid('approvers', `addresses of members of the organization: ${address} is none`);
  });
}
