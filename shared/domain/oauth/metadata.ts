import { issuerMetadata } from '../issuer/metadata.ts';
import { SCOPES } from '../issuer/scopes.ts';
import { CHALLENGE_METHOD } from './code-challenge.ts';
import { OAUTH_PATHS } from './oauth-paths.ts';

/**
 * What the metadata of an issuer says about its OAuth authorization server.
 *
 * See: RFC 8414, section 2; RFC 9207, section 3; draft-ietf-oauth-client-id-metadata-document-02, section 5.
 */
export function authorizationServerMembers(issuer: string) {
  return {
    issuer,
    authorization_endpoint: issuer + OAUTH_PATHS.authorize,
    token_endpoint: issuer + OAUTH_PATHS.token,
    registration_endpoint: issuer + OAUTH_PATHS.register,
    revocation_endpoint: issuer + OAUTH_PATHS.revoke,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: [CHALLENGE_METHOD],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/**
 * What discovery says about an issuer, as a whole: how its tokens are verified, and its OAuth authorization server. A
 * client finds the server here where the issuer has a path, as the address of API Gateway has: there is no place before
 * that path for the document of RFC 8414.
 *
 * See: MCP 2026-07-28, authorization server metadata discovery.
 */
export function discoveryDocument(issuer: string) {
  const [tokens, server] = [issuerMetadata(issuer), authorizationServerMembers(issuer)];
  return {
    ...server,
    ...tokens,
    response_types_supported: [...tokens.response_types_supported, ...server.response_types_supported],
    scopes_supported: [...tokens.scopes_supported, ...server.scopes_supported],
  };
}
