import * as routes from '#shared/contract/routes/members.ts';
import { findMembers, type Members, replaceMembers } from '#shared/data/entities/organization/members.ts';
import {
  findPendingInvitations,
  invitationCodeContext,
  replacePendingInvitations,
} from '#shared/data/entities/organization/pending-invitation.ts';
import { findCodeMailBudget } from '#shared/data/entities/stage/service-mail-budget.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { isLiveCode } from '#shared/domain/organization/code.ts';
import { INVITATION_MINUTES, withRoomForInvitation } from '#shared/domain/organization/invitation.ts';
import { isActive, MAX_MEMBERS, type Member } from '#shared/domain/organization/member.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { consumeHourlyRateLimit } from '#shared/runtime/pipeline/rate-limits.ts';
import { issueCode } from '#shared/services/codes/issue-code.ts';
import { requireOwnerFor } from './load-member.ts';
import { memberRecord } from './member-record.ts';

/**
 * Invites a person. The same work follows for an address with an account and for one without, and the id is a new one,
 * so that an organization does not learn who has an account. An invitation that waits is replaced, with its code.
 */
export const createMember = operation(routes.createMember, async (context, { body }) => {
  const { actor, table, settings, now } = context;
  const { limits } = settings;
  const { email, role } = body;
  requireOwnerFor(context, role);
  const organizationId = actor.organization.id;
  const [found, pending, budget, keyring] = await Promise.all([
    findMembers(table, organizationId),
    findPendingInvitations(table, email),
    findCodeMailBudget(table, email, limits, now),
    context.keyring(),
  ]);
  const known = knownMember(context, found, email);
  const others = withRoomForInvitation(pending.invitations, organizationId, limits, now);
  const newest = Math.max(0, ...found.members.map(({ createdAt }) => createdAt));
  // No two members have the same time, so that paging skips none.
  const createdAt = Math.max(now, newest + 1);
  const invitationId = randomPart();
  const member: Member = {
    ...(known ?? { id: makeId('user', createdAt, randomPart()), email, createdAt }),
    role,
    invitationId,
  };
  const record = await memberRecord(table, organizationId, member);
  return write((tx) => {
    const { ownerVerified, name } = found.organization;
    const unit = 'invitations per hour of one organization';
    const limit = ownerVerified ? limits.signupStartsPerHour : limits.signupResendsPerHour;
    tx.put(consumeHourlyRateLimit(table, { key: `invite#${organizationId}`, limit, unit }, now));
    const hmacsOf = (id: string, code: string) => keyring.hmacs('code', invitationCodeContext(email, id), code);
    const issued = issueCode(
      tx,
      { keyring, limits, budget: { ...budget, allowed: budget.allowed && others !== undefined } },
      {
        purpose: 'invitation',
        to: email,
        organizationName: name,
        organizationId,
        context: invitationCodeContext(email, invitationId),
        minutes: INVITATION_MINUTES,
        isTaken: (code) =>
          (others ?? []).some((one) => isLiveCode(one, limits, now) && hmacsOf(one.id, code).includes(one.hmac)),
      },
    );
    tx.put(
      replaceMembers(found, [...found.members.filter(({ id }) => id !== member.id), member]),
      replacePendingInvitations(pending, [
        ...(others ?? pending.invitations),
        ...(others === undefined ? [] : [{ id: invitationId, organizationId, ...issued.pending }]),
      ]),
    );
    if (known !== undefined) tx.audit({ before: { ...record, role: known.role } });
    return reply(record, known === undefined ? {} : { status: routes.createMember.duplicateStatus });
  });
});

/** The invitation of an address that waits already. Throws 409 for a member, or if there is no room for another. */
function knownMember(context: AuthenticatedContext, { members }: Members, email: string): Member | undefined {
  const known = members.find((one) => one.email === email);
  if (known !== undefined) {
    if (isActive(known)) throw new AppError('member.duplicate');
    requireOwnerFor(context, known.role);
    return known;
  }
  if (members.length >= MAX_MEMBERS) throw new AppError('member.limit_reached');
  return undefined;
}
