import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { TaskHandler } from '#clients/typescript/src/index.ts';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { aidOf, hostileProxy, settled, startWork } from '../support/sdk.ts';

let caller: Agent;
let worker: Agent;

beforeAll(async () => {
  const organization = await makeOrganization();
  [caller, worker] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
});

/** A question may wait for a connection that is made again after a pause. */
const TIMEOUT_MS = 200_000;

test('Two workers behind a hostile network do each task, and say and ask nothing twice', async () => {
  const rates = { message: { drop: 0.05, repeat: 0.1, reset: 0.03, close: 0.03 } };
  const proxy = await hostileProxy({ rates });
  const errors: unknown[] = [];
  const options = {
    url: proxy.url,
    concurrency: 4,
    leaseMs: 10_000,
    onError: (error: unknown) => errors.push(error),
  };
  const handler: TaskHandler = async (_task, { messages: [first], update, ask }) => {
    const thing = first?.parts[0]?.text;
    await update(`thinking of ${thing}`);
    return `${thing} is ${await ask(`Which color for ${thing}?`)}`;
  };
  startWork(worker, handler, options);
  startWork(worker, handler, options);
  const aid = aidOf(caller);
  const things = Array.from({ length: 12 }, (_, index) => `thing ${index}`);
  const said = await Promise.all(
    things.map(async (thing) => {
      const { id } = await aid.tasks.create({ to_handle: worker.handle, message: thing });
      await settled(caller, id, 'input_required', TIMEOUT_MS);
      await aid.tasks.message(id, { message: 'green' });
      await settled(caller, id, 'completed', TIMEOUT_MS);
      const { messages } = await aid.tasks.get(id);
      return messages.map(({ parts }) => parts[0]?.text);
    }),
  );
  expect(said).toEqual(
    things.map((thing) => [thing, `thinking of ${thing}`, `Which color for ${thing}?`, 'green', `${thing} is green`]),
  );
  expect(errors).toEqual([]);
});

test('serve connects again whenever a hostile network ends its connection, and responds as before', async () => {
  // A request that is lost on its way to a server is one that the caller has to make again.
  const rates = { message: { drop: 0, silence: 0, repeat: 0.2, reset: 0.05, close: 0.05 } };
  const proxy = await hostileProxy({ rates });
  const served = await aidOf(worker, proxy.url).tunnels.serve({
    handler: async (request) => new Response(`to ${await request.text()}`),
  });
  onTestFinished(served.close);
  const ask = async (body: string) => {
    const response = await fetch(served.url, { method: 'POST', body });
    return response.ok ? response.text() : `status ${response.status}`;
  };
  const { counts } = proxy.record;
  const hasEnded = () => (counts['message reset'] ?? 0) + (counts['message close'] ?? 0) > 0;
  for (let index = 0; index < 40 || !hasEnded(); index += 1) {
    const body = `request ${index} `.repeat(1 + (index % 40) * 50);
    await expect.poll(() => ask(body)).toBe(`to ${body}`);
  }
});
