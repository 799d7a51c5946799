import { stageWays } from '../../heartbeat/stage-ways.ts';
import type { OpsCommand } from '../command.ts';

/** Lists the ways through the stage, with the age of the heartbeat of each. */
export const ways: OpsCommand = {
  name: 'ways',
  summary: 'lists the ways through the stage, and how long ago each worked last',
  args: [],
  options: {},
  changes: false,
  run: async ({ stage, now }) => {
    const all = await stageWays(await stage.table(), now);
    const late = all.filter(({ isLate }) => isLate);
    return {
      rows: all.map(({ name, seconds, isLate, runbook }) => ({
        way: name,
        'worked seconds ago': seconds,
        state: isLate ? 'late' : 'works',
        'what to check': isLate ? runbook : null,
      })),
      notes: [noteOn(all.length, late.length)],
    };
  },
};

function noteOn(all: number, late: number): string {
  if (all === 0) return 'the sweep has recorded no heartbeat';
  return late === 0 ? 'every way works' : `${late} of ${all} ways do not work`;
}
