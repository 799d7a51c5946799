import { expect } from 'vitest';
import type { CheckedApi, CheckedCall } from '#testing/checked-api.ts';
import type { OperationName } from '#testing/operations.ts';
import type { Refusal } from './refusals.ts';

/** Sends requests that must be rejected, all at once. What is wrong names the operation and the request. */
export async function expectRefusals(
  api: CheckedApi,
  name: OperationName,
  refusals: readonly Refusal[],
): Promise<void> {
  await Promise.all(
    refusals.map(async ({ code, call, names }) => {
      try {
        const { error } = await api.refused(name, code, call);
        if (names !== undefined) expect(error?.message).toMatch(new RegExp(`^${names}\\b`));
      } catch (error) {
        throw new Error(`${name} with ${shown(call)} was not refused with ${code}`, { cause: error });
      }
    }),
  );
}

function shown({ rawQuery, query, headers, body }: CheckedCall): string {
  const text = JSON.stringify({ rawQuery, query, headers, body: body instanceof Uint8Array ? [...body] : body });
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
}
