import { useState } from 'preact/hooks';
import type { Webhook } from '../../../typescript/src/index.ts';
import { EVENT_TYPES } from '../log/event-types.ts';
import { href } from '../shell/route.ts';
import { aidOfSession, isLocal } from '../shell/session.ts';
import { countOf } from '../widgets/count-of.ts';
import { EmptyState } from '../widgets/empty-state.tsx';
import { Intro } from '../widgets/intro.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { ShownOnce } from '../widgets/shown-once.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { usePages } from '../widgets/use-pages.ts';
import { EndpointHealth } from './endpoint-health.tsx';
import { NewEndpoint } from './new-endpoint.tsx';

/** The webhook endpoints with their health, and a form for a new one. */
export function EndpointsPart() {
  const [secret, setSecret] = useState<string>();
  const pages = usePages(
    'endpoints',
    (signal) => aidOfSession().webhooks.list({ limit: 100 }, { signal }).firstPage(),
    [],
  );
  const onCreated = (created: string) => {
    setSecret(created);
    pages.reload();
  };
  const none = (
    <EmptyState
      title="There are no endpoints yet."
      action={<NewEndpoint label="Create the first endpoint" onCreated={onCreated} />}
    >
      {isLocal ? (
        <>
          Without a server of your own, <a href={href(['machine', 'failures'])}>the receiver of this machine</a> is one
          click.
        </>
      ) : (
        'Without an endpoint, agents wait for events or follow the log.'
      )}
    </EmptyState>
  );
  return (
    <>
      <Intro action={<NewEndpoint onCreated={onCreated} />}>
        An endpoint is an address of yours to which events are sent as they happen, signed with its secret (webhooks).
      </Intro>
      {secret !== undefined && <ShownOnce what="The signing secret" text={secret} />}
      <ul class="rows endpoints" aria-label="Endpoints">
        {(pages.rows ?? []).map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
      <ListEnd pages={pages} what="endpoints" empty={none} />
      <Snippets call={{ name: 'webhooks.list', verb: 'GET', path: '/v1/webhooks', isList: true }} />
    </>
  );
}

function EndpointRow({ endpoint }: { readonly endpoint: Webhook }) {
  const { id, url, event_types: types } = endpoint;
  return (
    <li>
      <a data-row href={href(['organization', 'endpoints', id])}>
        <span class="url">{url}</span>
        <span class="quiet">
          {types.length === EVENT_TYPES.length ? 'all event types' : countOf(types.length, 'event type')}
        </span>
        <EndpointHealth endpoint={endpoint} />
        <Time at={endpoint.created_at} />
      </a>
    </li>
  );
}
