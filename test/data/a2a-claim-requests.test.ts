import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Table } from '#shared/data/table-client.ts';
import { sizeOf } from '#testing/test-size.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { taskCalls } from '../support/task-calls.ts';
import { taskRows } from '../support/task-rows.ts';
import { refusal, type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, theirs, caller, worker } = {} as TwoAgents;

beforeAll(async () => {
  ({ api, ours, theirs, caller, worker } = await twoAgents(engine.table, { open: true }));
});

const { act, send, reply, read, log } = taskCalls(() => ({ api, caller, worker }));

async function newTask(): Promise<string> {
  return (await send()).body.id;
}

const isClaimed = async (id: string) => (await taskRows(engine.table, id)).some(({ sk }) => sk === 'CLAIM');

const REFUSED_BODIES: [object, string][] = [
  [{}, 'lease_seconds'],
  [{ lease_seconds: 9 }, 'lease_seconds: at least 10'],
  [{ lease_seconds: 901 }, 'lease_seconds: at most 900'],
  [{ lease_seconds: 30.5 }, 'lease_seconds'],
  [{ lease_seconds: '30' }, 'lease_seconds'],
  [{ lease_seconds: null }, 'lease_seconds'],
  [{ lease_seconds: true }, 'lease_seconds'],
  [{ lease_seconds: [30] }, 'lease_seconds'],
  [{ lease_seconds: 30, claim_id: 7 }, 'claim_id'],
  [{ lease_seconds: 30, claim_id: null }, 'claim_id'],
  [{ lease_seconds: 30, ttl_seconds: 30 }, 'ttl_seconds'],
];

test.each(REFUSED_BODIES)('The claim %j is refused with the name of its field', async (body, names) => {
  const id = await newTask();
  const refused = await act('claimTask', worker, id, body);
  expect([refused.status, refused.body.error.code]).toEqual([400, 'validation.failed']);
  expect(refused.body.error.message).toContain(names);
  expect((await read(id)).body.state).toBe('submitted');
});

test.each([10, 900])('A claim may last %i seconds', async (seconds) => {
  const { status, body } = await act('claimTask', worker, await newTask(), { lease_seconds: seconds });
  expect(status).toBe(200);
  expect(Date.parse(body.until) - Date.now()).toBeGreaterThan((seconds - 9) * 1000);
});

test('Only the worker claims a task: its caller and org keys get 403, and everyone else the 404 of a missing task', async () => {
  const id = await newTask();
  const body = { lease_seconds: 30 };
  const by = (key: string, of = id) => api.call('claimTask', { key, params: { id: of }, body });
  const missing = refusal(await by(worker.key, `tsk_${'0'.repeat(26)}`));
  expect(missing.status).toBe(404);
  const [colleague, neighbor] = await Promise.all([api.agent(ours.key), api.agent(theirs.key)]);
  for (const { key } of [colleague, neighbor]) expect(refusal(await by(key))).toEqual(missing);
  for (const key of [caller.key, ours.key, theirs.key]) {
    const refused = await by(key);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.forbidden']);
  }
  expect([await isClaimed(id), (await read(id)).body.state]).toEqual([false, 'submitted']);

  const { claim_id } = (await by(worker.key)).body;
  const renew = (key: string) => api.call('claimTask', { key, params: { id }, body: { ...body, claim_id } });
  for (const { key } of [colleague, neighbor]) expect(refusal(await renew(key))).toEqual(missing);
  await api.call('suspendIdentity', { key: theirs.key, params: { id: worker.id } });
  const suspended = await renew(worker.key);
  expect([suspended.status, suspended.body.error.code]).toEqual([403, 'identity.suspended']);
  await api.call('reinstateIdentity', { key: theirs.key, params: { id: worker.id } });
  expect((await renew(worker.key)).status).toBe(200);
});

