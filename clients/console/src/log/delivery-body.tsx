import { useState } from 'preact/hooks';
import { aidOfSession } from '../shell/session.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { findEvent } from './find-event.ts';

/** The body that endpoints receive for an event. It is loaded when a person opens it. */
export function DeliveryBody({ eventId }: { readonly eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="snippets" onToggle={(toggled) => setOpen(toggled.newState === 'open')}>
      <summary>Delivery body</summary>
      {isOpen && <Body eventId={eventId} />}
    </details>
  );
}

function Body({ eventId }: { readonly eventId: string }) {
  const { data: event, error } = useLoad(
    (signal) => findEvent(aidOfSession(), eventId, { delivery_body: true }, signal),
    [eventId],
  );
  const body = event?.delivery_body;
  if (body === undefined) {
    return error === undefined ? <Loading what="the body" /> : <ErrorText error={error} />;
  }
  return (
    <>
      <CopyButton text={body} />
      <pre tabindex={0} role="region" aria-label="Delivery body">
        {body}
      </pre>
    </>
  );
}
