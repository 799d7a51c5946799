import type { TestProject } from 'vitest/node';
import { type Stack, startStack } from '#testing/stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: { baseUrl: string; smtpPort: number };
  }
}

/**
 * The global setup of a project of Vitest: starts one stack for all of its files, which find it by `sharedStack()`.
 * What the stack has written to its standard error is shown at the end.
 *
 * @example
 * export const { setup, teardown } = providedStack(SHARED_SETTINGS);
 */
export function providedStack(settings: Readonly<Record<string, string>>) {
  let stack: Stack | undefined;
  return {
    setup: async (project: TestProject): Promise<void> => {
      stack = await startStack(settings);
      project.provide('stack', { baseUrl: stack.baseUrl, smtpPort: stack.smtpPort });
    },
    teardown: async (): Promise<void> => {
      await stack?.stop();
      const errors = stack?.errors().trim() ?? '';
      if (errors !== '') console.error(`the stack wrote to its standard error:\n${errors.slice(0, 20_000)}`);
    },
  };
}
