import * as routes from '#shared/contract/routes/second-factor.ts';
import { insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import { findMemberSettings, replaceMemberSettings } from '#shared/data/entities/organization/member-settings.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';

/** Effective for the next request of every member. Event streams of members without a second factor are closed. */
export const setMemberSettings = operation(routes.setMemberSettings, async ({ actor, table, now }, { body }) => {
  const { id } = actor.organization;
  const before = await findMemberSettings(table, id);
  return write((tx) => {
    tx.put(
      replaceMemberSettings(id, before, { requireSecondFactor: body.require_second_factor }),
      insertStreamCheck(id, now),
    );
    tx.audit({ before: { require_second_factor: before.requireSecondFactor } });
    return reply(body);
  });
});
