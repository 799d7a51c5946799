/**
 * The test files that attack the service: input that makes a parser work or remember too much, hostile and real mail in
 * large amounts, mail and tasks that hide instructions, mail that stops its reader, strangers who send at a limit, a
 * network that breaks every way it can, faults of what the service calls and of its own workers, with the alarms that
 * report them, and `kill -9` of the whole stack. They take hundreds of seconds, so
 * `npm test` leaves them out and says so. `npm run test:adversarial` runs them, and `.ci/run` always does.
 */
export const ADVERSARIAL_PARTS: readonly string[] = [
  'test/unit/*-growth.test.ts',
  'test/unit/mail-bombs.test.ts',
  'test/unit/mail-corpus.test.ts',
  'test/unit/mail-reader.test.ts',
  'test/unit/mcp-hostile-results.test.ts',
  'test/local/alarm-drills.test.ts',
];

/** Those of them that use a whole stack, the shared one or their own. */
export const ADVERSARIAL_ON_THE_STACK: readonly string[] = [
  'test/flow/delivery-limits.test.ts',
  'test/flow/event-streams.test.ts',
  'test/flow/faults.test.ts',
  'test/flow/hidden-instructions.test.ts',
  'test/flow/hidden-instructions-in-tasks.test.ts',
  'test/flow/hostile-mail.test.ts',
  'test/flow/kill.test.ts',
  'test/flow/kill-sending.test.ts',
  'test/flow/mail-bombs.test.ts',
  'test/flow/mail-corpus.test.ts',
  'test/flow/mcp-bridge-once.test.ts',
  'test/flow/mcp-hostile-mailbox.test.ts',
  'test/flow/mcp-large-mailbox.test.ts',
  'test/flow/mcp-retries-at-scale.test.ts',
  'test/flow/sdk-guarantees-emails.test.ts',
  'test/flow/sdk-guarantees-events.test.ts',
  'test/flow/sdk-guarantees-tasks.test.ts',
  'test/flow/sdk-hostile-network.test.ts',
  'test/flow/webhooks-listen-at-scale.test.ts',
];

export const ADVERSARIAL: readonly string[] = [...ADVERSARIAL_PARTS, ...ADVERSARIAL_ON_THE_STACK];
