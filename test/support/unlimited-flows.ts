/** The flows of the stack without limits: see test/support/unlimited-settings.ts. */
export const UNLIMITED_FLOWS = [
  'test/flow/mcp-bridge-once.test.ts',
  'test/flow/sdk-guarantees-emails.test.ts',
  'test/flow/sdk-guarantees-tasks.test.ts',
] as const;
