import { expect, test } from 'vitest';
import { bridgeClient } from '#test/support/bridge-client.ts';
import { fakeService, json, type Respond, result } from '#test/support/fake-mcp-service.ts';

/** A call that would take effect with each request. */
const CALL = { name: 'update_message', arguments: { message_id: 'msg_1', is_read: true } };

const LIMITED = { content: [{ type: 'text', text: 'At most 600 requests per minute.' }], isError: true };

/** Refuses requests as the service does above its rate limit: with a result of the tool, and a time. */
function limited(times: number, seconds: string): Respond {
  let count = 0;
  return (arrived, response) => {
    count += 1;
    if (count > times) return result(response, arrived, { attempts: count });
    json(response, { jsonrpc: '2.0', id: arrived.message.id, result: LIMITED }, 200, { 'retry-after': seconds });
  };
}

test('A call above the rate limit is made again after the time that the service wants, whatever it does', async () => {
  const service = await fakeService(limited(2, '0'));
  expect((await bridgeClient(service.url).request('tools/call', CALL)).result).toEqual({ attempts: 3 });
});

test.each([
  ['a time that is too long to wait for', '3600', 1],
  ['five attempts', '0', 5],
])('After %s, the model gets the result that says when to try again', async (_name, seconds, attempts) => {
  const service = await fakeService(limited(9, seconds));
  expect((await bridgeClient(service.url).request('tools/call', CALL)).result).toEqual(LIMITED);
  expect(service.arrived).toHaveLength(attempts);
});
