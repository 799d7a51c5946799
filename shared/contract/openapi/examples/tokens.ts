import { discoveryDocument } from '#shared/domain/oauth/metadata.ts';
import { identityTokenSchema, identityTokenSettingsSchema } from '../../schemas/identity-token.ts';
import { jwkSchema, jwksSchema, openidConfigurationSchema } from '../../schemas/issuer.ts';
import { AT, BASE_URL, EXPIRES } from '../example-records.ts';
import { example } from '../examples.ts';

/** A key without a private half, and with a modulus that is too short to be one. */
const JWK = {
  kty: 'RSA',
  use: 'sig',
  alg: 'RS256',
  kid: 'Ee1pS6J6IFCYHMDZO5ZGW7BzQW0Ok4RkXk8Q6b1m7wA',
  n: 'u1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gunVTLw7onLRnrq0',
  e: 'AQAB',
} as const;

export const TOKEN_EXAMPLES = [
  example(identityTokenSettingsSchema, { audiences: ['sts.amazonaws.com'], updated_at: AT }),
  example(identityTokenSchema, {
    token: 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZ2VudDphZ3QifQ.c2lnbmF0dXJl',
    token_type: 'JWT',
    expires_at: EXPIRES,
  }),
  example(openidConfigurationSchema, discoveryDocument(BASE_URL)),
  example(jwksSchema, { keys: [JWK] }),
  example(jwkSchema, JWK),
];
