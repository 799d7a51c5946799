/**
 * Test files with an engine that share processes only with each other, one after the other: they replace the same
 * services by the same stand-ins and set the same environment.
 */

/** They replace S3, SES and DNS, or look at every row of the table. */
export const REPLACED_SERVICES: readonly string[] = [
  'test/data/allowed-recipients.test.ts',
  'test/data/approval-checks.test.ts',
  'test/data/approval-emails.test.ts',
  'test/data/approval-faults.test.ts',
  'test/data/approval-kills.test.ts',
  'test/data/approval-lease-model.test.ts',
  'test/data/approval-model.test.ts',
  'test/data/approval-pages.test.ts',
  'test/data/approval-races.test.ts',
  'test/data/approvals.test.ts',
  'test/data/approver-faults.test.ts',
  'test/data/data-key-rotation.test.ts',
  'test/data/domains.test.ts',
  'test/data/forwarded-messages.test.ts',
  'test/data/held-drafts.test.ts',
  'test/data/held-leases.test.ts',
  'test/data/held-tunnels.test.ts',
  'test/data/inbound-hook.test.ts',
  'test/data/international-addresses.test.ts',
  'test/data/limit-messages.test.ts',
  'test/data/mail-drafts.test.ts',
  'test/data/mail-lists.test.ts',
  'test/data/mail-loops.test.ts',
  'test/data/mail-outcomes.test.ts',
  'test/data/mail-reports.test.ts',
  'test/data/mail-status.test.ts',
  'test/data/mailboxes.test.ts',
  'test/data/outside-names.test.ts',
  'test/data/provider-accounts.test.ts',
  'test/data/quoted-replies.test.ts',
  'test/data/refused-mail.test.ts',
  'test/data/repeated-mail.test.ts',
  'test/data/routed-recipients.test.ts',
  'test/data/scheduled-drafts.test.ts',
  'test/data/second-factor.test.ts',
  'test/data/send-message.test.ts',
  'test/data/stored-mail.test.ts',
  'test/data/thread-by-subject.test.ts',
  'test/data/unsubscribing.test.ts',
  'test/data/vouched-attacks.test.ts',
  'test/data/vouched-conversations.test.ts',
  'test/data/vouching.test.ts',
];

/** They try passwords hundreds of times: see test/support/remember-passwords.ts. */
export const REMEMBERED_PASSWORDS: readonly string[] = [
  'test/data/login.test.ts',
  'test/data/login-limits.test.ts',
  'test/data/login-limits-sequences.test.ts',
  'test/data/pending-signups.test.ts',
  'test/data/session-list.test.ts',
  'test/data/sessions.test.ts',
  'test/data/signup.test.ts',
  'test/data/signup-interleavings.test.ts',
  'test/data/unlock-codes.test.ts',
];
