import { exchangeForAccessToken, needed, type Provider } from './provider.ts';

/**
 * OpenAI: the token exchange of RFC 8693, with a body of JSON. The access token never lives longer than the identity
 * token, and an hour at most.
 *
 * See: docs/identity-tokens.md#openai.
 */
export const openai: Provider = {
  title: 'OpenAI',
  options: { provider: [], serviceAccount: [], endpoint: [] },
  required: ['provider', 'serviceAccount'],
  ttlSeconds: 3600,
  audience: () => 'https://api.openai.com/v1',
  exchange: async ({ token }, settings, signal) => {
    const { endpoint = 'https://auth.openai.com/oauth/token' } = settings;
    return exchangeForAccessToken({
      provider: openai.title,
      endpoint,
      body: {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        subject_token: token,
        identity_provider_id: needed(openai, settings, 'provider'),
        service_account_id: needed(openai, settings, 'serviceAccount'),
      },
      secret: token,
      signal,
    });
  },
};
