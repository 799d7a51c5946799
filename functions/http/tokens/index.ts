import * as routes from '#shared/contract/routes/tokens.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { getIdentityTokenSettings } from './get-identity-token-settings.ts';
import { setIdentityTokenSettings } from './set-identity-token-settings.ts';

export const handler = serve(routes, { getIdentityTokenSettings, setIdentityTokenSettings });
