import type { Task, TaskAgent } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { BackLink } from '../widgets/back-link.tsx';
import { CopyableCode } from '../widgets/copyable-code.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { JsonView } from '../widgets/json-view.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { TaskReply } from './task-reply.tsx';
import { TaskTimeline } from './task-timeline.tsx';

/** One task as a timeline, with a form to reply as its worker. */
export function TaskPage({ id }: { readonly id: string }) {
  const task = useLoad((signal) => aidOfSession().tasks.get(id, {}, { signal }), [id]);
  const { data, error, reload } = task;
  useReloadOnEvent(task, ({ aggregate_id: about }) => about === id);
  return (
    <>
      <BackLink path={['tasks']} title="All tasks" />
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the task" />}
      {data && <Found task={data} onChanged={reload} />}
    </>
  );
}

function Found({ task, onChanged }: { readonly task: Task; readonly onChanged: () => void }) {
  const { id, state, caller, worker, result, artifacts = [] } = task;
  return (
    <>
      <div class="heading">
        <h1>Task</h1>
        <Pill status={state} />
      </div>
      <FactList
        facts={{
          ID: <CopyableCode text={id} />,
          Caller: <Agent agent={caller} />,
          Worker: <Agent agent={worker} />,
          Context: <code>{task.context_id}</code>,
          Created: <Time at={task.created_at} isExact />,
          Events: <a href={href(['log'], { aggregate_id: id })}>in the log</a>,
        }}
      />
      <h2>Timeline</h2>
      <TaskTimeline task={task} />
      {result !== undefined && result !== null && (
        <>
          <h2>Result</h2>
          <JsonView value={result} label="Result" />
        </>
      )}
      {artifacts.length > 0 && (
        <>
          <h2>Artifacts</h2>
          <JsonView value={artifacts} label="Artifacts" />
        </>
      )}
      {task.completed_at === null && <TaskReply key={id} task={task} onReplied={onChanged} />}
      <Snippets call={{ name: 'tasks.get', verb: 'GET', path: `/v1/a2a/tasks/${id}`, ids: [id] }} />
    </>
  );
}

function Agent({ agent }: { readonly agent: TaskAgent }) {
  return (
    <>
      {agent.display_name} <span class="quiet">{agent.handle}</span> <IdLink id={agent.identity_id} />
    </>
  );
}
