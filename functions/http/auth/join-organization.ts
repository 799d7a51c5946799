import * as routes from '#shared/contract/routes/members.ts';
import { resetLoginLimits } from '#shared/data/entities/organization/login-attempts.ts';
import { findMembers, replaceMembers } from '#shared/data/entities/organization/members.ts';
import { putMembership } from '#shared/data/entities/organization/membership.ts';
import {
  findPendingInvitations,
  invitationCodeContext,
  type PendingInvitations,
  putNoInvitation,
  replacePendingInvitations,
} from '#shared/data/entities/organization/pending-invitation.ts';
import { findUserByEmail, insertUser } from '#shared/data/entities/organization/user.ts';
import { AppError, invalid } from '#shared/domain/errors/errors.ts';
import { checkGuessAmong, countGuess, type WrongGuess } from '#shared/domain/organization/code.ts';
import { codeError } from '#shared/domain/organization/code-error.ts';
import { withMember } from '#shared/domain/organization/member.ts';
import { hashPassword } from '#shared/domain/organization/password.ts';
import type { Settings } from '#shared/runtime/pipeline/context.ts';
import { oncePerRequest } from '#shared/runtime/pipeline/once-per-request.ts';
import { operation, reject, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';

/**
 * Accepts an invitation. The code proves the address, as that of a signup does. It gives no session: a person with an
 * account keeps its password, and logs in with it.
 */
export const joinOrganization = operation(routes.joinOrganization, async (context, { body }) => {
  const { table, settings, now, address } = context;
  const { email, password } = body;
  const keyring = await context.keyring();
  const [pending, user] = await Promise.all([findPendingInvitations(table, email), findUserByEmail(table, email)]);
  const guesses = await Promise.all(
    pending.invitations.map(({ id, hmac }) =>
      keyring.hmacLike(hmac, 'code', invitationCodeContext(email, id), body.code),
    ),
  );
  const check = checkGuessAmong(pending.invitations, guesses, settings.limits, now);
  if (!check.right) return wrongInvitationGuess(pending, check, settings, now);

  const { id: invitationId, organizationId } = check.code;
  const found = await findMembers(table, organizationId);
  const member = found.members.find((one) => one.invitationId === invitationId);
  if (member === undefined) throw new AppError('auth.code_invalid', undefined, { cause: 'the invitation has ended' });
  if (user === undefined && password === undefined) {
    throw invalid('password', 'required, because the address has no account');
  }
  const passwordHash =
    user === undefined && password !== undefined
      ? await oncePerRequest(context, 'password hash', () => hashPassword(password))
      : '';
  const { name, slug } = found.organization;
  const { role } = member;
  const userId = user?.id ?? member.id;
  return write((tx) => {
    if (user === undefined) {
      tx.put(...insertUser({ id: userId, email, passwordHash, passwordVersion: 1, createdAt: now }));
    }
    tx.put(
      ...putMembership(userId, { organizationId, name, slug, role }),
      replaceMembers(found, withMember(found.members, member.id, { ...member, id: userId, invitationId: null })),
      replacePendingInvitations(
        pending,
        pending.invitations.filter(({ id }) => id !== invitationId),
      ),
      ...resetLoginLimits(email, networkHmacs(keyring, email, address), now),
    );
    tx.audit({
      organizationId,
      actor: { type: 'user', id: userId, label: email },
      targetId: userId,
      before: { email, role, status: 'invited' },
      after: { email, role, status: 'active' },
    });
    return reply({
      joined: true as const,
      user: { id: userId, email },
      organization: { id: organizationId, name, slug },
      role,
    });
  });
});

/**
 * Counts a wrong code for each invitation that waits, and returns the error. Where none waits, a write takes its place,
 * so that the time does not reveal who is invited.
 */
function wrongInvitationGuess(pending: PendingInvitations, check: WrongGuess, { limits }: Settings, now: number) {
  const error = codeError(check.error, limits);
  return write<never>((tx) => {
    tx.put(
      check.countsAsAttempt
        ? replacePendingInvitations(pending, countGuess(pending.invitations, limits, now))
        : putNoInvitation(pending.email, now),
    );
    return reject(error);
  });
}
