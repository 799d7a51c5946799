import type * as routes from '../../../shared/contract/routes/auth.ts';
import type { Organization } from '../../../shared/data/entities/organization.ts';
import { insertOutbox } from '../../../shared/data/entities/outbox.ts';
import { claimKey, putCode } from '../../../shared/data/entities/verification-code.ts';
import { hashPassword } from '../../../shared/domain/password.ts';
import { timestamp } from '../../../shared/domain/time.ts';
import { issueCode } from '../../../shared/runtime/issue-code.ts';
import { drawHourly } from '../../../shared/runtime/pipeline/budgets.ts';
import { type Context, reply, write } from '../../../shared/runtime/pipeline/operation.ts';

/** Mails a code to the address that is to be the organization's login. */
export async function startClaim(
  { table, settings, now, keyring: loadKeyring }: Context<typeof routes.claim>,
  organization: Organization,
  email: string,
  password: string,
) {
  const { limits } = settings;
  await drawHourly(
    table,
    `claim#${organization.id}`,
    limits.signupResendsPerHour,
    now,
    'codes an hour for claims of one organization',
  );
  const [passwordHash, keyring] = await Promise.all([hashPassword(password), loadKeyring()]);

  const key = claimKey(organization.id);
  return write([], (staging) => {
    const { pending, mail } = issueCode(
      keyring,
      {
        purpose: 'claim',
        to: email,
        organizationName: organization.name,
        organizationId: organization.id,
        key,
        minutes: limits.codeMinutes,
      },
      staging.now,
    );
    staging.put(putCode(key, { ...pending, passwordHash }), insertOutbox(mail));
    return reply({
      status: 'verification_required' as const,
      email,
      expires_at: timestamp(pending.expiresAt),
    });
  });
}
