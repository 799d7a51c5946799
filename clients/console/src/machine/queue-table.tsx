import { getLocally } from '../shell/local-login.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Table } from '../widgets/table.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { useRefresh } from '../widgets/use-refresh.ts';
import { LocalSnippets } from './local-snippets.tsx';

interface QueueDepth {
  readonly name: string;
  readonly ready: number;
  readonly in_flight: number;
  readonly delayed: number;
}

/** How many messages each queue holds. */
export function QueueTable() {
  const queues = useLoad(() => getLocally<{ queues: readonly QueueDepth[] }>('/_local/queues'), []);
  const { data, error } = queues;
  useRefresh(queues);
  return (
    <>
      <ErrorText error={error} />
      <Table label="Queues" columns={['Queue', 'Ready', 'In flight', 'Delayed']}>
        {data?.queues.map(({ name, ready, in_flight: inFlight, delayed }) => (
          <TableRow key={name} id={name} cells={[<code>{name}</code>, ready, inFlight, delayed]} />
        ))}
      </Table>
      <LocalSnippets path="/_local/queues" />
    </>
  );
}
