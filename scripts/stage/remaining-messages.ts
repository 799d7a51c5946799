import type { StageQueue } from '../ops/stage-queues.ts';

/**
 * One line for each queue of the stage that is not empty. A message that waits for a retry or is being processed counts
 * too: it is deleted with its queue as well.
 */
export function remainingMessages(queues: readonly StageQueue[]): string[] {
  return queues
    .filter(({ ready, inFlight, delayed }) => ready + inFlight + delayed > 0)
    .map(
      ({ name, kind, ready, inFlight, delayed }) =>
        `${name} is not empty: ${ready} ready, ${delayed} delayed, ${inFlight} in flight` +
        (kind === 'failures' ? ' (failures that wait for an operator: npm run ops -- inspect)' : ''),
    );
}
