import { session } from '../shell/session.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';
import { useRefresh } from '../widgets/use-refresh.ts';
import { ArrivedDeliveries } from './arrived-deliveries.tsx';
import { Dial } from './dial.tsx';
import { RESPONSES, readReceiver, setReceiver } from './dials.ts';
import { LocalSnippets } from './local-snippets.tsx';
import { ReceiverEndpoint } from './receiver-endpoint.tsx';

/** The organization's receiver on this machine: how it responds, and the deliveries that it got. */
export function ReceiverDial() {
  const slug = session.value?.actor.org_slug ?? '';
  const receiver = useLoad(() => readReceiver(slug), [slug]);
  const { data, error, reload } = receiver;
  useRefresh(receiver);
  const change = useAction(async (response: string) => {
    await setReceiver(slug, { response });
    reload();
  });
  return (
    <>
      <p>This machine has a receiver for the organization. It keeps the newest 50 deliveries in memory.</p>
      <ErrorText error={error ?? change.error} />
      {data !== undefined && (
        <>
          <p>
            <code class="url">{data.url}</code> <CopyButton text={data.url} />
          </p>
          <ReceiverEndpoint receiver={data} onChanged={reload} />
          <Dial label="It responds" options={RESPONSES} value={data.response} onChange={change.run} />
          <ArrivedDeliveries receiver={data} />
          <LocalSnippets path="/_local/receiver" body={{ organization: slug, response: data.response }} />
        </>
      )}
    </>
  );
}
