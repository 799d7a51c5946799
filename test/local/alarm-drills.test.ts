import { afterAll, beforeAll, expect, test } from 'vitest';
import { DrillStage } from '#testing/alarm-drills/alarm-drill.ts';
import { DRILLS } from '#testing/alarm-drills/drills.ts';

let stage: DrillStage;

beforeAll(async () => {
  stage = await DrillStage.start();
});

afterAll(() => stage?.stop());

test.each(DRILLS)(
  'If $failure, the metric of $alarm is beyond its threshold within five minutes of the clock, and the alarm fires',
  async (drill) => {
    const { crossedAfter, firedAfter } = await stage.run(drill);
    expect(crossedAfter).toBeLessThanOrEqual(300);
    expect(firedAfter).toBeDefined();
  },
);
