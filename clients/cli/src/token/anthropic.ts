import { exchangeForAccessToken, needed, type Provider } from './provider.ts';

/**
 * Claude API: the `jwt-bearer` grant of RFC 7523. The two beta values are those that Anthropic's own libraries send
 * with it, and the second one is required.
 *
 * See: docs/identity-tokens.md#anthropic.
 */
export const anthropic: Provider = {
  title: 'Anthropic',
  options: {
    rule: ['ANTHROPIC_FEDERATION_RULE_ID'],
    organization: ['ANTHROPIC_ORGANIZATION_ID'],
    serviceAccount: ['ANTHROPIC_SERVICE_ACCOUNT_ID'],
    workspace: ['ANTHROPIC_WORKSPACE_ID'],
    endpoint: [],
  },
  required: ['rule', 'organization', 'serviceAccount'],
  audience: () => 'https://api.anthropic.com',
  exchange: async ({ token }, settings, signal) => {
    const { workspace, endpoint = 'https://api.anthropic.com/v1/oauth/token' } = settings;
    return exchangeForAccessToken({
      provider: anthropic.title,
      endpoint,
      headers: { 'anthropic-beta': 'oauth-2025-04-20,oidc-federation-2026-04-01' },
      body: {
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: token,
        federation_rule_id: needed(anthropic, settings, 'rule'),
        organization_id: needed(anthropic, settings, 'organization'),
        service_account_id: needed(anthropic, settings, 'serviceAccount'),
        ...(workspace !== undefined && { workspace_id: workspace }),
      },
      secret: token,
      signal,
    });
  },
};
