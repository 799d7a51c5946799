import { exchangedTokenSchema, ISSUED_TOKEN_TYPE } from '../../schemas/token-exchange.ts';
import { trustedIssuerSchema } from '../../schemas/trusted-issuer.ts';
import { AT, BASE_URL, exampleId, ORGANIZATION } from '../example-records.ts';
import { example } from '../examples.ts';

export const TRUSTED_ISSUER_EXAMPLES = [
  example(trustedIssuerSchema, {
    id: exampleId('trustedIssuer'),
    issuer: 'https://token.actions.githubusercontent.com',
    audience: `${BASE_URL}/organizations/${ORGANIZATION.slug}`,
    jwks_url: null,
    jwks: null,
    rules: [
      {
        identity_id: exampleId('agent'),
        claims: { sub: 'repo:acme/app:environment:production' },
        scopes: ['mail.read', 'mail.send'],
      },
    ],
    created_at: AT,
  }),
  example(exchangedTokenSchema, {
    access_token: 'aid_sat_At6P4ht63J61nVeaJTWp6i7BhHD0XC11gUwkk',
    issued_token_type: ISSUED_TOKEN_TYPE,
    token_type: 'Bearer',
    expires_in: 900,
    scope: 'mail.read mail.send',
  }),
];
