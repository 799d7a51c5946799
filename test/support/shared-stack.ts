import type { TestProject } from 'vitest/node';
import { type Stack, startStack } from '#testing/stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: { baseUrl: string; smtpPort: number };
  }
}

/** The origin of web pages that may call the MCP server. */
export const ALLOWED_ORIGIN = 'https://pages.example.com';

/**
 * The one stack that the contract tests and the ordinary flow tests share: limits out of the reach of tests, retries
 * after seconds, and the synthesized policy of every function enforced.
 */
export const SHARED_SETTINGS = {
  AID_EPHEMERAL: '1',
  AID_CHECK_ACCESS: '1',
  AID_EMULATOR_SECRET: 'known-to-the-tests',
  AID_DELIVERY_DELAYS: '1,1,2',
  AID_MCP_ORIGINS: ALLOWED_ORIGIN,
  AID_LIMITS: JSON.stringify({
    ipRequestsPerMinute: 1_000_000,
    orgRequestsPerMinute: 1_000_000,
    failedAuthenticationsPerMinute: 1_000_000,
    unverifiedAgents: 1000,
    signupStartsPerHour: 1_000_000,
    signupResendsPerHour: 1_000_000,
    tunnelRequestsPerMinute: 1_000_000,
    tunnelAddressRequestsPerMinute: 1_000_000,
  }),
} as const;

let stack: Stack | undefined;

/** The global setup of Vitest: starts the stack once and provides its address to every test file. */
export async function setup(project: TestProject): Promise<void> {
  stack = await startStack(SHARED_SETTINGS);
  project.provide('stack', { baseUrl: stack.baseUrl, smtpPort: stack.smtpPort });
}

export async function teardown(): Promise<void> {
  await stack?.stop();
  const errors = stack?.errors() ?? '';
  if (errors.trim() !== '') console.error(`the shared stack wrote to its standard error:\n${errors.slice(0, 20_000)}`);
}
