import { postLocally } from '../shell/local-login.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { useAction } from '../widgets/use-action.ts';
import type { StepProps } from './tour-progress.ts';

const EMAIL = {
  from: 'Ada <ada@example.com>',
  subject: 'Where is my order?',
  text: 'Hello,\n\nI ordered a lamp last week. When will it arrive?\n\nAda',
  kind: 'verified',
};

/** An email from a customer, which arrives with one click. */
export function ArrivalStep({ progress: { agent, received } }: StepProps) {
  const arrive = useAction(() => postLocally('/_local/mail', { ...EMAIL, to: agent?.email_address ?? '' }));
  if (received !== undefined) {
    const { subject, from } = received.payload as { subject?: string; from?: string };
    return (
      <p>
        “{subject}” from <code>{from}</code> has arrived:{' '}
        <IdLink id={received.aggregate_id} of={received.identity_id} />. Its event in the log is{' '}
        <IdLink id={received.id} />.
      </p>
    );
  }
  return (
    <>
      <p>A customer writes to the agent. The email arrives as it would over SMTP, and the log shows it.</p>
      <button type="button" class="primary" disabled={arrive.isRunning || agent === undefined} onClick={arrive.run}>
        Deliver a sample email
      </button>
      <ErrorText error={arrive.error} />
    </>
  );
}
