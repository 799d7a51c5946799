import { findAccessToken } from '#shared/data/entities/oauth/access-token.ts';
import { findOAuthGrant, type Grant, updateGrantUsed } from '#shared/data/entities/oauth/grant.ts';
import {
  consumeRefreshToken,
  findRefreshToken,
  isExpiredRefreshToken,
  type RefreshToken,
} from '#shared/data/entities/oauth/oauth-token.ts';
import { isMember } from '#shared/data/entities/organization/membership.ts';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { REFRESH_RETRY_MS } from '#shared/domain/oauth/lifetimes.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import {
  type RequestParameters,
  requiredValue,
  requireResource,
  scopesOf,
} from '#shared/domain/oauth/request-parameters.ts';
import { credentialOf, hashApiKey, isWellFormedApiKey } from '#shared/domain/organization/api-key.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { write } from '#shared/runtime/pipeline/operation.ts';
import { endReused } from './end-reused.ts';
import { findGenerations, insertTokens, type TokenPair, tokenReply } from './new-tokens.ts';
import { invalidGrant, wrongCredential } from './wrong-credential.ts';

/**
 * Exchanges a refresh token for the next one and an access token. A second use ends the grant, unless it follows within
 * seconds and the next token was not used: then the response to the first use was lost, and it gets the same tokens.
 * They follow from the token under the key of the stage, so nothing but hashes is stored, and there is never more than
 * one refresh token that works.
 *
 * See: RFC 6749, section 6; RFC 9700, section 4.14.2; docs/contract/oauth.md#tokens.
 */
export async function refreshTokens(context: RequestContext, form: RequestParameters) {
  const { table, now } = context;
  const text = requiredValue(form, 'refresh_token');
  const clientId = requiredValue(form, 'client_id');
  const token = isWellFormedApiKey(text) ? await findRefreshToken(table, hashApiKey(text)) : undefined;
  if (token === undefined || token.clientId !== clientId) throw await wrongCredential(context);
  const { organizationId, organizationName, organizationSlug, grantId } = token;
  const grant = await findOAuthGrant(table, organizationId, grantId);
  if (grant === undefined || grant.revokedAt !== null) throw await wrongCredential(context);
  const scopes = requireGranted(grant, scopesOf(form));
  requireResource(form, grant.resource);
  const pairs = await nextPairs(context, token, text);
  if (token.usedAt !== undefined) {
    return (await repeated(context, token, pairs)) ?? endReused(table, organizationId, grantId);
  }
  if (isExpiredRefreshToken(token, now)) throw invalidGrant();
  if (!(await isMember(table, { userId: grant.memberId, organizationId }))) throw invalidGrant();
  const generations = await findGenerations(table, grant);
  const [pair] = pairs;
  return write((tx) => {
    tx.put(
      consumeRefreshToken(token, {
        usedAt: now,
        nextHash: hashApiKey(pair.refresh),
        accessHash: hashApiKey(pair.access),
      }),
      ...insertTokens(pair, { grant, organizationName, organizationSlug, scopes, generations, now }),
      updateGrantUsed(grant, now),
    );
    return tokenReply(pair, scopes);
  });
}

/** The scopes of the next access token: those asked for, or all of the grant. Throws if one is not of the grant. */
function requireGranted({ scopes }: Grant, asked: readonly Scope[] | undefined): readonly Scope[] {
  if (asked === undefined) return scopes;
  if (!asked.every((scope) => scopes.includes(scope))) {
    throw new OAuthError('invalid_scope', `scope: of ${scopes.join(', ')}, which the person has allowed`);
  }
  return asked;
}

/** The tokens that follow from a refresh token, under each data key; the first pair is for new tokens. */
async function nextPairs(
  { keyring }: RequestContext,
  { grantId }: RefreshToken,
  text: string,
): Promise<[TokenPair, ...TokenPair[]]> {
  const [first, ...others] = (await keyring()).hmacs('refresh-token', grantId, text);
  return [pairOf(first), ...others.map(pairOf)];
}

function pairOf(seed: string): TokenPair {
  return { access: credentialOf('oat', seed), refresh: credentialOf('ort', seed) };
}

/** The response to a repeated request; `undefined` if it comes too late, or the next token was used already. */
async function repeated(
  { table, now }: RequestContext,
  { usedAt = 0, nextHash = '', accessHash = '' }: RefreshToken,
  pairs: readonly TokenPair[],
) {
  if (now - usedAt > REFRESH_RETRY_MS) return undefined;
  const pair = pairs.find(({ refresh }) => hashApiKey(refresh) === nextHash);
  const [next, access] = await Promise.all([
    findRefreshToken(table, nextHash),
    findAccessToken(table, accessHash, now),
  ]);
  if (pair === undefined || access === undefined || next === undefined || next.usedAt !== undefined) return undefined;
  return tokenReply(pair, access.scopes, access.expiresAt - now);
}
