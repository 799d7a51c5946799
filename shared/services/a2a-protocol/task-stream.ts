import type { TaskView } from '../tasks/task-view.ts';
import type { Call } from './call.ts';
import { followTask, isIdle } from './follow.ts';
import type { LongCall } from './long-call.ts';
import { rethrowAccessError } from './protocol-errors.ts';
import { type StreamResponse, taskObject } from './task-object.ts';

/** The values of a stream. `null` is a keep-alive. */
export interface TaskStream {
  readonly values: AsyncIterable<StreamResponse | null>;
  /** Ends a stream that is not read. One that is read ends on its own, also when its reader is gone. */
  readonly close: () => Promise<void>;
}

/**
 * The task, then its updates while the caller has access. `untilIdle`: a task that waits for its caller has no updates.
 * Ends the long call together with the stream.
 */
export function taskStream(
  call: Call,
  view: TaskView,
  longCall: LongCall,
  { historyLength, untilIdle }: { historyLength?: number | undefined; untilIdle: boolean },
): TaskStream {
  async function* values(): AsyncGenerator<StreamResponse | null> {
    try {
      yield { task: taskObject(view, { historyLength, artifacts: true }) };
      if (untilIdle && isIdle(view.task.state)) return;
      for await (const update of followTask(call.table, view.task)) {
        // A keep-alive contains no data, so it needs no access check.
        if (update !== null) await call.confirmAccess().catch(rethrowAccessError);
        yield update;
      }
    } finally {
      await longCall.end();
    }
  }
  return { values: values(), close: longCall.end };
}
