import { useState } from 'preact/hooks';
import { getLocally } from '../shell/local-login.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { StatusCode } from '../widgets/status-code.tsx';
import { Table } from '../widgets/table.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { LocalSnippets } from './local-snippets.tsx';

interface LoggedRequest {
  readonly request_id: string;
  readonly time: string;
  readonly method: string;
  readonly route: string;
  readonly status: string;
  readonly latency_ms: string;
  /** Absent for requests from before the last start. */
  readonly idempotency_replayed?: boolean;
  readonly limit?: string;
  readonly limit_remaining?: string;
}

const row = ({ request_id: id, time, method, route, status, latency_ms: took, ...note }: LoggedRequest) => (
  <TableRow
    key={id}
    id={id}
    cells={[
      <Time at={time} />,
      <code>
        {method} {route}
      </code>,
      <>
        <StatusCode status={status} />
        {note.idempotency_replayed === true && (
          <>
            {' '}
            <span class="pill">replayed</span>
          </>
        )}
      </>,
      `${took} ms`,
      note.limit !== undefined && `${note.limit_remaining} of ${note.limit} left`,
      <code>{id}</code>,
    ]}
  />
);

/** The newest API requests of all organizations, with the ids that errors name, idempotent replays and rate limits. */
export function RequestTable() {
  const { data, error, reload } = useLoad(
    () => getLocally<{ requests: readonly LoggedRequest[] }>('/_local/requests'),
    [],
  );
  const [words, setWords] = useState('');
  const matching = data?.requests.filter((request) => Object.values(request).join(' ').includes(words)) ?? [];
  return (
    <>
      <form class="filters" aria-label="Requests" onSubmit={(event: Event) => event.preventDefault()}>
        <input
          type="search"
          aria-label="Search requests"
          placeholder="ID, route or status"
          value={words}
          onInput={(event: InputEvent) => setWords((event.target as HTMLInputElement).value)}
        />
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </form>
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="requests" />}
      <Table label="Requests" columns={['Time', 'Request', 'Status', 'Duration', 'Limit', 'ID']}>
        {matching.map(row)}
      </Table>
      <LocalSnippets path="/_local/requests" />
    </>
  );
}
