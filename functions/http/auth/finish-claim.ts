import { resetLoginLimits } from '#shared/data/entities/organization/login-attempts.ts';
import { findMembers, replaceMembers } from '#shared/data/entities/organization/members.ts';
import { putMembership } from '#shared/data/entities/organization/membership.ts';
import { type Organization, updateOrganizationClaim } from '#shared/data/entities/organization/organization.ts';
import { findUserByEmail, insertUser } from '#shared/data/entities/organization/user.ts';
import { claimKey, findPendingClaim, replaceCode } from '#shared/data/entities/organization/verification-code.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { checkCode } from '#shared/domain/organization/code.ts';
import type { Member } from '#shared/domain/organization/member.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { reply, write } from '#shared/runtime/pipeline/operation.ts';
import { codeContext } from '#shared/services/codes/issue-code.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';
import { wrongGuess } from './wrong-guess.ts';

/**
 * Adds the login to the organization. The code proves the address. A person with an account keeps it and its password,
 * and becomes a member of one more organization.
 */
export async function finishClaim(
  { table, settings, now, address, keyring: loadKeyring }: AuthenticatedContext,
  organization: Organization,
  email: string,
  code: string,
) {
  const key = claimKey(organization.id);
  const [pending, user, keyring, found] = await Promise.all([
    findPendingClaim(table, organization.id),
    findUserByEmail(table, email),
    loadKeyring(),
    findMembers(table, organization.id),
  ]);
  const guess = await keyring.hmacLike(pending?.hmac ?? '', 'code', codeContext(key, email), code);
  const check = checkCode(pending, guess, settings.limits, now);
  if (!check.right) return wrongGuess(key, pending, check, settings.limits);

  const { passwordHash, ...claimed } = check.code;
  const { id: organizationId, name, slug } = organization;
  const userId = user?.id ?? makeId('user', now, randomPart());
  // A person who was invited before, or is a member already, becomes the owner.
  const known = found.members.find((one) => one.email === email);
  const others = found.members.filter((one) => one !== known);
  const owner: Member = { id: userId, email, role: 'owner', invitationId: null, createdAt: known?.createdAt ?? now };
  return write((tx) => {
    if (user === undefined) {
      tx.put(...insertUser({ id: userId, email, passwordHash, passwordVersion: 1, createdAt: now }));
    }
    tx.put(
      ...putMembership(userId, { organizationId, name, slug, role: 'owner' }),
      replaceMembers(found, [...others, owner], { claims: true }),
      updateOrganizationClaim(organization, userId, email),
      replaceCode(key, { ...claimed, used: true }),
      ...resetLoginLimits(email, networkHmacs(keyring, email, address), now),
    );
    tx.audit({ targetId: organizationId, after: { claimed_by: userId } });
    return reply({ claimed: true as const, user: { id: userId, email } }, { status: 200 });
  });
}
