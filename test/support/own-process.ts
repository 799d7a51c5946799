/**
 * The test files that need a process of their own:
 * - those with an engine, because the service creates its clients once per process;
 * - those that replace a module, which others may have loaded before;
 * - those that measure processor time or memory;
 * - those that need real clients of the AWS SDK, which other files replace for their whole process.
 */
export const OWN_PROCESS: readonly string[] = [
  'test/data/**/*.test.ts',
  'test/unit/client-options.test.ts',
  'test/unit/guarded-lookup.test.ts',
  'test/unit/smtp-tls.test.ts',
  'test/unit/*-growth.test.ts',
  'test/unit/author.test.ts',
  'test/unit/mail-text.test.ts',
  'test/unit/mail-bombs.test.ts',
  'test/unit/mail-reader.test.ts',
];
