import { exchangeForAccessToken, needed, type Provider } from './provider.ts';

/**
 * OpenRouter: the token exchange of RFC 8693. The access token never lives longer than the identity token, and 15
 * minutes at most.
 *
 * See: docs/identity-tokens.md#openrouter.
 */
export const openrouter: Provider = {
  title: 'OpenRouter',
  options: { rule: [], endpoint: [] },
  required: ['rule'],
  ttlSeconds: 900,
  audience: () => 'https://openrouter.ai/api/v1',
  exchange: async ({ token }, settings, signal) => {
    const { endpoint = 'https://openrouter.ai/api/v1/oauth/token' } = settings;
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      subject_token: token,
      federation_policy_id: needed(openrouter, settings, 'rule'),
    });
    return exchangeForAccessToken({ provider: openrouter.title, endpoint, body, secret: token, signal });
  },
};
