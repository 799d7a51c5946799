import { loginBody } from '#shared/contract/schemas/auth.ts';
import { insertConsentSession } from '#shared/data/entities/oauth/consent-session.ts';
import { incrementWrongPasswords, putSuccessfulLogin } from '#shared/data/entities/organization/login-attempts.ts';
import type { Membership } from '#shared/data/entities/organization/membership.ts';
import { keyDigest } from '#shared/data/key-digest.ts';
import { ERRORS } from '#shared/domain/errors/errors.ts';
import { optionalValue, type RequestParameters } from '#shared/domain/oauth/request-parameters.ts';
import { isAdministrative } from '#shared/domain/organization/role.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { write } from '#shared/runtime/pipeline/operation.ts';
import { checkPassword } from '#shared/services/login/check-password.ts';
import { loginReply } from './login-reply.ts';
import { redirect } from './page-endpoint.ts';
import { newCookieValue, setCookie } from './page-session.ts';
import type { Authorization } from './read-authorization.ts';

interface SubmittedLogin {
  readonly authorization: Authorization;
  readonly cookie: string;
  readonly form: RequestParameters;
}

/**
 * Logs a person in for the page, with the limits of every login. The cookie gets another value, so that no one who has
 * set the first one is logged in with it.
 *
 * See: docs/contract/accounts.md#login; OWASP Session Management, renewal after a change of privilege.
 */
export async function logIn(context: RequestContext, { authorization, cookie, form }: SubmittedLogin) {
  const { now, baseUrl } = context;
  const fields = ['email', 'password', 'organization_slug'].map((name) => [name, optionalValue(form, name)]);
  const given = loginBody.safeParse(Object.fromEntries(fields));
  const again = (problem: string) =>
    loginReply(context, { authorization, cookie, email: optionalValue(form, 'email'), problem });
  if (!given.success) return again('Enter your email address and your password.');
  const checked = await checkPassword(context, given.data, async () => undefined);
  if (!checked.isRight) {
    return write((tx) => {
      tx.put(...incrementWrongPasswords(checked.attempts, now));
      return again(ERRORS['auth.invalid_credentials'].message);
    });
  }
  const { user, membership } = checked;
  if (!isAdministrative(membership.role)) {
    return write((tx) => {
      tx.put(...putSuccessfulLogin(checked.attempts, now));
      return again(roleProblem(membership));
    });
  }
  const value = newCookieValue();
  return write((tx) => {
    tx.put(
      insertConsentSession({
        hash: keyDigest(value),
        userId: user.id,
        email: user.email,
        passwordVersion: user.passwordVersion,
        organizationId: membership.organizationId,
        organizationName: membership.name,
        organizationSlug: membership.slug,
        createdAt: now,
      }),
      ...putSuccessfulLogin(checked.attempts, now),
    );
    tx.audit({
      organizationId: membership.organizationId,
      actor: { type: 'user', id: user.id, label: user.email },
      action: 'login',
      targetId: authorization.client.id,
    });
    // The page itself, by GET.
    return redirect(`?${authorization.query}`, setCookie(baseUrl, value));
  });
}

/** Access to agents is given by those who may do all that an org key does. */
function roleProblem({ name, role }: Membership): string {
  return `Your role in ${name} is ${role}. Only an owner or an admin can give access to agents.`;
}
