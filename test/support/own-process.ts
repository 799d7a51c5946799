/**
 * The test files that need a process of their own:
 * - those that replace a module or a client of the AWS SDK, which other files may use;
 * - those that set the environment, which the service reads once per process;
 * - those that look at every row of the table;
 * - those that measure processor time or memory;
 * - those that need real clients of the AWS SDK, which other files replace for their whole process;
 * - those that give a parser what may end its process.
 */
export const OWN_PROCESS: readonly string[] = [
  'test/data/code-mails.test.ts',
  'test/data/content-uploads.test.ts',
  'test/data/delivery-lease.test.ts',
  'test/data/delivery-times.test.ts',
  'test/data/disabled-endpoints.test.ts',
  'test/data/due-domains.test.ts',
  'test/data/engine-failures.test.ts',
  'test/data/enqueued-messages.test.ts',
  'test/data/event-streams.test.ts',
  'test/data/failed-requests.test.ts',
  'test/data/fan-out-budget.test.ts',
  'test/data/fan-out.test.ts',
  'test/data/idempotency.test.ts',
  'test/data/inbound-signature.test.ts',
  'test/data/inbound-topic.test.ts',
  'test/data/large-content.test.ts',
  'test/data/layout-guard.test.ts',
  'test/data/lost-stream-responses.test.ts',
  'test/data/migrations.test.ts',
  'test/data/postponed-attempts.test.ts',
  'test/data/received-mail.test.ts',
  'test/data/relay.test.ts',
  'test/data/reseal-values.test.ts',
  'test/data/send-service-mail.test.ts',
  'test/data/slow-mail.test.ts',
  'test/data/stage-key.test.ts',
  'test/data/stream-access.test.ts',
  'test/data/stream-clients.test.ts',
  'test/data/sweep-measures.test.ts',
  'test/data/tunnel-posts.test.ts',
  'test/data/unrelayed.test.ts',
  'test/data/unverified-waits.test.ts',
  'test/data/waiting-deliveries.test.ts',
  'test/data/vault-secrets.test.ts',
  'test/local/alarm-drills.test.ts',
  'test/local/engine-port.test.ts',
  'test/unit/*-growth.test.ts',
  'test/unit/client-options.test.ts',
  'test/unit/expired-files.test.ts',
  'test/unit/guarded-lookup.test.ts',
  'test/unit/mail-bombs.test.ts',
  'test/unit/mail-corpus.test.ts',
  'test/unit/mail-reader.test.ts',
  'test/unit/mcp-hostile-results.test.ts',
  'test/unit/message-mail.test.ts',
  'test/unit/response-deadlines.test.ts',
  'test/unit/smtp-tls.test.ts',
  'test/unit/tunnel-ingress-failures.test.ts',
];
