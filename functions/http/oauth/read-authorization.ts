import { type AuthorizationRequest, readAuthorizationRequest } from '#shared/domain/oauth/authorization-request.ts';
import { hostOfClient, isDocumentId, type OAuthClient } from '#shared/domain/oauth/oauth-client.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import { resourceOf } from '#shared/domain/oauth/oauth-paths.ts';
import { isRegistered, withResponse } from '#shared/domain/oauth/redirect-uri.ts';
import { optionalValue, requiredValue } from '#shared/domain/oauth/request-parameters.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';
import { ClientError } from './client-error.ts';
import { loadClient } from './load-client.ts';
import type { ShownClient } from './pages/client-heading.ts';

/** A valid authorization request. */
export interface Authorization extends AuthorizationRequest {
  readonly client: OAuthClient;
  readonly shown: ShownClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly resource: string;
  /** The query of the request, which the form of the page keeps. */
  readonly query: string;
}

/**
 * Reads an authorization request from the query, of the page and of its form alike. Throws an `OAuthError` while it is
 * not certain where the person may be sent back to, and a `ClientError` for what the client gets.
 *
 * See: RFC 6749, section 4.1.2.1; RFC 9700, section 4.11.
 */
export async function readAuthorization(
  context: RequestContext,
  { query: parameters }: ProtocolRequest,
): Promise<Authorization> {
  const redirectUri = requiredValue(parameters, 'redirect_uri');
  const client = await loadClient(context, requiredValue(parameters, 'client_id'));
  if (!isRegistered(redirectUri, client.redirectUris)) {
    throw new OAuthError('invalid_request', 'redirect_uri: one of the client’s, character by character');
  }
  const resource = resourceOf(context.baseUrl);
  const given = { redirectUri, iss: context.baseUrl };
  const state = forClient(given, () => optionalValue(parameters, 'state'));
  const request = forClient({ ...given, state }, () => readAuthorizationRequest(parameters, resource));
  const host = hostOfClient(client.id, redirectUri);
  const shown = { name: client.name, host, hasDocument: isDocumentId(client.id), redirectUri };
  return { ...request, client, shown, redirectUri, state, resource, query: queryOf(parameters) };
}

/** Runs `read`. The client gets its `OAuthError`. */
function forClient<T>(
  { redirectUri, ...response }: { redirectUri: string; iss: string; state?: string | undefined },
  read: () => T,
): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { error: code, error_description: description } = error.toBody();
    throw new ClientError(withResponse(redirectUri, { error: code, error_description: description, ...response }));
  }
}

function queryOf(parameters: ProtocolRequest['query']): string {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters)) for (const value of values) query.append(name, value);
  // The gateway may pass them on in another order, and the form's token follows from the text.
  query.sort();
  return query.toString();
}
