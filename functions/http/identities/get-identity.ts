import * as routes from '../../../shared/contract/routes/identities.ts';
import { ownedResourceOperation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { loadOwnedIdentity } from '../../../shared/services/identities/load-owned-identity.ts';
import { identityRecord } from './identity-record.ts';

export const getIdentity = ownedResourceOperation(
  routes.getIdentity,
  loadOwnedIdentity,
  async ({ baseUrl }, identity) => reply(identityRecord(identity, baseUrl)),
);
