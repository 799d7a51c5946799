import { useState } from 'preact/hooks';
import type { Task, TaskMessage } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { countOf } from '../widgets/count-of.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';
import { textOf } from './part-text.ts';
import { readStates, stepsOf } from './task-steps.ts';

/** What the two agents of a task said, and how its state changed. */
export function TaskTimeline({ task }: { readonly task: Task }) {
  const { id, message_count: count, caller, worker, updated_at: updatedAt } = task;
  const [before, setBefore] = useState<readonly TaskMessage[]>([]);
  const states = useLoad((signal) => readStates(id, signal), [id, updatedAt]);
  const messages = [...new Map([...before, ...task.messages].map((message) => [message.id, message])).values()];
  const earlier = count - messages.length;
  const readEarlier = useAction(async () => {
    const page = await aidOfSession().tasks.get(id, { messages_before: messages[0]?.created_at ?? updatedAt });
    setBefore([...page.messages, ...before]);
  });
  return (
    <>
      <ErrorText error={states.error ?? readEarlier.error} />
      {earlier > 0 && (
        <button type="button" disabled={readEarlier.isRunning} onClick={readEarlier.run}>
          {countOf(earlier, 'earlier message')}
        </button>
      )}
      <ol class="timeline">
        {stepsOf(task, messages, states.data ?? []).map(({ at, message, state }) =>
          message === undefined ? (
            <li key={at}>
              {state && <Pill status={state} />} <Time at={at} />
            </li>
          ) : (
            <li key={message.id} class={message.role}>
              <p>
                <strong>{message.role === 'caller' ? caller.display_name : worker.display_name}</strong>{' '}
                <span class="quiet">{message.role}</span> <Time at={at} />
              </p>
              <pre class="text">{textOf(message.parts)}</pre>
            </li>
          ),
        )}
      </ol>
    </>
  );
}
