import * as routes from '#shared/contract/routes/system.ts';
import { clockKey } from '#shared/data/entities/log/clock.ts';
import { checkHealth } from '#shared/runtime/health.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { getApiRoot } from './get-api-root.ts';
import { getDescription } from './get-description.ts';
import { getHealth } from './get-health.ts';
import { getLlmsTxt } from './get-llms-txt.ts';
import { getReady } from './get-ready.ts';
import { getRoot } from './get-root.ts';

export const handler = serve(
  routes,
  { getRoot, getApiRoot, getLlmsTxt, getHealth, getReady, getDescription },
  // It may look up no keys.
  { health: (event) => checkHealth(event, clockKey('health')) },
);
