import * as routes from '#shared/contract/routes/accounts.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { admitHeartbeat } from './admit-heartbeat.ts';
import { createApiKey } from './create-api-key.ts';
import { createOrganization } from './create-organization.ts';
import { getMe } from './get-me.ts';
import { getUsage } from './get-usage.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listAudit } from './list-audit.ts';
import { revokeApiKey } from './revoke-api-key.ts';

export const handler = serve(
  routes,
  { createOrganization, createApiKey, listApiKeys, revokeApiKey, getMe, getUsage, listAudit },
  { health: admitHeartbeat },
);
