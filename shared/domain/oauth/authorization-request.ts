import type { Scope } from '../issuer/scopes.ts';
import { CHALLENGE_METHOD, isChallenge } from './code-challenge.ts';
import { OAuthError } from './oauth-error.ts';
import {
  optionalValue,
  type RequestParameters,
  requiredValue,
  requireResource,
  scopesOf,
} from './request-parameters.ts';

/** What a client asks a person for. */
export interface AuthorizationRequest {
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
}

/** What a client gets that names no scopes: all but the secrets and the agent's identity elsewhere. */
const DEFAULT_SCOPES: readonly Scope[] = ['mail.read', 'mail.send', 'tasks', 'events', 'contacts'];

/**
 * Reads an authorization request of a known client with a valid redirect URI. Throws an `OAuthError` that the client
 * gets by that URI.
 *
 * @param resource the resource that tokens are for.
 *
 * See: RFC 6749, section 4.1.1; RFC 7636, section 4.3; RFC 9700, section 2.1.1.
 */
export function readAuthorizationRequest(parameters: RequestParameters, resource: string): AuthorizationRequest {
  if (requiredValue(parameters, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type: code');
  }
  if ((optionalValue(parameters, 'response_mode') ?? 'query') !== 'query') {
    throw new OAuthError('invalid_request', 'response_mode: query');
  }
  const codeChallenge = requiredValue(parameters, 'code_challenge');
  // Without a method, `plain` is meant.
  if (optionalValue(parameters, 'code_challenge_method') !== CHALLENGE_METHOD) {
    throw new OAuthError('invalid_request', `code_challenge_method: ${CHALLENGE_METHOD}`);
  }
  if (!isChallenge(codeChallenge)) {
    throw new OAuthError('invalid_request', 'code_challenge: a SHA-256 in base64url, 43 characters');
  }
  requireResource(parameters, resource);
  const scopes = scopesOf(parameters) ?? DEFAULT_SCOPES;
  if (optionalValue(parameters, 'prompt')?.split(' ').includes('none') === true) {
    throw new OAuthError('login_required', 'A person decides about each request.');
  }
  return { scopes, codeChallenge };
}
