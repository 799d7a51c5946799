import * as routes from '../../../shared/contract/routes/identities.ts';
import { ownIdentity } from '../../../shared/runtime/own-identity.ts';
import { ownOperation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { identityRecord } from './identity-record.ts';

export const getIdentity = ownOperation(routes.getIdentity, ownIdentity, async ({ baseUrl }, identity) =>
  reply(identityRecord(identity, baseUrl)),
);
