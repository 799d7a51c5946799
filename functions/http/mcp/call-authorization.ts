import { putCallToken } from '#shared/data/direct-writes/call-token.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import type { Caller } from './caller.ts';

/** How long a call token may be used, and how much of it a call needs that uses one again. A call ends within 49 s. */
const CALL_TOKEN_MS = 3 * MINUTE;
const NEEDED_MS = MINUTE;

/** The call tokens of this process, by access token and agent, so that not every call writes one. */
const made = new Map<string, { readonly text: string; readonly expiresAt: number }>();
const MAX_MADE = 1000;

type Called = Pick<AuthenticatedContext, 'actor' | 'table' | 'now'>;

/**
 * The header `authorization` with which the API is called for a caller: that of its request, for a key. An access token
 * is for the MCP server alone and is not passed on. In its place, the API gets a call token, which does what the access
 * token may do for the agent, ends with it, and is known to this process only.
 *
 * See: docs/decisions/0086-oauth-of-the-mcp-server.md; MCP 2026-07-28, authorization security (access token privilege
 * restriction).
 */
export async function callAuthorization(
  { actor, table, now }: Called,
  authorization: string | undefined,
  { identityId }: Pick<Caller, 'identityId'>,
): Promise<string> {
  if (actor.kind !== 'agent' || actor.agents === undefined) return authorization ?? '';
  const agent = identityId ?? actor.identity.id;
  const name = `${actor.keyHash}#${agent}`;
  const known = made.get(name);
  if (known !== undefined && known.expiresAt - NEEDED_MS > now) return `Bearer ${known.text}`;
  const text = generateApiKey('mct');
  const expiresAt = now + CALL_TOKEN_MS;
  const { keyHash: accessHash, keyId: grantId } = actor;
  const organizationId = actor.organization.id;
  await putCallToken(table, hashApiKey(text), { accessHash, organizationId, grantId, identityId: agent, expiresAt });
  if (made.size >= MAX_MADE) made.clear();
  made.set(name, { text, expiresAt });
  return `Bearer ${text}`;
}
