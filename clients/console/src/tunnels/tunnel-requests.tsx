import type { Tunnel } from '../../../typescript/src/index.ts';
import { getLocally } from '../shell/local-login.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { StatusCode } from '../widgets/status-code.tsx';
import { Table } from '../widgets/table.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';

interface TunnelRequest {
  readonly address: string;
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly latency_ms: number;
}

const COLUMNS = ['Time', 'Tunnel', 'Request', 'Status', 'Duration'];

/** The latest requests through tunnels on this machine. A stage does not record them. */
export function TunnelRequests({ tunnels }: { readonly tunnels: readonly Tunnel[] }) {
  const { data, error, reload } = useLoad(
    () => getLocally<{ requests: readonly TunnelRequest[] }>('/_local/tunnel-requests'),
    [],
  );
  const tunnelOf = ({ address }: TunnelRequest) =>
    tunnels.find(({ public_url: url }) => url.endsWith(`/t/${address}/`));
  const row = (request: TunnelRequest) => (
    <TableRow
      cells={[
        <Time at={request.time} />,
        tunnelOf(request)?.name,
        <code>
          {request.method} {request.path}
        </code>,
        <StatusCode status={request.status} />,
        `${request.latency_ms} ms`,
      ]}
    />
  );
  const own = data?.requests.filter(tunnelOf) ?? [];
  return (
    <>
      <div class="heading">
        <h2>Latest requests</h2>
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      <ErrorText error={error} />
      {own.length === 0 ? (
        data !== undefined && <p>No tunnel has received a request since the service started.</p>
      ) : (
        <Table label="Latest requests" columns={COLUMNS}>
          {own.map(row)}
        </Table>
      )}
    </>
  );
}
