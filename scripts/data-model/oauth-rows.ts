import type { AreaRows } from './row-description.ts';

/** The OAuth authorization server: what people have allowed clients, and the credentials of clients. */
export const OAUTH_ROWS: AreaRows<'grant' | 'oauthClient' | 'oauthToken' | 'consentSession' | 'callToken'> = {
  grant: [{ row: 'what a person has allowed a client', pk: '<org>', sk: 'grant id', files: ['oauth/grant.ts'] }],
  oauthClient: [
    { row: 'client that has registered itself', pk: '<client>', sk: '`CLIENT`', files: ['oauth/oauth-client.ts'] },
  ],
  oauthToken: [
    {
      row: 'authorization code, by hash; used ones are kept for an hour',
      pk: '<sha256>',
      sk: '`CODE`',
      files: ['oauth/oauth-token.ts'],
    },
    {
      row: 'refresh token, by hash; used ones are kept as long',
      pk: '<sha256>',
      sk: '`REFRESH`',
      files: ['oauth/oauth-token.ts'],
    },
  ],
  consentSession: [
    {
      row: 'person who has logged in on the consent page, by the hash of its cookie',
      pk: '<sha256>',
      sk: '`SESSION`',
      files: ['oauth/consent-session.ts'],
    },
  ],
  callToken: [
    {
      row: 'what the MCP server calls the API with for an access token, by hash',
      pk: '<sha256>',
      sk: '`CALL`',
      files: ['oauth/call-token.ts'],
    },
  ],
};
