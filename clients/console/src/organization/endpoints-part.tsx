import { useState } from 'preact/hooks';
import type { Webhook } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
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
  return (
    <>
      {secret !== undefined && <ShownOnce what="The signing secret" text={secret} />}
      <ul class="rows endpoints" aria-label="Endpoints">
        {(pages.rows ?? []).map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
      <ListEnd pages={pages} what="endpoints" empty="There are no endpoints yet." />
      <NewEndpoint onCreated={onCreated} />
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
        <span class="quiet">{types.length} event types</span>
        <EndpointHealth endpoint={endpoint} />
        <Time at={endpoint.created_at} />
      </a>
    </li>
  );
}
