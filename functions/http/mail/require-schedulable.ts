import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { AppError, invalid } from '#shared/domain/errors/errors.ts';
import { sendTimeProblem } from '#shared/domain/mail/draft-schedule.ts';
import { withVariables } from '#shared/domain/mail/mail-variables.ts';
import { scopesOf } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { completeMail, type DraftMail } from './stored-draft.ts';

interface Scheduled {
  readonly identity: Identity;
  readonly mail: DraftMail;
  /** The time that the request names; undefined if it keeps the one that the draft has. */
  readonly sendAt: number | undefined;
  /** When its draft was created, in epoch milliseconds. */
  readonly createdAt: number;
}

/**
 * Throws if a message may not be scheduled for a time: what a request to send it would be refused for because of its
 * own fields, a suspended agent, and a credential that may end before the time. Everything else is checked when it is
 * sent.
 *
 * See: docs/contract/mail.md#sending-later.
 */
export function requireSchedulable(
  { actor, now }: Pick<AuthenticatedContext, 'actor' | 'now'>,
  { identity, mail, sendAt, createdAt }: Scheduled,
): void {
  requireLastingCredential(actor);
  if (identity.status === 'suspended') throw new AppError('identity.suspended');
  const problem = sendAt === undefined ? undefined : sendTimeProblem(sendAt, { createdAt, now });
  if (problem !== undefined) throw invalid('send_at', problem);
  withVariables(completeMail(mail), mail.variables);
}

/**
 * Throws 403 for a credential with scopes. It ends within minutes, or when a person revokes it, and may leave nothing
 * behind that works after its own end.
 *
 * See: docs/contract/scopes.md.
 */
export function requireLastingCredential(actor: AuthenticatedContext['actor']): void {
  if (scopesOf(actor) === undefined) return;
  throw new AppError(
    'auth.forbidden',
    'This credential may not decide what is sent later, because it may end before. Send it now, or save a draft.',
  );
}
