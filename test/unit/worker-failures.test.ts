import { beforeEach, expect, test, vi } from 'vitest';
import { handler as connections } from '#functions/workers/connections/index.ts';
import { handler as messages } from '#functions/workers/tunnel-messages/index.ts';
import { INVOCATION } from '../support/invocation.ts';

/** The lines of metrics that the functions have written to their log. */
let published: Record<string, unknown>[];

beforeEach(() => {
  vi.stubEnv('TABLE_NAME', '');
  vi.stubEnv('STAGE', 'prod');
  published = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    published.push(JSON.parse(String(line)));
    return true;
  });
});

/** An event of a client, at a function without a table. */
const event = (eventType: string) => ({ requestContext: { connectionId: 'one', eventType }, body: '{}' });

test.each([
  [
    'a handshake',
    () => connections({ ...event('CONNECT'), queryStringParameters: { tunnel: 'x' } } as never, INVOCATION),
  ],
  ['the end of a connection', () => connections(event('DISCONNECT') as never, INVOCATION)],
  ['a message', () => connections(event('MESSAGE') as never, INVOCATION)],
  ['a message of a tunnel', () => messages(event('MESSAGE') as never)],
])('A function that fails at %s responds 500 and counts it under the service of the alarm', async (_, fail) => {
  expect(await fail()).toMatchObject({ statusCode: 500 });
  expect(published).toEqual([expect.objectContaining({ WorkerFailures: 1, service: 'aid-prod-workers' })]);
});
