import { expect } from 'vitest';
import type { CheckedApi } from '#testing/checked-api.ts';
import type { OperationName } from '#testing/operations.ts';
import type { Refusal } from './refusals.ts';

/** Sends requests that must be rejected, all at once. */
export async function expectRefusals(
  api: CheckedApi,
  name: OperationName,
  refusals: readonly Refusal[],
): Promise<void> {
  expect(refusals.length).toBeGreaterThan(0);
  await Promise.all(
    refusals.map(async ({ code, call, names }) => {
      const { error } = await api.refused(name, code, call);
      if (names !== undefined) expect(error?.message).toMatch(new RegExp(`^${names}\\b`));
    }),
  );
}
