import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { aidOfSession } from '../shell/session.ts';
import { CopyButton } from '../widgets/copy-button.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { Loading } from '../widgets/loading.ts';
import { useLoad } from '../widgets/use-load.ts';
import { findEvent } from './find-event.ts';

/** The body that endpoints receive for an event. It is loaded when a person opens it. */
export function DeliveryBody({ eventId }: { readonly eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  return html`
    <details class="snippets" onToggle=${(toggled: ToggleEvent) => setOpen(toggled.newState === 'open')}>
      <summary>Delivery body</summary>
      ${isOpen && html`<${Body} eventId=${eventId} />`}
    </details>
  `;
}

function Body({ eventId }: { readonly eventId: string }) {
  const { data: event, error } = useLoad(
    (signal) => findEvent(aidOfSession(), eventId, { delivery_body: true }, signal),
    [eventId],
  );
  const body = event?.delivery_body;
  if (body === undefined) {
    return error === undefined ? html`<${Loading} what="the body" />` : html`<${ErrorText} error=${error} />`;
  }
  return html`
    <${CopyButton} text=${body} />
    <pre tabindex="0" role="region" aria-label="Delivery body">${body}</pre>
  `;
}
