import * as cards from '#shared/contract/routes/a2a-card.ts';
import * as tokens from '#shared/contract/routes/tokens.ts';
import * as trustedIssuers from '#shared/contract/routes/trusted-issuers.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { getSigningKeys } from '#shared/runtime/signing-keys.ts';
import { createIdentityToken } from './create-identity-token.ts';
import { createTrustedIssuer } from './create-trusted-issuer.ts';
import { deleteTrustedIssuer } from './delete-trusted-issuer.ts';
import { exchangeToken } from './exchange-token.ts';
import { getAgentCard } from './get-agent-card.ts';
import { getIdentityTokenSettings } from './get-identity-token-settings.ts';
import { getJwks } from './get-jwks.ts';
import { getOpenidConfiguration } from './get-openid-configuration.ts';
import { getRpcWellKnownCard } from './get-rpc-well-known-card.ts';
import { getWellKnownCard } from './get-well-known-card.ts';
import { listTrustedIssuers } from './list-trusted-issuers.ts';
import { setIdentityTokenSettings } from './set-identity-token-settings.ts';

export const handler = serve(
  { ...tokens, ...trustedIssuers, ...cards },
  {
    createIdentityToken,
    getIdentityTokenSettings,
    setIdentityTokenSettings,
    getOpenidConfiguration,
    getJwks,
    createTrustedIssuer,
    listTrustedIssuers,
    deleteTrustedIssuer,
    exchangeToken,
    getAgentCard,
    getWellKnownCard,
    getRpcWellKnownCard,
  },
  { signingKeys: getSigningKeys },
);
