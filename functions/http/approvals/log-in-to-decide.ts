import type { Change } from '#shared/data/change.ts';
import { findMemberSettings } from '#shared/data/entities/organization/member-settings.ts';
import type { User } from '#shared/data/entities/organization/user.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { findApprover } from '#shared/services/approvals/approver.ts';
import { checkLogin } from '#shared/services/login/check-login.ts';
import type { DecisionForm } from './decision-form.ts';
import type { OpenedLink } from './opened-link.ts';

/** The person who has logged in, or why no one has. Commit `changes` in either case: they count the attempt. */
type LoggedIn = { readonly changes: readonly Change[] } & ({ readonly user: User } | { readonly problem: string });

/**
 * Checks a login for one decision, with the limits of every login. It begins no session, and may be that of another
 * approver than the one who got the email.
 *
 * See: docs/contract/accounts.md#login.
 */
export async function logInToDecide(
  context: RequestContext,
  { approval, organization }: OpenedLink,
  { proof }: DecisionForm,
): Promise<LoggedIn> {
  if (proof.kind !== 'login') throw new Error('the form has no login');
  const { email, password, totp } = proof;
  const login = { email, password, totp, organization_slug: organization.slug };
  const checked = await checkLogin(context, login, async () => undefined);
  const { changes } = checked;
  if (!checked.isRight) return { changes, problem: checked.error.message };
  const { user } = checked;
  const [approver, { requireSecondFactor }] = await Promise.all([
    findApprover(context.table, approval, user.id),
    findMemberSettings(context.table, organization.id),
  ]);
  if (approver === undefined) return { changes, problem: 'You may not decide about this agent.' };
  if (requireSecondFactor && user.hasSecondFactor !== true) return { changes, problem: FACTOR_PROBLEM };
  return { changes, user };
}

const FACTOR_PROBLEM = 'Your organization requires a second factor. Set one up in the console, then log in here.';
