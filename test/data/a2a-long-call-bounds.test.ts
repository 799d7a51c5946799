import { beforeEach, describe, expect, test } from 'vitest';
import { STAGE_SUBJECT } from '#shared/data/entities/stage/long-call.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { networkAddress } from '../support/network-address.ts';
import { slotsInUse } from '../support/slots-in-use.ts';
import { type KeyedAgent, type TwoAgents, twoAgents } from '../support/two-agents.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

const engine = useEngine();
let { api, ours, caller, worker } = {} as TwoAgents;

beforeEach(async () => {
  ({ api, ours, caller, worker } = await twoAgents(engine.table, { open: true }));
  api.limits = { ...api.limits, longCallsPerOrganization: 2 };
});

// biome-ignore lint/suspicious/noExplicitAny: JSON
type Json = any;

const slotsOf = (subject: string) => slotsInUse(engine.table, subject);

/** Opens a stream and reads its first event. */
async function open(speaker: RpcSpeaker, method = 'SendStreamingMessage', params: object = textMessage('go')) {
  const reader = (await speaker.stream(method, params))[Symbol.asyncIterator]();
  await reader.next();
  return reader;
}

describe('the slots of the stage', () => {
  /** The API of a stage that reserves concurrency. */
  const reserving = (stageLongCalls: number) => {
    const settings = { ...api.services.settings(), stageLongCalls };
    return Object.assign(Object.create(api), { services: { ...api.services, settings: () => settings } });
  };

  test('Beyond those of the stage a stream is refused whatever is left to its organization, which gets its slot back', async () => {
    const staged = reserving(3);
    const agents = await Promise.all([1, 2, 3, 4].map(async () => api.agent((await api.organization()).key)));
    const speakers = agents.map((agent) => new RpcSpeaker(staged, agent, worker));
    const opened: AsyncIterator<Json>[] = [];
    for (const speaker of speakers.slice(0, 3)) opened.push(await open(speaker));
    expect(await slotsOf(STAGE_SUBJECT)).toBe(3);

    const refused = new RpcSpeaker(staged, caller, worker);
    const { status, body } = await refused.call('SendStreamingMessage', textMessage('go'));
    expect([status, body.error.message]).toEqual([
      429,
      expect.stringMatching(/^At most 3 A2A streams and blocking sends at once for all organizations together\. /),
    ]);
    expect(await slotsOf(ours.id)).toBe(0);
    const { task } = await refused.result('SendMessage', textMessage('now', {}, { returnImmediately: false }));
    expect(task.status.state).toBe('TASK_STATE_SUBMITTED');

    await opened[0]?.return?.();
    expect(await slotsOf(STAGE_SUBJECT)).toBe(2);
    const reader = await open(refused, 'SubscribeToTask', { id: task.id });
    expect([await slotsOf(ours.id), await slotsOf(STAGE_SUBJECT)]).toEqual([1, 3]);
    for (const one of [...opened, reader]) await one.return?.();
    expect([await slotsOf(ours.id), await slotsOf(STAGE_SUBJECT)]).toEqual([0, 0]);
  });

  test('A stage without reserved concurrency counts only for each organization', async () => {
    const speaker = new RpcSpeaker(api, caller, worker);
    const { task } = await speaker.result('SendMessage', textMessage('go'));
    const reader = await open(speaker, 'SubscribeToTask', { id: task.id });
    expect([await slotsOf(ours.id), await slotsOf(STAGE_SUBJECT)]).toEqual([1, 0]);
    await reader.return?.();
  });
});

test('Streams of unverified organizations are bounded for each of them and for their address, those of verified ones are not', async () => {
  api.limits = { ...api.limits, longCallsPerOrganization: 25, unverifiedWaits: 1, unverifiedWaitsPerAddress: 2 };
  const address = networkAddress();
  const from = (agent: { key: string }) => new RpcSpeaker(api, agent, worker, address);
  const opened: AsyncIterator<Json>[] = [];
  const openAs = async (agent: { key: string }) => {
    const { status, body, events } = await from(agent).call('SendStreamingMessage', textMessage('go'));
    if (events === undefined) return [status, body.error.message];
    const reader = events[Symbol.asyncIterator]();
    await reader.next();
    opened.push(reader);
    return [200];
  };
  const organizations = await Promise.all([1, 2, 3].map(() => api.organization()));
  const [first, second, third] = (await Promise.all(organizations.map(({ key }) => api.agent(key)))) as [
    KeyedAgent,
    KeyedAgent,
    KeyedAgent,
  ];
  expect(await openAs(first)).toEqual([200]);
  expect(await openAs(first)).toEqual([
    429,
    expect.stringMatching(/^At most 1 A2A streams .* for one organization\. /),
  ]);
  expect(await openAs(second)).toEqual([200]);
  expect(await openAs(third)).toEqual([429, expect.stringMatching(/^At most 2 A2A streams .* one network address\. /)]);
  await verifyOrganization(engine.table, organizations[2]?.id ?? '');
  expect(await openAs(third)).toEqual([200]);
  for (const reader of opened) await reader.return?.();
  expect(await slotsOf(`a2a#address#${address}`)).toBe(0);
});
