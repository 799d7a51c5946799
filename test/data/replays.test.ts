import { describe, expect, test } from 'vitest';
import type { AttemptOutcome } from '#shared/domain/delivery/delivery.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { AT, BAD, DeliveryHarness, OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';

const harness = new DeliveryHarness(useEngine());

describe('a replay', () => {
  test.each<[string, AttemptOutcome, number[]]>([
    ['delivered', OK, []],
    ['dead-lettered', BAD, []],
    ['waiting for its retry', BAD, [5]],
  ])('A replay restarts a delivery that is %s, under the same id', async (_, outcome, delays) => {
    const delivery = await harness.create();
    await harness.record(await harness.claimed(delivery), outcome, delays);
    const again = await harness.restart(await harness.read(delivery));
    expect(again).toMatchObject({ id: delivery.id, generation: 2, attemptCount: 0, status: 'pending' });
    expect(await harness.read(delivery)).toMatchObject({
      generation: 2,
      attemptCount: 0,
      status: 'pending',
      lastError: null,
      responseStatus: null,
      deliveredAt: null,
      nextAttemptAt: null,
    });
    expect((await harness.claim(delivery)).acquired).toBe(false);
    expect((await harness.claim({ ...delivery, generation: 2 })).acquired).toBe(true);
  });

  test('A replay does not change a delivery that waits for its first attempt or is being attempted', async () => {
    const delivery = await harness.create();
    expect(await harness.restart(delivery)).toBeUndefined();
    const held = await harness.claimed(delivery);
    expect(await harness.restart(await harness.read(delivery))).toBeUndefined();
    expect(await harness.record(held, BAD)).toBe(true);
    const retry = await harness.claimed({ ...delivery, attemptCount: 1 });
    expect(await harness.restart(await harness.read(delivery))).toBeUndefined();
    expect(await harness.record(retry, OK, [])).toBe(true);
  });

  test('A replay restarts a delivery with an interrupted attempt, which can write nothing after that', async () => {
    const delivery = await harness.create();
    await harness.record(await harness.claimed(delivery), BAD);
    const lost = await harness.claimed({ ...delivery, attemptCount: 1 });
    expect(await harness.restart(await harness.read(delivery), randomPart(), AT + 20_001)).toMatchObject({
      generation: 2,
    });
    expect(await harness.record(lost, OK)).toBe(false);
    expect(await harness.read(delivery)).toMatchObject({ status: 'pending', generation: 2 });
  });

  test('A replay that the relay repeats is one generation, enqueued again while it waits', async () => {
    const delivery = await harness.create();
    await harness.record(await harness.claimed(delivery), OK);
    const replayId = randomPart();
    expect(await harness.restart(await harness.read(delivery), replayId)).toMatchObject({ generation: 2 });
    expect(await harness.restart(await harness.read(delivery), replayId)).toMatchObject({ generation: 2 });
    await harness.record(await harness.claimed({ ...delivery, generation: 2 }), OK);
    expect(await harness.restart(await harness.read(delivery), replayId)).toBeUndefined();
    expect(await harness.read(delivery)).toMatchObject({ generation: 2, status: 'delivered' });
  });

  test('Of twenty replays at once one restarts the delivery', async () => {
    const delivery = await harness.create();
    await harness.record(await harness.claimed(delivery), OK);
    const seen = await harness.read(delivery);
    const begun = await Promise.all(Array.from({ length: 20 }, () => harness.restart(seen)));
    expect(begun.filter((one) => one !== undefined)).toHaveLength(1);
    expect((await harness.read(delivery)).generation).toBe(2);
  });
});
