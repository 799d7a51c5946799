import { href } from '../shell/route.ts';
import { aidOfSession, session } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';
import { connectReceiver } from './connect-receiver.ts';
import { type LocalReceiver, setReceiver } from './dials.ts';

interface ReceiverEndpointProps {
  readonly receiver: LocalReceiver;
  readonly onChanged: () => void;
}

/** Creates an endpoint for the receiver on this machine with one click, and gives the receiver the secret. */
export function ReceiverEndpoint({ receiver: { url, secret }, onChanged }: ReceiverEndpointProps) {
  const slug = session.value?.actor.org_slug ?? '';
  const endpoints = useLoad((signal) => aidOfSession().webhooks.list({ limit: 200 }, { signal }).all(), [url]);
  const endpoint = endpoints.data?.find((one) => one.url === url);
  const connect = useAction(async () => {
    const aid = aidOfSession();
    if (endpoint === undefined) await connectReceiver(aid, slug);
    else await setReceiver(slug, { secret: (await aid.webhooks.rotateSecret(endpoint.id)).secret });
    endpoints.reload();
    onChanged();
  });
  return (
    <>
      <p>
        {endpoint !== undefined && (
          <>
            <a href={href(['organization', 'endpoints', endpoint.id])}>Open the endpoint and its deliveries</a>{' '}
          </>
        )}
        {endpoints.data !== undefined && (endpoint === undefined || secret === null) && (
          <button type="button" class="primary" disabled={connect.isRunning} onClick={connect.run}>
            {endpoint === undefined ? 'Create an endpoint for it' : 'Rotate the secret to verify signatures'}
          </button>
        )}
      </p>
      <ErrorText error={endpoints.error ?? connect.error} />
    </>
  );
}
