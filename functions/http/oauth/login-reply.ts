import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { pageReply } from './page-endpoint.ts';
import { csrfToken, newCookieValue, setCookie } from './page-session.ts';
import { loginPage } from './pages/login-page.ts';
import type { Authorization } from './read-authorization.ts';

interface LoginReply {
  readonly authorization: Authorization;
  /** The page's cookie, if the browser has it. */
  readonly cookie: string | undefined;
  readonly email?: string | undefined;
  readonly problem?: string | undefined;
}

/** The login page, with a cookie that binds its form to the browser. */
export function loginReply(
  { baseUrl }: Pick<RequestContext, 'baseUrl'>,
  { authorization: { shown, query, redirectUri }, cookie = newCookieValue(), email, problem }: LoginReply,
) {
  const text = loginPage({ client: shown, query, csrf: csrfToken(cookie, query), email, problem });
  const headers = setCookie(baseUrl, cookie);
  return pageReply(problem === undefined ? 200 : 400, text, { headers, target: redirectUri });
}
