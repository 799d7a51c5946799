import { findRegisteredClient } from '#shared/data/entities/oauth/oauth-client.ts';
import { isOwnUrl } from '#shared/domain/http/own-address.ts';
import {
  clientIdProblem,
  isDocumentId,
  type OAuthClient,
  readClientMetadata,
} from '#shared/domain/oauth/oauth-client.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { oncePerRequest } from '#shared/runtime/pipeline/once-per-request.ts';
import { fetchClientDocument, unusable } from './fetch-client-document.ts';

/**
 * The client of an id: the address of its metadata document, or the id of a registered client. Throws an `OAuthError`
 * for the page if there is none.
 *
 * See: draft-ietf-oauth-client-id-metadata-document-02, sections 3 and 4.
 */
export async function loadClient(context: RequestContext, clientId: string): Promise<OAuthClient> {
  if (isDocumentId(clientId)) {
    return oncePerRequest(context, `client ${clientId}`, () => clientOfDocument(context, clientId));
  }
  const registered = await findRegisteredClient(context.table, clientId, context.now);
  if (registered === undefined) {
    throw new OAuthError(
      'invalid_client',
      'client_id: no such client. A registration that no one uses ends after 7 days.',
    );
  }
  return registered;
}

async function clientOfDocument({ settings, ownUrls }: RequestContext, clientId: string): Promise<OAuthClient> {
  const policy = { allowLoopback: settings.allowLoopbackReceivers };
  const problem = clientIdProblem(clientId, policy);
  if (problem !== undefined) throw new OAuthError('invalid_client', `client_id: ${problem}`);
  if (isOwnUrl(clientId, ownUrls)) throw new OAuthError('invalid_client', 'client_id: a URL outside of this service');
  const document = await fetchClientDocument(clientId, policy);
  const metadata = readClientMetadata(document);
  const {
    client_id: id,
    client_secret: secret,
    token_endpoint_auth_method: method = 'none',
  } = document as Readonly<Record<string, unknown>>;
  if (id !== clientId) throw unusable('names another client_id');
  if (secret !== undefined || method !== 'none')
    throw unusable('asks for a method other than none at the token endpoint');
  return { id: clientId, ...metadata };
}
