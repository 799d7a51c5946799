import type { Session } from '#shared/data/entities/organization/session.ts';
import { type SessionOrigin, shownUserAgent } from '#shared/domain/organization/session.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';

/**
 * Where a login came from, encrypted for the row of its session: a reader of the table does not learn where people are.
 *
 * See: docs/decisions/0073-sessions.md.
 */
export function sealOrigin(
  keyring: Keyring,
  sessionId: string,
  { address, userAgent }: Pick<RequestContext, 'address' | 'userAgent'>,
): string {
  const origin: SessionOrigin = { address, userAgent: shownUserAgent(userAgent) };
  return keyring.seal('session', sessionId, JSON.stringify(origin));
}

/** Where a session began; undefined for a session of release 0.2.0. */
export async function openOrigin(
  keyring: Keyring,
  { id, sealedOrigin }: Pick<Session, 'id' | 'sealedOrigin'>,
): Promise<SessionOrigin | undefined> {
  if (sealedOrigin === null) return undefined;
  const opened = await keyring.open('session', id, sealedOrigin);
  return parseJson(opened.reveal()) as SessionOrigin;
}
