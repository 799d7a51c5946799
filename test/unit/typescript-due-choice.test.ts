import { expect, onTestFinished, test, vi } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { DueChoice } from '#clients/typescript/src/loops/due-choice.ts';
import { type FakeCall, FakeService, fakeError } from '#clients/typescript/src/testing.ts';

const LAST = 0.999;

/** Tasks with the ids `tsk_10`, `tsk_11` …, the newest first. */
function dueTasks(count: number) {
  return Array.from({ length: count }, (_, index) => ({ id: `tsk_${10 + index}` })).reverse();
}

/** Among how many of 50 tasks a choice draws. */
function oldestOf(choice: DueChoice): number {
  return Number(choice.pick(dueTasks(50), () => LAST)?.id.slice(4)) - 9;
}

test('A worker draws among twice as many of the oldest tasks after each claim that it loses, up to 32', () => {
  const choice = new DueChoice();
  const drawn = [1, 2, 3, 4, 5, 6, 7].map(() => {
    const oldest = oldestOf(choice);
    choice.claimed(false);
    return oldest;
  });
  expect(drawn).toEqual([1, 2, 4, 8, 16, 32, 32]);
});

test('A worker draws among one task fewer after each claim that it wins, and takes the oldest one in the end', () => {
  const choice = new DueChoice();
  choice.claimed(false);
  choice.claimed(false);
  const drawn = [1, 2, 3, 4, 5].map(() => {
    const oldest = oldestOf(choice);
    choice.claimed(true);
    return oldest;
  });
  expect(drawn).toEqual([4, 3, 2, 1, 1]);
});

test('A worker draws the oldest task as well, and none where none is due', () => {
  const choice = new DueChoice();
  choice.claimed(false);
  expect([choice.pick(dueTasks(3), () => 0)?.id, choice.pick([])]).toEqual(['tsk_10', undefined]);
});

/** The order in which a worker claims four tasks, the newest of which is listed first. */
async function orderOfClaims(isTaken: boolean): Promise<string[]> {
  const created_at = new Date(0).toISOString();
  const task = (id: string, state: string) => ({ id, state, messages: [], created_at, updated_at: created_at });
  const submitted = ['tsk_4', 'tsk_3', 'tsk_2', 'tsk_1'].map((id) => task(id, 'submitted'));
  const claimed: string[] = [];
  const ending = new AbortController();
  const service = new FakeService({
    'events.list': () => [],
    'events.streams.create': () => {
      throw fakeError(429, 'limit.exceeded', { headers: { 'retry-after': '60' } });
    },
    'tasks.list': ({ query }: FakeCall) => Response.json({ tasks: query.state === 'submitted' ? submitted : [] }),
    'tasks.get': ({ ids: [id = ''] }: FakeCall) => task(id, 'completed'),
    'tasks.claim': ({ ids: [id = ''] }: FakeCall) => {
      claimed.push(id);
      if (claimed.length === submitted.length) ending.abort();
      if (isTaken) throw fakeError(409, 'a2a.task_claimed', { headers: { 'retry-after': '900' } });
      return { claimed: true, until: created_at, claim_id: `clm_${id}` };
    },
  });
  const aid = new Aid({ key: 'aid_agt_test', fetch: service.fetch, maxRetries: 0 });
  await aid.tasks.work(() => 'Ordered.', { signal: ending.signal });
  return claimed;
}

test('A worker that loses no claim takes the oldest task each time', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(LAST);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await orderOfClaims(false)).toEqual(['tsk_1', 'tsk_2', 'tsk_3', 'tsk_4']);
});

test('A worker that loses each claim to another one draws among more of the oldest tasks', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(LAST);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await orderOfClaims(true)).toEqual(['tsk_1', 'tsk_3', 'tsk_4', 'tsk_2']);
});
