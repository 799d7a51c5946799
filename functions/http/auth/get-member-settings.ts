import * as routes from '#shared/contract/routes/second-factor.ts';
import { findMemberSettings } from '#shared/data/entities/organization/member-settings.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

export const getMemberSettings = operation(routes.getMemberSettings, async ({ actor, table }) => {
  const { requireSecondFactor } = await findMemberSettings(table, actor.organization.id);
  return reply({ require_second_factor: requireSecondFactor });
});
