import * as endpoints from '#shared/contract/oauth-endpoints.ts';
import { insertRegisteredClient } from '#shared/data/entities/oauth/oauth-client.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { readClientMetadata } from '#shared/domain/oauth/oauth-client.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import { redirectUriProblem } from '#shared/domain/oauth/redirect-uri.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { reply, write } from '#shared/runtime/pipeline/operation.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';
import { mediaTypeOf } from './form.ts';
import { jsonEndpoint } from './json-endpoint.ts';

/**
 * Registers a client that has no metadata document. It gets no secret: whatever method it asks for, the token endpoint
 * knows `none`, as the response says.
 *
 * See: docs/contract/oauth.md#clients; RFC 7591, sections 2 and 3.
 */
export const registerClient = jsonEndpoint(endpoints.registerClient, async ({ now }, request) => {
  const { name, redirectUris } = readClientMetadata(jsonOf(request));
  for (const uri of redirectUris) {
    const problem = redirectUriProblem(uri);
    if (problem !== undefined) throw new OAuthError('invalid_redirect_uri', `redirect_uris: ${problem}`);
  }
  const id = makeId('oauthClient', now, randomPart());
  return write((tx) => {
    tx.put(insertRegisteredClient({ id, name, redirectUris: [...redirectUris] }));
    return reply({
      client_id: id,
      client_id_issued_at: Math.floor(now / SECOND),
      ...(name !== null && { client_name: name }),
      redirect_uris: redirectUris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
  });
});

function jsonOf(request: ProtocolRequest): unknown {
  if (mediaTypeOf(request) !== 'application/json') {
    throw new OAuthError('invalid_client_metadata', 'content-type: application/json');
  }
  try {
    return JSON.parse(typeof request.body === 'string' ? request.body : '') as unknown;
  } catch {
    throw new OAuthError('invalid_client_metadata', 'body: JSON in UTF-8');
  }
}
