import * as endpoints from '#shared/contract/oauth-endpoints.ts';
import * as routes from '#shared/contract/routes/oauth.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { authorize } from './authorize.ts';
import { decideAuthorization } from './decide-authorization.ts';
import { getAuthorizationServer } from './get-authorization-server.ts';
import { getGrant } from './get-grant.ts';
import { issueToken } from './issue-token.ts';
import { listGrants } from './list-grants.ts';
import { registerClient } from './register-client.ts';
import { revokeGrant } from './revoke-grant.ts';
import { revokeToken } from './revoke-token.ts';

export const handler = serve(
  { ...routes, ...endpoints },
  {
    listGrants,
    getGrant,
    revokeGrant,
    getAuthorizationServer,
    authorize,
    decideAuthorization,
    issueToken,
    registerClient,
    revokeToken,
  },
);
