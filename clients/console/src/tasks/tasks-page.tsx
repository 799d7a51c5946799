import { useState } from 'preact/hooks';
import type { Task } from '../../../typescript/src/index.ts';
import { href, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { labelOf } from '../widgets/code.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { Intro } from '../widgets/intro.tsx';
import { LinkRow } from '../widgets/link-row.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { usePages } from '../widgets/use-pages.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { NewTask } from './new-task.tsx';
import { textOf } from './part-text.ts';
import { TaskPage } from './task-page.tsx';

const DIRECTIONS = ['', 'inbound', 'outbound'] as const;

/** The tasks of the organization, or one of them. */
export function TasksPage() {
  const [, id] = route.value.path;
  return id === undefined ? <TaskList /> : <TaskPage key={id} id={id} />;
}

function TaskList() {
  const direction = route.value.query.get('direction') ?? '';
  const filter = direction === '' ? {} : { direction };
  const pages = usePages<Task>(
    'tasks',
    (signal, limit) =>
      aidOfSession()
        .tasks.list({ ...filter, limit }, { signal })
        .firstPage(),
    [filter],
  );
  useReloadOnEvent(pages, ({ type }) => type.includes('task'));
  // A first task that arrives while a person writes one closes nothing.
  const [isNew, setNew] = useState(false);
  const directions = DIRECTIONS.map((one) => ({
    href: href(['tasks'], { direction: one }),
    title: one === '' ? 'All' : labelOf(one),
    isCurrent: one === direction,
  }));
  const none = (
    <EmptyState
      title="There are no tasks yet."
      action={
        <button type="button" onClick={() => setNew(true)}>
          Send the first task
        </button>
      }
    >
      Agents of the organization may send each other tasks. Those of other organizations need an invitation.
    </EmptyState>
  );
  return (
    <>
      <h1>Tasks</h1>
      <Intro action={<NewTask isOpen={isNew} onToggle={setNew} onCreated={pages.reload} />}>
        A task is work that one agent asks of another, over the A2A protocol: with messages, a state and a result.
      </Intro>
      <LinkRow class="parts" label="Direction" links={directions} />
      <ul class="rows tasks" aria-label="Tasks">
        {(pages.rows ?? []).map((task) => (
          <li key={task.id}>
            <a data-row href={href(['tasks', task.id])}>
              <span>
                <Pill status={task.state} />
              </span>
              <span>
                {task.caller.display_name} → {task.worker.display_name}
              </span>
              <span class="summary">{textOf(task.messages[0]?.parts ?? [])}</span>
              <Time at={task.created_at} />
            </a>
          </li>
        ))}
      </ul>
      <ListEnd pages={pages} what="tasks" empty={none} />
      <Snippets call={{ name: 'tasks.list', verb: 'GET', path: '/v1/a2a/tasks', params: filter, isList: true }} />
    </>
  );
}
