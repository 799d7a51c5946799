import type { Organization } from '#shared/data/entities/organization/organization.ts';
import { claimKey, putCode } from '#shared/data/entities/organization/verification-code.ts';
import { findCodeMailBudget } from '#shared/data/entities/stage/service-mail-budget.ts';
import { hashPassword } from '#shared/domain/organization/password.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { oncePerRequest } from '#shared/runtime/pipeline/once-per-request.ts';
import { reply, write } from '#shared/runtime/pipeline/operation.ts';
import { consumeHourlyRateLimit } from '#shared/runtime/pipeline/rate-limits.ts';
import { codeContext, issueCode, verificationCode } from '#shared/services/codes/issue-code.ts';

/** Emails a code to the address that will be the organization's login. */
export async function startClaim(
  context: AuthenticatedContext,
  organization: Organization,
  email: string,
  password: string,
) {
  const { table, settings, now } = context;
  const { limits } = settings;
  const [passwordHash, budget, keyring] = await Promise.all([
    oncePerRequest(context, 'password hash', () => hashPassword(password)),
    findCodeMailBudget(table, email, limits, now),
    context.keyring(),
  ]);

  const key = claimKey(organization.id);
  return write((tx) => {
    const unit = 'codes per hour for claims of one organization';
    const limit = { key: `claim#${organization.id}`, limit: limits.signupResendsPerHour, unit };
    tx.put(consumeHourlyRateLimit(table, limit, now));
    const issued = issueCode(
      tx,
      { keyring, budget, limits },
      {
        purpose: 'claim',
        to: email,
        organizationName: organization.name,
        organizationId: organization.id,
        context: codeContext(key, email),
      },
    );
    tx.put(putCode(key, { ...verificationCode(email, issued, tx.now), passwordHash }));
    return reply({
      status: 'verification_required' as const,
      email,
      expires_at: timestamp(issued.pending.expiresAt),
    });
  });
}
