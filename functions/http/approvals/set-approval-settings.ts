import * as routes from '#shared/contract/routes/approvals.ts';
import { findApprovalSettings, replaceApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { findMembers } from '#shared/data/entities/organization/members.ts';
import type { Table } from '#shared/data/table-client.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { normaliseAddress } from '#shared/domain/mail/address.ts';
import { includesRole } from '#shared/domain/organization/role.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { requestedSettings, settingsRecord } from './settings-record.ts';

export const setApprovalSettings = operation(
  routes.setApprovalSettings,
  async ({ actor, table, now }, { query, body }) => {
    const organizationId = actor.organization.id;
    const named = await namedIdentity(routes.setApprovalSettings, { actor, table }, query.identity_id);
    const scope = named?.id ?? null;
    const [before] = await Promise.all([
      findApprovalSettings(table, organizationId, scope),
      requireApprovers(table, organizationId, body.approvers ?? []),
    ]);
    const settings = { ...requestedSettings(body), updatedAt: Math.max(now, (before?.updatedAt ?? 0) + 1) };
    return write((tx) => {
      tx.put(replaceApprovalSettings(organizationId, scope, before, settings));
      tx.audit({ targetId: scope ?? organizationId, before: settingsRecord(scope, before) });
      return reply(settingsRecord(scope, settings));
    });
  },
);

/** Throws if an approver is no member who decides: the address would look like a safeguard, and no one could decide. */
async function requireApprovers(table: Table, organizationId: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const { members } = await findMembers(table, organizationId);
  for (const address of addresses) {
    const email = normaliseAddress(address);
    const isOne = members.some((member) => member.email === email && includesRole(member.role, 'approver'));
    if (!isOne) throw invalid('approvers', `addresses of members who decide: ${address} is none`);
  }
}
