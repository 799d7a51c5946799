import * as endpoints from '#shared/contract/oauth-endpoints.ts';
import { findAccessToken } from '#shared/data/entities/oauth/access-token.ts';
import { findOAuthGrant } from '#shared/data/entities/oauth/grant.ts';
import { findRefreshToken } from '#shared/data/entities/oauth/oauth-token.ts';
import type { Table } from '#shared/data/table-client.ts';
import { requiredValue } from '#shared/domain/oauth/request-parameters.ts';
import { hashApiKey, isWellFormedApiKey, kindOfApiKey } from '#shared/domain/organization/api-key.ts';
import { countFailedCredential } from '#shared/runtime/pipeline/failed-authentications.ts';
import { reply, write } from '#shared/runtime/pipeline/operation.ts';
import { endGrant } from '#shared/services/grants/end-grant.ts';
import { formOf } from './form.ts';
import { jsonEndpoint } from './json-endpoint.ts';

/**
 * Ends the grant of a token that its client returns, whichever of the two kinds it is: the client disconnects. The
 * response is the same for a token that does not exist or belongs to another client.
 *
 * See: docs/contract/oauth.md#tokens; RFC 7009, sections 2.1 and 2.2.
 */
export const revokeToken = jsonEndpoint(endpoints.revokeToken, async (context, request) => {
  const { table, address, settings, now } = context;
  const form = formOf(request);
  const text = requiredValue(form, 'token');
  const clientId = requiredValue(form, 'client_id');
  const found = isWellFormedApiKey(text) ? await findToken(table, text, now) : undefined;
  const grant = found && (await findOAuthGrant(table, found.organizationId, found.grantId));
  if (grant === undefined || grant.clientId !== clientId) {
    await countFailedCredential(table, address, settings.limits, now);
    return reply(undefined);
  }
  if (grant.revokedAt !== null) return reply(undefined);
  return write((tx) => {
    endGrant(tx, grant, { reason: 'client_request', actor: null });
    return reply(undefined);
  });
});

function findToken(table: Table, text: string, now: number) {
  const hash = hashApiKey(text);
  return kindOfApiKey(text) === 'oat' ? findAccessToken(table, hash, now) : findRefreshToken(table, hash);
}
