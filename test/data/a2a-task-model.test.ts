import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { REPLY_STATES } from '#shared/domain/a2a/task-state.ts';
import { sizeOf } from '#testing/test-size.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
let ours: { id: string; key: string };
let theirs: { id: string; key: string };
let agents: Record<'caller' | 'worker' | 'other', { id: string; key: string; handle: string }>;

beforeAll(async () => {
  api = new InProcessApi(engine.table, { unverifiedAgents: 1000 });
  [ours, theirs] = await Promise.all([api.organization(), api.organization()]);
  const [caller, worker, other] = await Promise.all([api.agent(ours.key), api.agent(theirs.key), api.agent(ours.key)]);
  agents = { caller, worker, other };
  await api.call('putA2aSettings', {
    key: theirs.key,
    params: { id: worker.id },
    body: { filter_mode: 'blocklist' },
  });
});

type By = 'caller' | 'worker' | 'other' | 'org';
type Step =
  | { name: 'replyToTask'; by: By; state: (typeof REPLY_STATES)[number]; says: boolean; result: number | undefined }
  | { name: 'addTaskMessage'; by: By; messageId: string | undefined }
  | { name: 'cancelTask'; by: By };

const by = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<By>('caller', 'worker') },
  { weight: 1, arbitrary: fc.constantFrom<By>('other', 'org') },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      name: fc.constant('replyToTask' as const),
      by,
      // Final steps are rare enough for something to happen before them.
      state: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('working', 'input_required', 'auth_required') },
        { weight: 1, arbitrary: fc.constantFrom(...REPLY_STATES) },
      ) as fc.Arbitrary<(typeof REPLY_STATES)[number]>,
      says: fc.boolean(),
      result: fc.option(fc.nat(9), { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constant('addTaskMessage' as const),
      by,
      messageId: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('cancelTask' as const), by }) },
);

const ENDED = ['completed', 'failed', 'canceled', 'rejected'];

/**
 * The state of a task after a step according to the contract: small, and written independently of the implementation.
 */
class Model {
  state = 'submitted';
  messages = 1;
  result: number | null = null;
  seen = new Set<string>();
  workerLog = ['a2a.task.created'];
  callerLog: string[] = [];

  take(one: Step): number {
    const role = one.name === 'replyToTask' ? 'worker' : 'caller';
    if (one.by === 'org') return 403;
    if (one.by === 'other') return 404;
    if (one.by !== role) return 403;
    const ended = ENDED.includes(this.state);
    if (one.name === 'cancelTask') {
      if (this.state === 'canceled') return 200;
      if (ended) return 409;
      this.state = 'canceled';
      this.workerLog.push('a2a.task.canceled');
      return 200;
    }
    if (one.name === 'addTaskMessage') {
      if (one.messageId !== undefined && this.seen.has(one.messageId)) return 200;
      if (ended) return 409;
      if (one.messageId !== undefined) this.seen.add(one.messageId);
      if (this.state.endsWith('_required')) this.state = 'working';
      this.messages += 1;
      this.workerLog.push('a2a.task.message');
      return 200;
    }
    if (ended) return 409;
    this.state = one.state;
    if (one.says) this.messages += 1;
    if (one.result !== undefined) this.result = one.result;
    this.workerLog.push('a2a.task.updated');
    this.callerLog.push('a2a.sent_task.updated');
    return 200;
  }
}

function bodyOf(one: Step, mark: string): object {
  if (one.name === 'cancelTask') return {};
  if (one.name === 'replyToTask') {
    return {
      state: one.state,
      ...(one.says && { message: mark }),
      ...(one.result !== undefined && { result: one.result }),
    };
  }
  return { message: mark, ...(one.messageId !== undefined && { message_id: `${mark}${one.messageId}` }) };
}

async function logOf(org: { key: string }, taskId: string): Promise<string[]> {
  const { body } = await api.call('listEvents', { key: org.key, query: { limit: '200' } });
  return body.events
    .filter(({ aggregate_id }) => aggregate_id === taskId)
    .map(({ type }) => type)
    .reverse();
}

test('Any sequence of steps leaves task, logs and lists as the contract says', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { caller, worker, other } = agents;
      const keys = { caller: caller.key, worker: worker.key, other: other.key, org: ours.key };
      const made = await api.call('createTask', { key: caller.key, body: { to_handle: worker.handle, message: 'x' } });
      const { id } = made.body;
      const model = new Model();
      for (const one of steps) {
        const expected = model.take(one);
        const reply = await api.call(one.name, { key: keys[one.by], params: { id }, body: bodyOf(one, id) });
        expect([one, reply.status]).toEqual([one, expected]);
        if (expected === 200) {
          expect(reply.body).toMatchObject({ state: model.state, message_count: model.messages, result: model.result });
          expect(reply.body.messages).toHaveLength(model.messages);
        }
      }
      const { body: task } = await api.call('getTask', { key: worker.key, params: { id } });
      expect(task).toMatchObject({ state: model.state, message_count: model.messages, result: model.result });
      expect(task.completed_at !== null).toBe(ENDED.includes(model.state));
      expect(await logOf(theirs, id)).toEqual(model.workerLog);
      expect(await logOf(ours, id)).toEqual(model.callerLog);
      for (const key of [caller.key, worker.key, ours.key, theirs.key]) {
        const listed = await api.call('listTasks', { key, query: { state: model.state, limit: '1' } });
        expect(listed.body.tasks).toEqual([task]);
      }
    }),
    { numRuns: sizeOf({ quick: 5, usual: 25 }) },
  );
});
