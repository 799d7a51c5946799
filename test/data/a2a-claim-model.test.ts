import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { sizeOf } from '#testing/test-size.ts';
import { useEngine } from '../support/engine.ts';
import { taskRows } from '../support/task-rows.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, caller, worker } = {} as TwoAgents;
let now = Date.now();

beforeAll(async () => {
  ({ api, caller, worker } = await twoAgents(engine.table, { sameOrganization: true }));
  api.now = () => now;
});

const WORKERS = 3;
type Step =
  | { name: 'claim' | 'renew'; by: number; seconds: number }
  | { name: 'reply'; by: number | undefined; state: string }
  | { name: 'message' | 'cancel' }
  | { name: 'time'; ms: number };

const by = fc.nat(WORKERS - 1);
const seconds = fc.constantFrom(10, 60);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ name: fc.constant('claim' as const), by, seconds }) },
  { weight: 4, arbitrary: fc.record({ name: fc.constant('renew' as const), by, seconds }) },
  {
    weight: 5,
    arbitrary: fc.record({
      name: fc.constant('reply' as const),
      // Without a claim sometimes, as callers of the last release reply.
      by: fc.option(by, { freq: 6, nil: undefined }),
      state: fc.constantFrom('working', 'working', 'input_required', 'completed'),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ name: 'message' as const }) },
  { weight: 1, arbitrary: fc.constant({ name: 'cancel' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ name: fc.constant('time' as const), ms: fc.constantFrom(1, 9_999, 10_000, 60_000) }),
  },
);

/** A task and its claim according to the contract, written independently of the implementation. */
class Model {
  state = 'submitted';
  holder: number | undefined;
  until = 0;

  take(one: Step): number | string {
    if (one.name === 'time') return 200;
    if (['completed', 'canceled'].includes(this.state)) {
      return one.name === 'cancel' && this.state === 'canceled' ? 200 : 'a2a.task_terminal';
    }
    switch (one.name) {
      case 'claim':
      case 'renew': {
        if (this.state === 'input_required') return 'a2a.task_waiting';
        const isRenewal = one.name === 'renew';
        const isLive = this.holder !== undefined && this.until > now;
        if (isRenewal ? this.holder !== one.by : isLive) return 'a2a.task_claimed';
        Object.assign(this, { state: 'working', holder: one.by, until: now + one.seconds * 1000 });
        return 200;
      }
      case 'reply':
        if (one.by !== undefined && one.by !== this.holder) return 'a2a.task_claimed';
        this.#move(one.state);
        return 200;
      case 'message':
        if (this.state === 'input_required') this.#move('working');
        return 200;
      default:
        this.#move('canceled');
        return 200;
    }
  }

  #move(state: string): void {
    this.state = state;
    if (state !== 'working') this.holder = undefined;
  }
}

test('Any sequence of claims, renewals, replies and waits of several workers goes as the contract says', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      const made = await api.call('createTask', { key: caller.key, body: { to_handle: worker.handle, message: 'x' } });
      const { id } = made.body;
      const model = new Model();
      /** The last claim of each worker, or an id that never was one. */
      const claims = Array.from({ length: WORKERS }, (_, index) => `clm_none_${index}`);
      const act = (name: 'claimTask' | 'replyToTask' | 'addTaskMessage' | 'cancelTask', body: object) => {
        const { key } = name === 'claimTask' || name === 'replyToTask' ? worker : caller;
        return api.call(name, { key, params: { id }, body });
      };
      for (const one of steps) {
        const before = await rowsOf(id);
        const expected = model.take(one);
        if (one.name === 'time') now += one.ms;
        const reply = await perform(one, claims, act);
        expect([one, reply?.status === 200 ? 200 : reply?.body.error.code]).toEqual([one, expected]);
        const rows = await rowsOf(id);
        // What is refused changes nothing, and a claim exists exactly where a worker has one.
        if (expected !== 200) expect(rows).toEqual(before);
        const found = rows.filter(({ sk }) => sk === 'CLAIM').map(({ claimId }) => claimId);
        expect(found).toEqual(model.holder === undefined ? [] : [claims[model.holder]]);
        expect(rows.find(({ sk }) => sk === 'TASK')?.state).toBe(model.state);
      }
    }),
    { numRuns: sizeOf({ quick: 8, usual: 60 }) },
  );
});

const rowsOf = (id: string) => taskRows(engine.table, id);

type Act = (
  name: 'claimTask' | 'replyToTask' | 'addTaskMessage' | 'cancelTask',
  body: object,
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of different operations
) => Promise<{ status: number; body: any }>;

async function perform(one: Step, claims: string[], act: Act) {
  switch (one.name) {
    case 'claim': {
      const made = await act('claimTask', { lease_seconds: one.seconds });
      if (made.status === 200) claims[one.by] = made.body.claim_id;
      return made;
    }
    case 'renew':
      return act('claimTask', { lease_seconds: one.seconds, claim_id: claims[one.by] });
    case 'reply':
      return act('replyToTask', { state: one.state, ...(one.by !== undefined && { claim_id: claims[one.by] }) });
    case 'message':
      return act('addTaskMessage', { message: 'more' });
    case 'cancel':
      return act('cancelTask', {});
    default:
      return { status: 200, body: {} };
  }
}
