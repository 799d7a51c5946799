import * as routes from '#shared/contract/routes/approvals.ts';
import { findApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { settingsRecord } from './settings-record.ts';

export const getApprovalSettings = operation(routes.getApprovalSettings, async ({ actor, table }, { query }) => {
  const named = await namedIdentity(routes.getApprovalSettings, { actor, table }, query.identity_id);
  const scope = named?.id ?? null;
  return reply(settingsRecord(scope, await findApprovalSettings(table, actor.organization.id, scope)));
});
