import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';

const texts = z.array(z.string());

/** Discovery, in the words of its standard. See: OpenID Connect Discovery 1.0, section 3; RFC 7517. */
export const openidConfigurationSchema = described(
  'OpenidConfiguration',
  'The issuer: how its identity tokens are verified, and its OAuth authorization server.',
  z.strictObject({
    issuer: z.string(),
    jwks_uri: z.string(),
    response_types_supported: texts,
    subject_types_supported: texts,
    id_token_signing_alg_values_supported: texts,
    scopes_supported: texts,
    claims_supported: texts,
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string(),
    revocation_endpoint: z.string(),
    response_modes_supported: texts,
    grant_types_supported: texts,
    token_endpoint_auth_methods_supported: texts,
    revocation_endpoint_auth_methods_supported: texts,
    code_challenge_methods_supported: texts,
    authorization_response_iss_parameter_supported: z.boolean(),
    client_id_metadata_document_supported: z.boolean(),
  }),
  {
    issuer: 'The address of this service, as in `iss`.',
    jwks_uri: 'Where its public keys are.',
    response_types_supported: '`id_token`, and `code` for connectors.',
    subject_types_supported: 'Always `public`: every service gets the same `sub`.',
    id_token_signing_alg_values_supported: 'Always `RS256`.',
    scopes_supported: '`openid`, and the scopes of access tokens.',
    claims_supported: 'The claims of every identity token.',
    authorization_endpoint: 'Where a connector sends a person to. This member and the others: RFC 8414.',
    token_endpoint: 'Where it exchanges codes and refresh tokens.',
    registration_endpoint: 'Where it registers itself.',
    revocation_endpoint: 'Where it ends its tokens.',
    response_modes_supported: 'Always `query`.',
    grant_types_supported: 'What it may exchange.',
    token_endpoint_auth_methods_supported: 'Always `none`: connectors have no secret.',
    revocation_endpoint_auth_methods_supported: 'The same as for tokens.',
    code_challenge_methods_supported: 'Always `S256`.',
    authorization_response_iss_parameter_supported: 'Whether responses name the issuer (RFC 9207).',
    client_id_metadata_document_supported: 'Whether the id of a connector may be the address of its metadata.',
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
