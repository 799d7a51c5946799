import type { IdKind } from '#shared/domain/ids/ids.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { describedRequest } from '../../support/described-request.ts';
import type { Request } from './example.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import type { Fixture } from './fixture.ts';

/** Ids of resources of one organization, one of each kind. */
export type Resources = ReadonlyMap<IdKind, string>;

/** Makes one resource of each kind that a path can name, by the example of the first operation with it. */
export async function makeResources(fixture: Fixture): Promise<Resources> {
  const made = new Map<IdKind, string>();
  for (const name of OPERATION_NAMES) {
    const { kinds = {}, request } = EXAMPLES[name];
    // Clients choose the ids of what only a protocol has.
    if (routeOf(name).protocol !== undefined || Object.values(kinds).every((kind) => made.has(kind))) continue;
    const { params = {} } = await request(fixture);
    for (const [param, kind] of Object.entries(kinds)) made.set(kind, params[param] ?? '');
  }
  return made;
}

/**
 * A request of the form that the description shows, about these resources. It is for tests that expect a refusal, which
 * so need no resources for each operation. Ids in the body are those of the description.
 */
export function requestAbout(resources: Resources, name: OperationName): Request {
  const request = describedRequest(name);
  const known = Object.entries(EXAMPLES[name].kinds ?? {}).map(([param, kind]) => [param, resources.get(kind) ?? '']);
  return { ...request, params: Object.fromEntries(known) };
}
