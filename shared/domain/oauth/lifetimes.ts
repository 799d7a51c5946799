import { DAY, HOUR, MINUTE, SECOND } from '../time/time.ts';

/**
 * How long the credentials of the OAuth authorization server last.
 *
 * See: docs/contract/oauth.md#tokens; docs/decisions/0080-the-oauth-authorization-server.md.
 */
export const CODE_MS = MINUTE;

/** How long a used code is remembered, so that a second use is noticed. */
export const USED_CODE_MS = HOUR;

export const ACCESS_TOKEN_MS = HOUR;

/** How long a refresh token waits for its use. */
export const REFRESH_TOKEN_MS = 30 * DAY;

/** How long a used refresh token returns the same tokens again, because the response to its use may have been lost. */
export const REFRESH_RETRY_MS = 30 * SECOND;

/** How long a person who has logged in on the consent page may take to decide. */
export const CONSENT_SESSION_MS = 15 * MINUTE;

/** How long a registration of a client is kept that no person has used, and how long after a person has used it. */
export const UNUSED_CLIENT_MS = 7 * DAY;
export const USED_CLIENT_MS = 400 * DAY;
