import { beforeEach, expect, test } from 'vitest';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { taskCalls } from '../support/task-calls.ts';
import { taskRows } from '../support/task-rows.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, theirs, caller, worker } = {} as TwoAgents;
/** The time of the service. */
let now = 0;

beforeEach(async () => {
  ({ api, ours, theirs, caller, worker } = await twoAgents(engine.table, { open: true }));
  now = Date.now();
  api.now = () => now;
});

const { act, send, reply, read, log } = taskCalls(() => ({ api, caller, worker }));

const claim = (id: string, body: object = {}) => act('claimTask', worker, id, { lease_seconds: 30, ...body });

async function newTask(): Promise<string> {
  return (await send()).body.id;
}

/** A task with a claim, and the id of the claim. */
async function claimedTask(): Promise<{ id: string; claim_id: string }> {
  const id = await newTask();
  return { id, claim_id: (await claim(id)).body.claim_id };
}

async function claimRow(id: string): Promise<Record<string, unknown> | undefined> {
  return (await taskRows(engine.table, id)).find(({ sk }) => sk === 'CLAIM');
}

/** The status, code and `Retry-After` of a refusal. */
function refusalOf({ status, body, headers }: { status: number; body: object; headers: Record<string, string> }) {
  const { error } = body as { error?: { code: string } };
  return [status, error?.code, headers['retry-after']];
}

const iso = (ms: number) => new Date(ms).toISOString();

test('The first claim of a new task moves it to working with the events of a reply, and renewals append nothing', async () => {
  const id = await newTask();
  const { status, body } = await claim(id);
  const until = iso(now + 30_000);
  expect([status, body]).toEqual([200, { claimed: true, until, claim_id: expect.stringMatching(/^clm_/) }]);
  const task = (await read(id)).body;
  expect(task).toMatchObject({ state: 'working', message_count: 1, result: null });
  const payload = { taskId: id, contextId: task.context_id, state: 'working', result: null };
  const [updated, created] = await log(theirs);
  expect([updated?.type, updated?.payload, created?.type]).toEqual(['a2a.task.updated', payload, 'a2a.task.created']);
  const [sent, ...more] = await log(ours);
  expect([sent?.type, sent?.payload, more]).toEqual([
    'a2a.sent_task.updated',
    { ...payload, worker: expect.objectContaining({ identityId: worker.id }), messageId: null, parts: [] },
    [],
  ]);

  now += 10_000;
  const renewed = await claim(id, { claim_id: body.claim_id, lease_seconds: 900 });
  expect(renewed.body).toEqual({ ...body, until: iso(now + 900_000) });
  now += 900_000;
  expect((await claim(id)).status).toBe(200);
  expect((await read(id)).body).toEqual(task);
  expect([await log(theirs), await log(ours)].map((events) => events.length)).toEqual([2, 1]);
});

test('A task is claimed once until its claim ends, and the refusal says when', async () => {
  const { id, claim_id } = await claimedTask();
  now += 10_001;
  const refused = await claim(id);
  expect(refusalOf(refused)).toEqual([409, 'a2a.task_claimed', '20']);
  expect(refused.body.error).toMatchObject({
    retryable: true,
    message: `Another worker has claimed the task until ${iso(now + 19_999)}.`,
  });
  now += 19_998;
  expect((await claim(id)).status).toBe(409);
  now += 1;
  const next = await claim(id);
  expect([next.status, next.body.claim_id === claim_id]).toEqual([200, false]);
});

test('A claim is renewed as long as no other has replaced it, also after its end', async () => {
  const { id, claim_id } = await claimedTask();
  now += 60_000;
  expect((await claim(id, { claim_id })).status).toBe(200);
  expect((await claim(id)).status).toBe(409);
  now += 60_000;
  const other = await claim(id);
  expect(other.status).toBe(200);
  expect(refusalOf(await claim(id, { claim_id }))).toEqual([409, 'a2a.task_claimed', '30']);
  now += 60_000;
  const ended = await claim(id, { claim_id });
  expect(refusalOf(ended)).toEqual([409, 'a2a.task_claimed', undefined]);
  expect(ended.body.error.message).toBe('The claim has ended. Claim the task again.');
  expect((await claim(id, { claim_id: other.body.claim_id })).status).toBe(200);
});

test.each(['', 'clm_', 'unknown', `clm_${'0'.repeat(26)}`])('The claim "%s" is none of a task', async (claim_id) => {
  const id = await newTask();
  expect(refusalOf(await claim(id, { claim_id }))).toEqual([409, 'a2a.task_claimed', undefined]);
  expect(refusalOf(await reply(id, 'working', { claim_id }))).toEqual([409, 'a2a.task_claimed', undefined]);
  expect((await read(id)).body.state).toBe('submitted');
});

