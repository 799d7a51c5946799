import type { Webhook } from '../../../typescript/src/index.ts';
import { EVENT_TYPES } from '../log/event-types.ts';
import { route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { BackLink } from '../widgets/back-link.tsx';
import { CopyableCode } from '../widgets/copyable-code.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointHealth } from './endpoint-health.tsx';
import { RecoverEndpoint } from './recover-endpoint.tsx';
import { noneWith, StatusLinks } from './status-links.tsx';
import { useDeliveries } from './use-deliveries.ts';

const NONE = 'There are no deliveries yet. Send a test event to create one.';

/** One endpoint with its deliveries. */
export function EndpointPage({ id }: { readonly id: string }) {
  const { data, error, reload } = useLoad(
    async (signal) => {
      // The API has no operation that returns a single endpoint.
      const all = await aidOfSession().webhooks.list({ limit: 200 }, { signal }).all();
      return all.find((one) => one.id === id) ?? null;
    },
    [id],
  );
  return (
    <>
      <BackLink path={['organization', 'endpoints']} title="All endpoints" />
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the endpoint" />}
      {data === null && (
        <p>
          There is no endpoint <code>{id}</code>.
        </p>
      )}
      {data && <Found endpoint={data} onChanged={reload} />}
    </>
  );
}

function Found({ endpoint, onChanged }: { readonly endpoint: Webhook; readonly onChanged: () => void }) {
  const { id, url, identity_id: agent, event_types: types } = endpoint;
  const status = route.value.query.get('status') ?? '';
  const deliveries = useDeliveries({ webhook_id: id, ...(status !== '' && { status }) });
  return (
    <>
      <h2 class="url">{url}</h2>
      <EndpointActions endpoint={endpoint} onChanged={onChanged} onTested={deliveries.reload} />
      <RecoverEndpoint id={id} onReplayed={deliveries.reload} />
      <FactList
        facts={{
          ID: <CopyableCode text={id} />,
          Health: <EndpointHealth endpoint={endpoint} />,
          Agent: <AgentName id={agent} none="all agents" />,
          'Event types': types.length === EVENT_TYPES.length ? `all ${types.length}` : types.join(', '),
          Created: <Time at={endpoint.created_at} isExact />,
        }}
      />
      <h2>Deliveries</h2>
      <StatusLinks status={status} />
      <DeliveryTable pages={deliveries} of="endpoint" empty={status === '' ? NONE : noneWith(status)} />
      <Snippets call={{ name: 'webhooks.test', verb: 'POST', path: `/v1/webhooks/${id}/test`, ids: [id] }} />
    </>
  );
}
