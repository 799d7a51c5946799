import { exchangeForAccessToken, needed, type Provider } from './provider.ts';

/**
 * Microsoft Entra: the client credentials flow, with the identity token as the assertion of an application that has a
 * federated identity credential for it.
 *
 * See: docs/identity-tokens.md#microsoft-entra.
 */
export const entra: Provider = {
  title: 'Microsoft Entra',
  options: {
    tenant: ['AZURE_TENANT_ID'],
    clientId: ['AZURE_CLIENT_ID'],
    scope: [],
    endpoint: [],
  },
  required: ['tenant', 'clientId'],
  audience: () => 'api://AzureADTokenExchange',
  exchange: async ({ token }, settings, signal) => {
    const tenant = encodeURIComponent(needed(entra, settings, 'tenant'));
    const { endpoint = `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token` } = settings;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: needed(entra, settings, 'clientId'),
      scope: settings.scope ?? 'https://graph.microsoft.com/.default',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: token,
    });
    return exchangeForAccessToken({ provider: entra.title, endpoint, body, secret: token, signal });
  },
};
