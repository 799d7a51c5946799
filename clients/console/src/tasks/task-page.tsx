import type { Task, TaskAgent } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { BackLink } from '../widgets/back-link.tsx';
import { CopyButton } from '../widgets/copy-button.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
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
      <dl class="fields">
        <div>
          <dt>ID</dt>
          <dd>
            <code>{id}</code> <CopyButton text={id} />
          </dd>
        </div>
        <div>
          <dt>Caller</dt>
          <dd>
            <Agent agent={caller} />
          </dd>
        </div>
        <div>
          <dt>Worker</dt>
          <dd>
            <Agent agent={worker} />
          </dd>
        </div>
        <div>
          <dt>Context</dt>
          <dd>
            <code>{task.context_id}</code>
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Time at={task.created_at} />
          </dd>
        </div>
        <div>
          <dt>Events</dt>
          <dd>
            <a href={href(['log'], { aggregate_id: id })}>in the log</a>
          </dd>
        </div>
      </dl>
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
      {task.completed_at === null && <TaskReply task={task} onReplied={onChanged} />}
      <Snippets call={{ name: 'tasks.get', verb: 'GET', path: `/v1/a2a/tasks/${id}`, ids: [id] }} />
    </>
  );
}

function Agent({ agent }: { readonly agent: TaskAgent }) {
  return (
    <>
      {agent.display_name} ({agent.handle}) <IdLink id={agent.identity_id} />
    </>
  );
}
