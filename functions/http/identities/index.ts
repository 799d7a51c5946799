import * as routes from '#shared/contract/routes/identities.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { createIdentity } from './create-identity.ts';
import { getIdentity } from './get-identity.ts';
import { listIdentities } from './list-identities.ts';
import { reinstateIdentity } from './reinstate-identity.ts';
import { suspendIdentity } from './suspend-identity.ts';

export const handler = serve(routes, {
  createIdentity,
  listIdentities,
  getIdentity,
  suspendIdentity,
  reinstateIdentity,
});
