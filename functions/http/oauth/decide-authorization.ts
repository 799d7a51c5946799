import * as endpoints from '#shared/contract/oauth-endpoints.ts';
import { endConsentSession } from '#shared/data/entities/oauth/consent-session.ts';
import { keyDigest } from '#shared/data/key-digest.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import { withResponse } from '#shared/domain/oauth/redirect-uri.ts';
import { optionalValue } from '#shared/domain/oauth/request-parameters.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { write } from '#shared/runtime/pipeline/operation.ts';
import { allowClient } from './allow-client.ts';
import { formOf } from './form.ts';
import { logIn } from './log-in.ts';
import { loginReply } from './login-reply.ts';
import { pageEndpoint, redirect } from './page-endpoint.ts';
import { cookieValue, findPageSession, isFromPage, setCookie } from './page-session.ts';
import { type Authorization, readAuthorization } from './read-authorization.ts';

/**
 * The form of the page: a login, or the decision. The authorization request is in the query, as on the page, and is
 * read again: what the form sends decides only what the client gets of what it asked for.
 *
 * See: docs/contract/oauth.md#consent.
 */
export const decideAuthorization = pageEndpoint(endpoints.decideAuthorization, async (context, request) => {
  const authorization = await readAuthorization(context, request);
  const form = formOf(request);
  const { query } = authorization;
  const cookie = cookieValue(request, context.baseUrl);
  const csrf = optionalValue(form, 'csrf');
  if (cookie === undefined || !isFromPage(request, { cookie, query, csrf }, context.baseUrl)) {
    throw new OAuthError('invalid_request', 'The page is too old, or your browser has refused its cookie.');
  }
  switch (optionalValue(form, 'action')) {
    case 'deny':
      return deny(context, authorization, cookie);
    case 'login':
      return logIn(context, { authorization, cookie, form });
    case 'allow': {
      const session = await findPageSession(context, cookie);
      if (session === undefined) {
        return loginReply(context, { authorization, cookie, problem: 'The login has expired. Log in again.' });
      }
      return allowClient(context, { authorization, cookie, session, form });
    }
    default:
      throw new OAuthError('invalid_request', 'action: login, allow or deny');
  }
});

function deny({ baseUrl }: RequestContext, { redirectUri, state }: Authorization, cookie: string) {
  const response = { error: 'access_denied', error_description: 'The person has refused.', state, iss: baseUrl };
  return write((tx) => {
    tx.put(endConsentSession(keyDigest(cookie)));
    return redirect(withResponse(redirectUri, response), setCookie(baseUrl, undefined));
  });
}
