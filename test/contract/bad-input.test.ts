import { beforeAll, expect, test } from 'vitest';
import { roleOf } from '#shared/contract/role-of.ts';
import type { CheckedApi } from '#testing/checked-api.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { sizeOf } from '#testing/test-size.ts';
import { describedRequest } from '../support/described-request.ts';
import { EXAMPLES } from './support/example-requests.ts';
import { expectRefusals } from './support/expect-refusals.ts';
import { makeFixture } from './support/fixture.ts';
import { OURS } from './support/operations.ts';
import { PAGED, refusedBodies, refusedFields, refusedPages, refusedQueries, WRITING } from './support/refusals.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

/** How many requests of each kind an operation is tried with: each time others, so that together all are tried. */
const OF_EACH_KIND = sizeOf({ quick: 1, usual: Infinity });

const service = useServiceInProcess();

let api: CheckedApi;
let agentKey: string;
/** The keys of owners, for what no key of the fixture may do. */
const owners = new Map<OperationName, string>();
let unchanged: string[];

beforeAll(async () => {
  const fixture = await makeFixture(service);
  api = fixture.organization.api;
  agentKey = fixture.agent.key;
  for (const name of OURS.filter((one) => roleOf(routeOf(one)) === 'owner')) {
    const key = await EXAMPLES[name].sender?.(fixture);
    if (key !== undefined) owners.set(name, key);
  }
  unchanged = await service.storedRows();
});

/** A request of a sender that may call the operation. */
const requestOf = (name: OperationName) => {
  const key = owners.get(name) ?? (routeOf(name).auth === 'agent' ? agentKey : undefined);
  return { ...describedRequest(name), ...(key !== undefined && { key }) };
};

test.each(OURS)('%s refuses parameters, bodies and values of fields that it does not accept', async (name) => {
  const request = requestOf(name);
  const refusals = [
    ...refusedQueries(name, request, OF_EACH_KIND),
    ...(PAGED.includes(name) ? refusedPages(name, request, OF_EACH_KIND) : []),
    ...(WRITING.includes(name)
      ? [...refusedBodies(name, request, OF_EACH_KIND), ...refusedFields(name, request, OF_EACH_KIND)]
      : []),
  ];
  await expectRefusals(api, name, refusals);
});

test('Refused requests write nothing, whatever the operation', async () => {
  expect(await service.storedRows()).toEqual(unchanged);
});
