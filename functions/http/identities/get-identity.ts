import * as routes from '#shared/contract/routes/identities.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { identityRecord } from './identity-record.ts';

export const getIdentity = resourceOperation(routes.getIdentity, loadIdentity, async ({ baseUrl }, identity) =>
  reply(identityRecord(identity, baseUrl)),
);