test.each(['input_required', 'auth_required'])(
  'A task in %s is not claimed before its caller has replied',
  async (state) => {
    const { id, claim_id } = await claimedTask();
    await reply(id, state, { claim_id });
    for (const body of [{}, { claim_id }]) {
      expect(refusalOf(await claim(id, body))).toEqual([409, 'a2a.task_waiting', undefined]);
    }
    await act('addTaskMessage', caller, id, { message: 'here' });
    expect(refusalOf(await claim(id, { claim_id }))).toEqual([409, 'a2a.task_claimed', undefined]);
    expect((await claim(id)).status).toBe(200);
  },
);

test.each(['completed', 'failed', 'rejected', 'canceled'])('A task that was %s is not claimed', async (state) => {
  const { id, claim_id } = await claimedTask();
  if (state === 'canceled') await act('cancelTask', caller, id);
  else await reply(id, state, { claim_id });
  for (const body of [{}, { claim_id }]) {
    expect(refusalOf(await claim(id, body))).toEqual([409, 'a2a.task_terminal', undefined]);
  }
});

test('A reply under a claim that is not the present one changes nothing', async () => {
  const { id, claim_id: late } = await claimedTask();
  now += 30_000;
  const { claim_id } = (await claim(id)).body;
  const before = await taskRows(engine.table, id);
  const more = { message: 'late', result: 1, artifacts: [{ artifact_id: 'a', parts: [{ text: 'x' }] }] };
  for (const state of ['working', 'input_required', 'completed']) {
    const refused = await reply(id, state, { ...more, claim_id: late });
    expect([state, ...refusalOf(refused)]).toEqual([state, 409, 'a2a.task_claimed', '30']);
  }
  expect(await taskRows(engine.table, id)).toEqual(before);
  expect([await log(theirs), await log(ours)].map((events) => events.length)).toEqual([2, 1]);
  expect((await reply(id, 'working', { message: 'on it', claim_id })).status).toBe(200);
  expect((await claimRow(id))?.claimId).toBe(claim_id);
  // No one else has claimed it meanwhile.
  now += 60_000;
  expect((await reply(id, 'completed', { claim_id })).body).toMatchObject({ state: 'completed', message_count: 2 });
});

test('A reply out of working ends the claim with it, with and without its id, and another reply leaves it', async () => {
  for (const fenced of [true, false]) {
    for (const state of ['input_required', 'auth_required', 'completed', 'failed', 'rejected']) {
      const { id, claim_id } = await claimedTask();
      const by = fenced ? { claim_id } : {};
      await reply(id, 'working', by);
      expect(await claimRow(id)).toMatchObject({ claimId: claim_id });
      expect([state, (await reply(id, state, by)).status, await claimRow(id)]).toEqual([state, 200, undefined]);
      expect((await reply(id, 'working', { claim_id })).status).toBe(409);
    }
  }
});

test('A reply without a claim is accepted as before, from any state', async () => {
  const id = await newTask();
  for (const state of ['working', 'input_required', 'working', 'completed']) {
    expect((await reply(id, state)).body.state).toBe(state);
  }
  expect(await claimRow(id)).toBeUndefined();
});

test('A cancellation ends a claim, and a message of the caller leaves it, over REST and over the protocol', async () => {
  const rpc = new RpcSpeaker(api, caller, worker);
  const messages = [
    (id: string) => act('addTaskMessage', caller, id, { message: 'more' }),
    (id: string) => rpc.result('SendMessage', textMessage('more', { taskId: id }, { returnImmediately: true })),
  ];
  const cancellations = [
    (id: string) => act('cancelTask', caller, id),
    (id: string) => rpc.result('CancelTask', { id }),
  ];
  for (const [index, cancel] of cancellations.entries()) {
    const { id, claim_id } = await claimedTask();
    await messages[index]?.(id);
    expect((await read(id)).body).toMatchObject({ state: 'working', message_count: 2 });
    expect((await claim(id, { claim_id })).status).toBe(200);
    await cancel(id);
    expect([(await read(id)).body.state, await claimRow(id)]).toEqual(['canceled', undefined]);
    expect(refusalOf(await reply(id, 'completed', { claim_id }))[1]).toBe('a2a.task_terminal');
  }
});

test('The row of a claim expires a day after the claim', async () => {
  const { id } = await claimedTask();
  const expires = epochSeconds(now + 30_000 + DAY);
  expect(await claimRow(id)).toMatchObject({ claimedUntil: now + 30_000, expires_at: expires });
});
