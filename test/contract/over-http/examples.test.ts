import { beforeAll, expect, test } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { routeOf } from '#testing/operations.ts';
import { sizeOf } from '#testing/test-size.ts';
import { EXAMPLES, OPERATION_NAMES } from '../support/example-requests.ts';
import { expectDescribed } from '../support/expect-described.ts';
import { type Fixture, makeFixture } from '../support/fixture.ts';
import { firstOfGroups } from '../support/operations.ts';
import { serviceOverHttp } from '../support/tested-service.ts';

/** At the quick size one operation of each group. Each has a function with a policy that the stack enforces. */
const NAMES = sizeOf({ quick: 1, usual: 2 }) === 1 ? firstOfGroups(OPERATION_NAMES) : OPERATION_NAMES;

/** One operation that writes of each group is repeated. */
const REPEATED = firstOfGroups(OPERATION_NAMES.filter((name) => routeOf(name).idempotent));

let fixture: Fixture;

beforeAll(async () => {
  fixture = await makeFixture(serviceOverHttp());
});

test.each([...new Set([...NAMES, ...REPEATED])])(
  '%s succeeds over HTTP as the description shows, and one of each group repeats its reply',
  async (name) => {
    const request = await EXAMPLES[name].request(fixture);
    const { api } = fixture.organization;
    const idempotencyKey = freshName('key');
    const reply = await api.call(name, { ...request, idempotencyKey });
    expectDescribed(name, request, reply);
    expect(reply.headers.get('idempotency-replayed')).toBeNull();
    if (!REPEATED.includes(name)) return;
    const repeated = await api.call(name, { ...request, idempotencyKey });
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect([repeated.status, repeated.text]).toEqual([reply.status, reply.text]);
  },
);
