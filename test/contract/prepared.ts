import type { OperationName } from '../support/operations.ts';
import type { Request } from './example.ts';
import { EXAMPLES } from './example-requests.ts';
import type { Fixture } from './fixture.ts';

/**
 * A request of each operation, made once: what is refused changes nothing, so many refusals can share one. They are made
 * before a snapshot that says so in the end.
 */
export async function exampleRequests(
  names: readonly OperationName[],
  fixture: Fixture,
): Promise<Map<OperationName, Request>> {
  const requests = new Map<OperationName, Request>();
  for (const name of new Set(names)) requests.set(name, await EXAMPLES[name].request(fixture));
  return requests;
}
