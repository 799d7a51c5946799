import * as routes from '#shared/contract/routes/tokens.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { getSigningKeys } from '#shared/runtime/signing-keys.ts';
import { createIdentityToken } from './create-identity-token.ts';
import { getIdentityTokenSettings } from './get-identity-token-settings.ts';
import { getJwks } from './get-jwks.ts';
import { getOpenidConfiguration } from './get-openid-configuration.ts';
import { setIdentityTokenSettings } from './set-identity-token-settings.ts';

export const handler = serve(
  routes,
  { createIdentityToken, getIdentityTokenSettings, setIdentityTokenSettings, getOpenidConfiguration, getJwks },
  { signingKeys: getSigningKeys },
);
