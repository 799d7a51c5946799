import { DrillStage } from '#testing/alarm-drills/alarm-drill.ts';
import { DRILLS } from '#testing/alarm-drills/drills.ts';
import type { BenchmarkRun, Measurement } from './support/measurement.ts';

/** Every failure has to be seen within this time. */
const TARGET_SECONDS = 300;

const seconds = (measured: number | undefined) => (measured === undefined ? 'never' : `${measured} s`);

/**
 * Provokes failures in an idle stack and measures how long it takes until the metric of an alarm is beyond its
 * threshold, by a clock that moves a minute at a time, right after a sweep: the worst moment.
 */
export const alarms: BenchmarkRun = async (say) => {
  const stage = await DrillStage.start();
  const measurements: Measurement[] = [];
  try {
    for (const drill of DRILLS) {
      const { failure, alarm } = drill;
      say(failure);
      const { crossedAfter, firedAfter } = await stage.run(drill);
      measurements.push({
        claim: `${failure}: \`${alarm}\``,
        figure: `beyond the threshold after ${seconds(crossedAfter)}, fired after ${seconds(firedAfter)}`,
        target: `beyond the threshold within ${TARGET_SECONDS} s`,
        met: crossedAfter !== undefined && crossedAfter <= TARGET_SECONDS,
      });
    }
  } finally {
    await stage.stop();
  }
  return measurements;
};
