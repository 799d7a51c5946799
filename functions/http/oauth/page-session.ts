import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ConsentSession, findConsentSession } from '#shared/data/entities/oauth/consent-session.ts';
import { decodeMemberSettings, memberSettingsKey } from '#shared/data/entities/organization/member-settings.ts';
import { readWithMembership } from '#shared/data/entities/organization/membership.ts';
import { decodeUser, userKey } from '#shared/data/entities/organization/user.ts';
import { keyDigest } from '#shared/data/key-digest.ts';
import { CONSENT_SESSION_MS } from '#shared/domain/oauth/lifetimes.ts';
import { OAUTH_PATHS } from '#shared/domain/oauth/oauth-paths.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';

/**
 * The cookie of the consent page. It is random, and first only binds the page's form to the browser; a login gives it
 * another value, for which a session is stored. No other part of the service reads it.
 *
 * `__Host-` has browsers accept it from this host and over TLS only. The local profile has no TLS, and some browsers
 * refuse `Secure` there, so its cookie has neither and is bound to the page's path instead.
 *
 * See: RFC 6265bis, section 4.1.3.
 */
function cookieOf(baseUrl: string): { name: string; attributes: string } {
  return baseUrl.startsWith('https:')
    ? { name: '__Host-aid-consent', attributes: 'Path=/; Secure; HttpOnly; SameSite=Lax' }
    : { name: 'aid-consent', attributes: `Path=${OAUTH_PATHS.authorize}; HttpOnly; SameSite=Lax` };
}

export function newCookieValue(): string {
  return randomBytes(32).toString('base64url');
}

/** The value of the page's cookie in a request. */
export function cookieValue({ headers }: Pick<ProtocolRequest, 'headers'>, baseUrl: string): string | undefined {
  const start = `${cookieOf(baseUrl).name}=`;
  const pair = headers.cookie?.split(/;\s*/).find((one) => one.startsWith(start));
  const value = pair?.slice(start.length);
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

/** The header that sets the page's cookie, or removes it. */
export function setCookie(baseUrl: string, value: string | undefined): Record<string, string> {
  const { name, attributes } = cookieOf(baseUrl);
  const age = value === undefined ? 0 : CONSENT_SESSION_MS / SECOND;
  return { 'set-cookie': `${name}=${value ?? ''}; ${attributes}; Max-Age=${age}` };
}

/** What the form of a page has to send: it follows from the cookie, which no other page can read, and the request. */
export function csrfToken(cookie: string, query: string): string {
  return createHmac('sha256', cookie).update(`consent ${query}`).digest('base64url');
}

/**
 * Whether the form of a page was sent by this page, in the browser that has its cookie.
 *
 * See: OWASP Cross-Site Request Forgery Prevention, HMAC-based token; RFC 6454, section 7.
 */
export function isFromPage(
  { headers }: Pick<ProtocolRequest, 'headers'>,
  { cookie, query, csrf }: { cookie: string | undefined; query: string; csrf: string | undefined },
  baseUrl: string,
): boolean {
  if (cookie === undefined || csrf === undefined || !isSameOrigin(headers, baseUrl)) return false;
  const [expected, given] = [Buffer.from(csrfToken(cookie, query)), Buffer.from(csrf)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * Browsers name the origin of a form. `null` is a page that hides its own. The host that arrives is another one where a
 * proxy in front of API Gateway leads to the service (`AID_PUBLIC_URL`).
 */
function isSameOrigin({ origin, host }: ProtocolRequest['headers'], baseUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host: sender } = new URL(origin);
  return sender === host?.toLowerCase() || sender === new URL(baseUrl).host;
}

/**
 * The session of the page's cookie, unless the password of its person has changed since, or the person may no longer
 * give access to the agents of the organization.
 */
export async function findPageSession(
  { table, now }: RequestContext,
  cookie: string | undefined,
): Promise<ConsentSession | undefined> {
  if (cookie === undefined) return undefined;
  const session = await findConsentSession(table, keyDigest(cookie), now);
  if (session === undefined) return undefined;
  const { userId, organizationId, passwordVersion } = session;
  const member = { userId, organizationId, isFull: true };
  const settingsKey = memberSettingsKey(organizationId);
  const { lookup, membership } = await readWithMembership(table, member, [userKey(userId), settingsKey]);
  const user = lookup(decodeUser, userKey(userId));
  if (user?.passwordVersion !== passwordVersion || membership === undefined) return undefined;
  const isFactorRequired = lookup(decodeMemberSettings, settingsKey)?.requireSecondFactor === true;
  return isFactorRequired && user.hasSecondFactor !== true ? undefined : session;
}
