import { expect, test } from 'vitest';
import { attemptsOf, KEPT_ATTEMPTS } from '#shared/domain/delivery/finished-attempts.ts';
import { AT, BAD, DeliveryHarness, OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const harness = new DeliveryHarness(engine);
const failed = (endedAt: number) => ({ endedAt, responseStatus: 500, durationMs: 5, error: 'HTTP 500' });
const succeeded = (endedAt: number) => ({ endedAt, responseStatus: 200, durationMs: 5, error: null });

test('A delivery keeps each attempt that failed, and the one that succeeded, in their order', async () => {
  const delivery = await harness.create();
  await harness.record(await harness.claimed(delivery), BAD, [5, 5], AT + 1);
  await harness.record(await harness.claimed(await harness.read(delivery)), BAD, [5, 5], AT + 2);
  const last = await harness.claimed(await harness.read(delivery));
  expect(attemptsOf(last)).toEqual([failed(AT + 1), failed(AT + 2)]);
  await harness.record(last, OK, [5, 5], AT + 3);
  expect(attemptsOf(await harness.read(delivery))).toEqual([failed(AT + 1), failed(AT + 2), succeeded(AT + 3)]);
});

test('A delivery that succeeds at once stores no list of attempts', async () => {
  const delivery = await harness.create();
  await harness.record(await harness.claimed(delivery), OK);
  const row = await harness.read(delivery);
  expect(row).not.toHaveProperty('attempts');
  expect(attemptsOf(row)).toEqual([succeeded(AT)]);
});

test('A replay keeps the attempts of before, whether they succeeded or failed', async () => {
  const delivery = await harness.create();
  await harness.record(await harness.claimed(delivery), OK);
  await harness.restart(await harness.read(delivery), undefined, AT + 1);
  await harness.record(await harness.claimed(await harness.read(delivery)), BAD, [], AT + 2);
  expect((await harness.read(delivery)).status).toBe('dead_letter');
  await harness.restart(await harness.read(delivery), undefined, AT + 3);
  const again = await harness.read(delivery);
  expect(attemptsOf(again)).toEqual([succeeded(AT), failed(AT + 2)]);
  await harness.record(await harness.claimed(again), OK, [], AT + 4);
  const attempts = [succeeded(AT), failed(AT + 2), succeeded(AT + 4)];
  expect(attemptsOf(await harness.read(delivery))).toEqual(attempts);
});

test('An outcome after its lease was lost adds no attempt', async () => {
  const delivery = await harness.create();
  const held = await harness.claimed(delivery);
  const other = await harness.claimed(await harness.read(delivery), AT + 30_000);
  expect(await harness.record(held, BAD)).toBe(false);
  await harness.record(other, BAD, [5], AT + 30_001);
  expect(attemptsOf(await harness.read(delivery))).toEqual([failed(AT + 30_001)]);
});

test('A delivery that is replayed again and again keeps the newest attempts alone', async () => {
  const delivery = await harness.create();
  for (let round = 0; round < KEPT_ATTEMPTS + 3; round++) {
    if (round > 0) await harness.restart(await harness.read(delivery));
    await harness.record(await harness.claimed(await harness.read(delivery)), BAD, [], AT + round);
  }
  const kept = attemptsOf(await harness.read(delivery));
  expect(kept).toHaveLength(KEPT_ATTEMPTS);
  expect(kept.at(-1)).toEqual(failed(AT + KEPT_ATTEMPTS + 2));
});
