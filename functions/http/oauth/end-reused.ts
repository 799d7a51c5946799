import { findOAuthGrant } from '#shared/data/entities/oauth/grant.ts';
import type { Table } from '#shared/data/table-client.ts';
import { reply, write } from '#shared/runtime/pipeline/operation.ts';
import { endGrant } from '#shared/services/grants/end-grant.ts';
import { invalidGrant } from './wrong-credential.ts';

/**
 * Ends the grant of a code or a refresh token that was used before. Two programs hold it, and one of them is not the
 * client: no one can tell which, so neither keeps access.
 *
 * See: RFC 6749, section 4.1.2; RFC 9700, section 4.14.2.
 */
export async function endReused(table: Table, organizationId: string, grantId: string) {
  const error = invalidGrant();
  const refusal = reply(error.toBody(), { status: error.status });
  const grant = await findOAuthGrant(table, organizationId, grantId);
  if (grant === undefined || grant.revokedAt !== null) return refusal;
  return write((tx) => {
    endGrant(tx, grant, { reason: 'token_reused', actor: null });
    return refusal;
  });
}
