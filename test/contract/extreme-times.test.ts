import { beforeAll, expect, test } from 'vitest';
import { describedOperation, type Json, resolved } from '#testing/described-api.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { EXAMPLES } from './support/example-requests.ts';
import { type Fixture, makeFixture } from './support/fixture.ts';
import { OURS } from './support/operations.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

/** The first and the last times that a request can name, in any zone. Reads add to them and subtract from them. */
const TIMES = ['0000-01-01T00:00:00+23:59', '9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999-23:59'];

/** The parameters of a query that are times. */
const timesOf = (name: OperationName): string[] =>
  (describedOperation(routeOf(name)).parameters as Json[])
    .map(resolved)
    .filter((parameter: Json) => parameter.in === 'query' && parameter.schema.format === 'date-time')
    .map((parameter: Json) => parameter.name);

const service = useServiceInProcess();
let fixture: Fixture;

beforeAll(async () => {
  fixture = await makeFixture(service);
});

test.each(OURS.filter((name) => timesOf(name).length > 0))(
  '%s returns a page for the first and the last times that a request can name',
  async (name) => {
    const { auth } = routeOf(name);
    const request = await EXAMPLES[name].request(fixture);
    const owner = await EXAMPLES[name].sender?.(fixture);
    const key = owner ?? (auth === 'agent' ? fixture.agent.key : undefined);
    for (const parameter of timesOf(name)) {
      for (const time of TIMES) {
        const query = { ...request.query, [parameter]: time };
        const call = { ...request, ...(key !== undefined && { key }), query };
        const { status, text } = await fixture.organization.api.call(name, call);
        expect(status, `${name} with ${parameter}=${time}: ${text}`).toBe(200);
      }
    }
  },
);

test('A recovery since the first or the last time that a request can name shows a time that clients can read', async () => {
  const { api } = fixture.organization;
  const params = { id: fixture.webhookId };
  for (const since of TIMES) {
    const { recovery_id: rid } = await api.ok('recoverWebhook', { params, body: { since, status: 'all' } });
    const recovery = await api.ok('getRecovery', { params: { ...params, rid } });
    expect(recovery.since, since).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  }
});
