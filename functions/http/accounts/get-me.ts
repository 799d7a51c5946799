import * as routes from '#shared/contract/routes/accounts.ts';
import { defaultAddress } from '#shared/data/entities/organization/identity.ts';
import { seenText } from '#shared/domain/safe-reading/seen-value.ts';
import { userIdOf } from '#shared/runtime/pipeline/actor.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

export const getMe = operation(routes.getMe, async ({ actor }) => {
  const { organization } = actor;
  const organizationFields = { org_id: organization.id, org_slug: organization.slug, org_name: organization.name };
  if (actor.kind === 'org') {
    const role = actor.session && { role: actor.role };
    return reply({ actor_type: 'user', actor_id: userIdOf(actor), ...organizationFields, ...role });
  }
  const { id, handle, displayName } = actor.identity;
  return reply({
    actor_type: 'agent',
    actor_id: id,
    ...organizationFields,
    identity_id: id,
    handle,
    display_name: seenText(displayName),
    email_address: defaultAddress(actor.identity),
  });
});
