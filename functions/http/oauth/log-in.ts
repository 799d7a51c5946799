import { loginBody } from '#shared/contract/schemas/auth.ts';
import type { Change } from '#shared/data/change.ts';
import { insertConsentSession } from '#shared/data/entities/oauth/consent-session.ts';
import { findMemberSettings } from '#shared/data/entities/organization/member-settings.ts';
import type { Membership } from '#shared/data/entities/organization/membership.ts';
import { keyDigest } from '#shared/data/key-digest.ts';
import { optionalValue, type RequestParameters } from '#shared/domain/oauth/request-parameters.ts';
import { isAdministrative } from '#shared/domain/organization/role.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { write } from '#shared/runtime/pipeline/operation.ts';
import { checkLogin } from '#shared/services/login/check-login.ts';
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
  const fields = ['email', 'password', 'organization_slug', 'totp'].map((name) => [name, optionalValue(form, name)]);
  const given = loginBody.safeParse(Object.fromEntries(fields));
  const again = (problem: string) =>
    loginReply(context, { authorization, cookie, email: optionalValue(form, 'email'), problem });
  if (!given.success) return again('Enter your email address and your password.');
  const checked = await checkLogin(context, given.data, async () => undefined);
  if (!checked.isRight) return refuse(checked.changes, again(checked.error.message));
  const { user, membership } = checked;
  if (!isAdministrative(membership.role)) return refuse(checked.changes, again(roleProblem(membership)));
  const { requireSecondFactor } = await findMemberSettings(context.table, membership.organizationId);
  if (requireSecondFactor && user.hasSecondFactor !== true) return refuse(checked.changes, again(FACTOR_PROBLEM));
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
      ...checked.changes,
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

const FACTOR_PROBLEM = 'Your organization requires a second factor. Set one up in the console, then log in here.';

/** Counts the attempt, and shows the login again. */
function refuse(changes: readonly Change[], page: ReturnType<typeof loginReply>) {
  return write((tx) => {
    tx.put(...changes);
    return page;
  });
}

/** Access to agents is given by those who may do all that an org key does. */
function roleProblem({ name, role }: Membership): string {
  return `Your role in ${name} is ${role}. Only an owner or an admin can give access to agents.`;
}
