import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';

const texts = z.array(z.string());

/** Discovery, in the words of its standard. See: OpenID Connect Discovery 1.0, section 3; RFC 7517. */
export const openidConfigurationSchema = described(
  'OpenidConfiguration',
  'The issuer of identity tokens.',
  z.strictObject({
    issuer: z.string(),
    jwks_uri: z.string(),
    response_types_supported: texts,
    subject_types_supported: texts,
    id_token_signing_alg_values_supported: texts,
    scopes_supported: texts,
    claims_supported: texts,
  }),
  {
    issuer: 'The address of this service, as in `iss`.',
    jwks_uri: 'Where its public keys are.',
    response_types_supported: 'Always `id_token`.',
    subject_types_supported: 'Always `public`: every service gets the same `sub`.',
    id_token_signing_alg_values_supported: 'Always `RS256`.',
    scopes_supported: 'Always `openid`.',
    claims_supported: 'The claims of every token.',
  },
);

export const jwkSchema = described(
  'PublicJwk',
  'A public key.',
  z.strictObject({
    kty: z.literal('RSA'),
    use: z.literal('sig'),
    alg: z.literal('RS256'),
    kid: z.string(),
    n: z.string(),
    e: z.string(),
  }),
  {
    kty: 'Always `RSA`.',
    use: 'Always `sig`.',
    alg: 'Always `RS256`.',
    kid: 'The key’s id, as in the header of a token.',
    n: 'The modulus.',
    e: 'The exponent.',
  },
);

export const jwksSchema = described(
  'Jwks',
  'The public keys, two of them while keys rotate.',
  z.strictObject({ keys: z.array(jwkSchema) }),
  { keys: 'The keys, newest first.' },
);
