/** The paths of discovery, relative to the issuer. See: OpenID Connect Discovery 1.0, section 4. */
export const DISCOVERY_PATH = '/.well-known/openid-configuration';
export const JWKS_PATH = '/.well-known/jwks.json';

/** The claims of every identity token. AWS and Entra show them to those who write a trust policy. */
const CLAIMS = ['iss', 'sub', 'aud', 'jti', 'iat', 'nbf', 'exp', 'organization', 'handle'];

/**
 * What the issuer says about itself, for services that verify its identity tokens. Agents get these from the API, and
 * not from the authorization endpoint.
 *
 * @param issuer the address of the service, without a slash at its end.
 *
 * See: OpenID Connect Discovery 1.0, section 3; IAM user guide, Create an OpenID Connect identity provider.
 */
export function issuerMetadata(issuer: string) {
  return {
    issuer,
    jwks_uri: `${issuer}${JWKS_PATH}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid'],
    claims_supported: [...CLAIMS],
  };
}
