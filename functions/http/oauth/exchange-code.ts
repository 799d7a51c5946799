import { type Grant, insertGrant } from '#shared/data/entities/oauth/grant.ts';
import {
  type AuthorizationCode,
  consumeCode,
  findCode,
  isExpiredCode,
} from '#shared/data/entities/oauth/oauth-token.ts';
import { isMember } from '#shared/data/entities/organization/membership.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { verifies } from '#shared/domain/oauth/code-challenge.ts';
import {
  optionalValue,
  type RequestParameters,
  requiredValue,
  requireResource,
} from '#shared/domain/oauth/request-parameters.ts';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from '#shared/domain/organization/api-key.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { write } from '#shared/runtime/pipeline/operation.ts';
import { agentOf, grantPayload } from '#shared/services/grants/end-grant.ts';
import { endReused } from './end-reused.ts';
import { findGenerations, insertTokens, tokenReply } from './new-tokens.ts';
import { invalidGrant, wrongCredential } from './wrong-credential.ts';

/**
 * Exchanges a code for tokens, and creates the grant: in one commit, on the condition that the code was not used. A
 * second use ends what the first one gave.
 *
 * See: RFC 6749, section 4.1.3; RFC 7636, section 4.6.
 */
export async function exchangeCode(context: RequestContext, form: RequestParameters) {
  const { table, now } = context;
  const text = requiredValue(form, 'code');
  const clientId = requiredValue(form, 'client_id');
  const verifier = requiredValue(form, 'code_verifier');
  const redirectUri = optionalValue(form, 'redirect_uri');
  const code = isWellFormedApiKey(text) ? await findCode(table, hashApiKey(text)) : undefined;
  if (code === undefined) throw await wrongCredential(context);
  if (code.grantId !== undefined) return endReused(table, code.organizationId, code.grantId);
  const isRight =
    !isExpiredCode(code, now) &&
    code.clientId === clientId &&
    (redirectUri ?? code.redirectUri) === code.redirectUri &&
    verifies(verifier, code.codeChallenge);
  if (!isRight) throw await wrongCredential(context);
  requireResource(form, code.resource);
  const { memberId: userId, organizationId } = code;
  if (!(await isMember(table, { userId, organizationId }))) throw invalidGrant();
  const generations = await findGenerations(table, code);
  const pair = { access: generateApiKey('oat'), refresh: generateApiKey('ort') };
  return write((tx) => {
    const { organizationName, organizationSlug } = code;
    const grant = grantOf(code, tx.nextTimestamp(organizationId), now);
    tx.put(
      consumeCode(code, grant.id),
      insertGrant(grant),
      ...insertTokens(pair, { grant, organizationName, organizationSlug, scopes: grant.scopes, generations, now }),
    );
    tx.appendEvent(organizationId, {
      type: 'grant.created',
      identityId: agentOf(grant),
      aggregateId: grant.id,
      payload: grantPayload(grant, { reason: null, actor: { actorType: 'user', actorId: grant.memberId } }),
      at: grant.createdAt,
    });
    return tokenReply(pair, grant.scopes);
  });
}

function grantOf(code: AuthorizationCode, createdAt: number, now: number): Grant {
  const { organizationId, clientId, clientName, clientHost, agents, scopes, recipients, resource, memberId } = code;
  return {
    id: makeId('grant', createdAt, randomPart()),
    organizationId,
    clientId,
    clientName,
    clientHost,
    agents,
    scopes,
    recipients,
    resource,
    memberId,
    createdAt,
    lastUsedAt: now,
    revokedAt: null,
  };
}
