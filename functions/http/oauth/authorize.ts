import * as endpoints from '#shared/contract/oauth-endpoints.ts';
import { consentReply } from './consent-reply.ts';
import { loginReply } from './login-reply.ts';
import { pageEndpoint } from './page-endpoint.ts';
import { cookieValue, findPageSession } from './page-session.ts';
import { readAuthorization } from './read-authorization.ts';

/**
 * The page on which a person logs in and decides about a client.
 *
 * See: docs/contract/oauth.md#consent; RFC 6749, section 4.1.1.
 */
export const authorize = pageEndpoint(endpoints.authorize, async (context, request) => {
  const authorization = await readAuthorization(context, request);
  const cookie = cookieValue(request, context.baseUrl);
  const session = await findPageSession(context, cookie);
  if (cookie === undefined || session === undefined) return loginReply(context, { authorization, cookie });
  return consentReply(context, { authorization, cookie, session });
});
