import type { OperationName } from '#testing/operations.ts';
import type { Request } from './example.ts';
import { EXAMPLES } from './example-requests.ts';
import type { Fixture } from './fixture.ts';

/**
 * Makes one request for each operation. Many tests can share them, because rejected requests change nothing. Make them
 * before the snapshot that later proves that nothing was written.
 */
export async function exampleRequests(
  names: readonly OperationName[],
  fixture: Fixture,
): Promise<Map<OperationName, Request>> {
  const requests = new Map<OperationName, Request>();
  for (const name of new Set(names)) requests.set(name, await EXAMPLES[name].request(fixture));
  return requests;
}
