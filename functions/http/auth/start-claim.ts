import type * as routes from '../../../shared/contract/routes/auth.ts';
import { findCodeMailBudget } from '../../../shared/data/entities/code-mail-budget.ts';
import type { Organization } from '../../../shared/data/entities/organization.ts';
import { claimKey, putCode } from '../../../shared/data/entities/verification-code.ts';
import { hashPassword } from '../../../shared/domain/password.ts';
import { timestamp } from '../../../shared/domain/time.ts';
import { oncePerRequest } from '../../../shared/runtime/pipeline/once-per-request.ts';
import { type Context, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { consumeHourlyRateLimit } from '../../../shared/runtime/pipeline/rate-limits.ts';
import { codeContext, issueCode, verificationCode } from '../../../shared/services/codes/issue-code.ts';

/** Mails a code to the address that is to be the organization's login. */
export async function startClaim(
  context: Context<typeof routes.claim>,
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
  return write([], (tx) => {
    const what = 'codes an hour for claims of one organization';
    tx.put(consumeHourlyRateLimit(`claim#${organization.id}`, limits.signupResendsPerHour, now, what));
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
