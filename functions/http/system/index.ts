import * as routes from '#shared/contract/routes/system.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { getDescription } from './get-description.ts';
import { getHealth } from './get-health.ts';
import { getReady } from './get-ready.ts';

export const handler = serve(routes, { getHealth, getReady, getDescription });