test('A claim is repeated with its idempotency key, and a claim with another key is another one', async () => {
  const id = await newTask();
  const call = { key: worker.key, params: { id }, body: { lease_seconds: 30 } };
  const idempotencyKey = randomUUID();
  const claims = await Promise.all([1, 2, 3].map(() => api.call('claimTask', { ...call, idempotencyKey })));
  const again = await api.call('claimTask', { ...call, idempotencyKey });
  expect(again.headers['idempotency-replayed']).toBe('true');
  for (const { status, body } of claims) expect([status, body]).toEqual([200, again.body]);
  const other = await api.call('claimTask', { ...call, idempotencyKey: randomUUID() });
  expect([other.status, other.body.error.code]).toEqual([409, 'a2a.task_claimed']);
  const changed = await api.call('claimTask', { ...call, idempotencyKey, body: { lease_seconds: 31 } });
  expect(changed.body.error.code).toBe('idempotency.conflict');
  // A refusal is not recorded.
  const later = { ...call, idempotencyKey: randomUUID() };
  expect((await api.call('claimTask', later)).status).toBe(409);
  await reply(id, 'input_required', { claim_id: again.body.claim_id });
  await act('addTaskMessage', caller, id, { message: 'here' });
  expect((await api.call('claimTask', later)).status).toBe(200);
});

const ROUNDS = sizeOf({ quick: 1, usual: 5 });

test('Of claims at the same time one is made, and a claim and a reply or cancellation leave no claim that does not belong there', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await newTask();
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => act('claimTask', worker, id, { lease_seconds: 30 })),
    );
    expect(claims.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await log(theirs)).filter(({ aggregate_id }) => aggregate_id === id)).toHaveLength(2);
    const { claim_id } = claims.find(({ status }) => status === 200)?.body ?? {};
    const [renewed, asked] = await Promise.all([
      act('claimTask', worker, id, { lease_seconds: 30, claim_id }),
      reply(id, 'input_required', { claim_id }),
    ]);
    expect([asked.status, [200, 409].includes(renewed.status)]).toEqual([200, true]);
    expect([await isClaimed(id), (await read(id)).body.state]).toEqual([false, 'input_required']);
    await act('addTaskMessage', caller, id, { message: 'here' });
    await Promise.all([
      act('claimTask', worker, id, { lease_seconds: 30 }),
      round % 2 === 0 ? act('cancelTask', caller, id) : reply(id, 'completed'),
    ]);
    expect(await isClaimed(id)).toBe(false);
  }
});

/** The same table, except that one of its writes fails, before it is sent or after it. `isCut` is whether it has. */
function cutOff(table: Table, write: number, isSent: boolean): { table: Table; isCut: () => boolean } {
  let writes = 0;
  const send = async (command: { constructor: { name: string } }, options?: object) => {
    const isWrite = /^(?:Update|Put|Delete|TransactWrite)/.test(command.constructor.name);
    if (isWrite) writes += 1;
    if (!isWrite || writes !== write) return table.client.send(command as never, options as never);
    if (isSent) await table.client.send(command as never, options as never);
    throw new Error('the function ends here');
  };
  return { table: { ...table, client: { send } as unknown as Table['client'] }, isCut: () => writes >= write };
}

test.each([true, false])(
  'A claim that is cut off at any write leaves all of it or nothing, and is completed by its repetition (the write was made: %s)',
  async (isSent) => {
    for (let write = 1; ; write += 1) {
      const id = await newTask();
      const call = { key: worker.key, params: { id }, body: { lease_seconds: 30 }, idempotencyKey: randomUUID() };
      const { table, isCut } = cutOff(engine.table, write, isSent);
      await new InProcessApi(table, {}, api.services.keyring).call('claimTask', call);
      if (!isCut()) break;
      const claims = await isClaimed(id);
      expect((await read(id)).body.state).toBe(claims ? 'working' : 'submitted');
      const updates = async () =>
        (await log(theirs, 'updated')).filter(({ aggregate_id }) => aggregate_id === id).length;
      expect(await updates()).toBe(claims ? 1 : 0);
      const { status, body } = await api.call('claimTask', call);
      expect([status, await updates()]).toEqual([200, 1]);
      expect((await reply(id, 'completed', { claim_id: body.claim_id })).status).toBe(200);
    }
  },
);
