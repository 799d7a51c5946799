import type { StageConfig } from '#lib/config.ts';
import type { Account } from './account.ts';
import { type Finding, ok, warn } from './finding.ts';

const ISSUER = 'issuer';

/**
 * Says whether the issuer of identity tokens has a name of its own. Services elsewhere trust that address, and the one
 * of API Gateway is another one when the API is created again.
 *
 * See: docs/deployment.md#the-issuer.
 */
export function checkIssuer(_account: Account, { publicUrl }: StageConfig): Finding {
  if (publicUrl !== undefined) return ok(ISSUER, `identity tokens are of ${publicUrl}`);
  const text =
    'identity tokens are of the address of API Gateway, which changes when the API is created again: services that ' +
    'trust it then refuse all tokens; set AID_API_DOMAIN before one does (docs/deployment.md#the-issuer)';
  return warn(ISSUER, text);
}
