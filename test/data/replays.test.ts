import { describe, expect, test } from 'vitest';
import type { AttemptOutcome } from '../../shared/domain/delivery.ts';
import { randomPart } from '../../shared/domain/ids.ts';
import { AT, BAD, DeliveryDesk, OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';

const desk = new DeliveryDesk(useEngine());

describe('a replay', () => {
  test.each<[string, AttemptOutcome, number[]]>([
    ['delivered', OK, []],
    ['dead-lettered', BAD, []],
    ['waiting for its retry', BAD, [5]],
  ])('begins a delivery anew that is %s, under the same id', async (_, outcome, delays) => {
    const delivery = await desk.create();
    await desk.record(await desk.claimed(delivery), outcome, delays);
    const again = await desk.restart(await desk.read(delivery));
    expect(again).toMatchObject({ id: delivery.id, generation: 2, attemptCount: 0, status: 'pending' });
    expect(await desk.read(delivery)).toMatchObject({
      generation: 2,
      attemptCount: 0,
      status: 'pending',
      lastError: null,
      responseStatus: null,
      deliveredAt: null,
      nextAttemptAt: null,
    });
    expect((await desk.claim(delivery)).claimed).toBe(false);
    expect((await desk.claim({ ...delivery, generation: 2 })).claimed).toBe(true);
  });

  test('leaves a delivery alone that waits for its first attempt or is being attempted', async () => {
    const delivery = await desk.create();
    expect(await desk.restart(delivery)).toBeUndefined();
    const held = await desk.claimed(delivery);
    expect(await desk.restart(await desk.read(delivery))).toBeUndefined();
    expect(await desk.record(held, BAD)).toBe(true);
    const retry = await desk.claimed({ ...delivery, attemptCount: 1 });
    expect(await desk.restart(await desk.read(delivery))).toBeUndefined();
    expect(await desk.record(retry, OK, [])).toBe(true);
  });

  test('takes a delivery whose attempt was cut off, and the cut-off attempt can write no more', async () => {
    const delivery = await desk.create();
    await desk.record(await desk.claimed(delivery), BAD);
    const lost = await desk.claimed({ ...delivery, attemptCount: 1 });
    expect(await desk.restart(await desk.read(delivery), randomPart(), AT + 20_001)).toMatchObject({ generation: 2 });
    expect(await desk.record(lost, OK)).toBe(false);
    expect(await desk.read(delivery)).toMatchObject({ status: 'pending', generation: 2 });
  });

  test('repeated by the relay it is one generation, enqueued again while it waits', async () => {
    const delivery = await desk.create();
    await desk.record(await desk.claimed(delivery), OK);
    const replayId = randomPart();
    expect(await desk.restart(await desk.read(delivery), replayId)).toMatchObject({ generation: 2 });
    expect(await desk.restart(await desk.read(delivery), replayId)).toMatchObject({ generation: 2 });
    await desk.record(await desk.claimed({ ...delivery, generation: 2 }), OK);
    expect(await desk.restart(await desk.read(delivery), replayId)).toBeUndefined();
    expect(await desk.read(delivery)).toMatchObject({ generation: 2, status: 'delivered' });
  });

  test('of twenty at once one begins the delivery anew', async () => {
    const delivery = await desk.create();
    await desk.record(await desk.claimed(delivery), OK);
    const seen = await desk.read(delivery);
    const begun = await Promise.all(Array.from({ length: 20 }, () => desk.restart(seen)));
    expect(begun.filter((one) => one !== undefined)).toHaveLength(1);
    expect((await desk.read(delivery)).generation).toBe(2);
  });
});
